"""What holds for every plan and every text: the grammar, slack, renaming, order of rows, void checks."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planclaims.suites.longhorizon.travel.grammar import (
    CATEGORIES,
    Day,
    NoPlan,
    Plan,
    Step,
    plan_text,
    read_answer,
    read_plan,
)
from planclaims.suites.longhorizon.travel.loading import document_of, world_of
from planclaims.suites.longhorizon.travel.rules.checks import DIMENSIONS
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score, score_plan
from planclaims.suites.longhorizon.travel.rules.verdicts import Verdict
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.task_file import task_of
from planclaims.suites.longhorizon.travel.world import World

HOME = Path(__file__).parents[2] / "domains/longhorizon/travel"
TINY = sorted(HOME.glob("tiny-*"))
NAMES = st.text("abcXYZ 09'.-", min_size=1, max_size=8).map(str.strip).filter(lambda name: name and "->" not in name)
MONEY = st.integers(0, 10**9)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    start = draw(st.integers(0, 1439))
    stop = draw(st.integers(start + 1, 1440))
    kind = draw(st.sampled_from(["train", "flight", "move", "visit", "meal", "hotel", "wait"]))
    name, other = draw(NAMES), draw(NAMES)
    if kind == "wait":
        return Step(kind, start, stop)
    if kind == "hotel":
        return Step(kind, start, stop, name, name)
    if kind in ("visit", "meal"):
        meal = draw(st.sampled_from(["lunch", "dinner"])) if kind == "meal" else ""
        return Step(kind, start, stop, name, name, meal=meal, price=draw(MONEY))
    number = draw(NAMES) if kind != "move" else ""
    return Step(kind, start, stop, name, other, number=number, price=draw(MONEY))


DAYS = st.builds(
    Day, st.integers(1, 99), NAMES, NAMES | st.just(""), NAMES | st.just("-"), st.lists(steps(), max_size=5).map(tuple)
)
PLANS = st.builds(
    Plan,
    st.lists(DAYS, min_size=1, max_size=4).map(tuple),
    st.lists(MONEY, min_size=len(CATEGORIES), max_size=len(CATEGORIES)).map(tuple),
)


@given(PLANS)
def test_a_printed_plan_is_read_as_itself(plan: Plan) -> None:
    assert read_plan(plan_text(plan)) == plan
    assert read_answer(f"Here it is:\n```\n{plan_text(plan)}```") == plan


@given(st.text() | PLANS.map(plan_text).flatmap(lambda text: st.integers(0, len(text)).map(lambda end: text[:end])))
def test_any_text_is_a_plan_or_none(text: str) -> None:
    with suppress(NoPlan):
        assert read_answer(text).days


@cache
def known(name: str) -> tuple[World, Task, str]:
    folder = HOME / name
    world = world_of(document_of(folder / "world.json"), folder / "world.json")
    task = task_of(document_of(folder / "task.json"), folder / "task.json", world, list(FAMILIES))
    return world, task, document_of(folder / "certificate.json")["optimum"]["plan"]


@given(st.data())
@settings(max_examples=60)
def test_any_plan_is_scored_and_void_is_no_pass(data: st.DataObject) -> None:
    """Lines of the optimum are dropped, doubled and moved about: nothing crashes, and void never counts."""
    world, task, text = known(data.draw(st.sampled_from(TINY)).name)
    *lines, costs = text.splitlines()
    drawn = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=30))
    found = score("\n".join([lines[0], *drawn, costs]), world, task)
    for dimension, checks in DIMENSIONS.items():
        verdicts = [found.checks[check.__name__] for check in checks]
        assert found.dimensions[dimension] == all(verdict is Verdict.PASS for verdict in verdicts)
    assert found.share == (0, 1) or found.valid
    assert found.composite == found.commonsense + 8 * found.personalised


@pytest.mark.parametrize("folder", TINY, ids=lambda folder: folder.name)
def test_an_optimum_stays_valid_within_its_slack(folder: Path) -> None:
    """Every way that is followed by waiting may begin later."""
    world, task, text = known(folder.name)
    plan, moved = read_plan(text), 0
    for number, day in enumerate(plan.days):
        for place, (step, following) in enumerate(zip(day.steps, day.steps[1:], strict=False)):
            slack = following.start - step.stop
            if step.kind == "move" and slack > 0 and following.kind in ("visit", "meal"):
                later = replace(step, start=step.start + slack, stop=step.stop + slack)
                changed = replace(day, steps=(*day.steps[:place], later, *day.steps[place + 1 :]))
                days = (*plan.days[:number], changed, *plan.days[number + 1 :])
                assert score_plan(replace(plan, days=days), world, task).optimal
                moved += 1
    assert moved


def summary(found: Scored) -> tuple[object, ...]:
    return (dict(found.checks), dict(found.constraints), found.points, found.cost, found.share, found.optimal)


@given(st.randoms(use_true_random=False), st.sampled_from(TINY))
@settings(max_examples=15, deadline=None)
def test_the_order_of_rows_changes_nothing(chance: object, folder: Path) -> None:
    world, task, text = known(folder.name)
    document = document_of(folder / "world.json")
    for table, rows in document.items():
        if table != "cities":
            chance.shuffle(rows)  # type: ignore[attr-defined]
    shuffled = world_of(document, folder)
    for plan in (text, text.replace("lunch", "dinner", 1), text.replace("visit", "wait", 1)):
        assert summary(score(plan, shuffled, task)) == summary(score(plan, world, task))


@pytest.mark.parametrize("folder", TINY, ids=lambda folder: folder.name)
def test_renamed_places_change_nothing(folder: Path) -> None:
    """All places, cities and numbers get other names, in the world, the task and the plan alike."""
    world, task, text = known(folder.name)
    old = sorted([*world.cities, *world.places], key=len, reverse=True)
    new = {name: f"Place {number:03}" for number, name in enumerate(old)}

    def renamed(words: str) -> str:
        for number, name in enumerate(old):
            words = words.replace(name, f"\x01{number:03}\x02")
        return words.replace("\x01", "Place ").replace("\x02", "")

    assert len(set(new.values())) == len(old)
    document = json.loads(renamed(json.dumps(document_of(folder / "world.json"), ensure_ascii=False)))
    other = world_of(document, folder)
    described = json.loads(renamed(json.dumps(document_of(folder / "task.json"), ensure_ascii=False)))
    twin = task_of(described, folder, other, list(FAMILIES))
    for bend in ("lunch", "visit", "train", "total"):
        for plan in (text, text.replace(bend, "wait", 1), text.replace(f"| {bend}", "| hotel", 1)):
            assert summary(score(renamed(plan), other, twin)) == summary(score(plan, world, task))
