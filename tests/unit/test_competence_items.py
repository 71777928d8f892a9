"""The items of the competence study: seeded, balanced, plain data; scripted respondents are worth what they must."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.errors import ConfigError, InputError
from planclaims.suites.chunk import Chunk
from planclaims.suites.competence import SUITE
from planclaims.suites.competence.conditions.desk import Desk
from planclaims.suites.competence.questions.drawing import draw_questions
from planclaims.suites.competence.questions.evidence import filler
from planclaims.suites.competence.questions.grading import grade
from planclaims.suites.competence.questions.items import Order, make_items
from planclaims.suites.competence.questions.made import KINDS, Effort
from planclaims.suites.competence.questions.official import official_verdict, shorter_plan
from planclaims.suites.competence.questions.reading import read_answer
from planclaims.suites.competence.questions.world import worlds_of
from planclaims.suites.competence.tables.coverage import coverage
from planclaims.suites.contract import Item
from planclaims.suites.judging import row_of
from planclaims.suites.study import SuiteStudy
from planclaims.suites.targets import check_targets

ROOT = Path(__file__).parents[2]
FEW = {"generative": 3, "boolean": 4, "choice": 2}


@cache
def made(kind: str, domain: str = "hospital", seed: int = 1) -> Sequence[Item]:
    order = Order(FEW, seed, Effort(reach=40_000, goal=20_000), ladder=True)
    return tuple(make_items(ROOT / "domains" / domain, kind, order))


def row(item: Item, script: str, method: str = "direct", condition: str = "plain") -> dict[str, Any]:
    settings = {"regime": "online" if method == "react" else "offline"}
    player = Player(script, {"kind": "reference", "script": script}, method, settings)
    chunk = Chunk(SUITE, player, condition, [item], 1)
    record = play(EpisodeSetup(chunk.opened(item), player), SUITE.controls[script].model(item, condition, 1))
    return dict(row_of(chunk, item, record))


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_items_and_another_one_gives_others(kind: str) -> None:
    again = make_items(ROOT / "domains" / "hospital", kind, Order(FEW, 1, Effort(40_000, 20_000), ladder=True))
    assert [item.hash for item in again] == [item.hash for item in made(kind)]
    assert [item.hash for item in made(kind, seed=2)] != [item.hash for item in made(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_no_state_is_used_twice_and_twins_are_about_one_state(kind: str) -> None:
    by_form: dict[str, dict[str, str]] = {}
    for item in made(kind):
        by_form.setdefault(item.shown["form"], {})[item.name] = item.shown["state"]
    for states in by_form.values():
        assert len(set(states.values())) == len(states)
    for name, state in by_form["boolean"].items():
        assert by_form["generative"].get(name, state) == state


@pytest.mark.parametrize("kind", KINDS)
def test_yes_and_no_are_balanced_and_just_one_choice_is_right(kind: str) -> None:
    said = Counter(item.truth["answer"] for item in made(kind) if item.shown["form"] == "boolean")
    assert said[True] == said[False] == 2
    for item in made(kind):
        if item.shown["form"] == "choice":
            options = item.shown["asked"]["options"]
            assert len(set(options)) == 4
            assert item.truth["answer"] in "ABCD"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["direct", "zero-shot-cot", "memory", "react"])
def test_the_exact_respondent_is_always_right(kind: str, method: str) -> None:
    for item in made(kind):
        found = row(item, "exact", method)
        assert found["right"] is True, (item.key, found["reason"], found["extracted"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_respondents_are_well_formed_and_known(kind: str) -> None:
    for item in made(kind):
        for script in ("relaxed", "local", "uniform"):
            found = row(item, script)
            assert found["malformed"] is False, (item.key, script, found["reason"])
            for name, value in (SUITE.controls[script].known(item) or {}).items():
                assert found[name] == value
    structural = kind in ("reach", "areach", "land")
    free = [item for item in made(kind) if item.shown["form"] == "generative"]
    if structural:
        assert {row(item, "local")["right"] for item in free if not item.truth["features"]["none"]} <= {False}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_says_nothing_formal_and_an_item_is_plain_data(kind: str) -> None:
    for item in made(kind):
        assert json.loads(json.dumps(item.shown)) == item.shown
        assert json.loads(json.dumps(item.truth)) == item.truth
        for condition in SUITE.conditions:
            if SUITE.plays(item.group, condition):
                text = "\n".join(SUITE.ask(item, condition).wording.values()).lower()
                for word in ("pddl", "predicate", "precondition", ":action", "(not ", "(and ", "total-cost", "?x"):
                    assert word not in text


def test_without_deletes_effects_are_not_all_there_are() -> None:
    free = [item for item in made("prog") if item.shown["form"] == "generative" and item.truth["lost"]]
    assert free
    assert {row(item, "relaxed")["right"] for item in free} == {False}


@pytest.mark.parametrize("kind", ["reach", "areach", "land", "app"])
def test_evidence_never_holds_the_verdict_and_its_arms_have_their_lengths(kind: str) -> None:
    for item in made(kind):
        arms = item.shown.get("evidence")
        if not arms:
            continue
        size = {arm: sum(len(line) + 3 for line in lines) for arm, lines in arms.items()}
        assert abs(size["filler"] - size["t2"]) <= max(20, 0.02 * size["t2"])
        assert set(arms["t1"][1:]) <= set(arms["t2"][1:])
        if kind in ("reach", "areach"):
            assert set(arms["t2"][1:]) == set(item.truth["reached"])
        if "distractor" in arms:
            assert 1 <= item.shown["evidence_made"]["edits"] <= 3
            assert set(arms["distractor"]) != set(arms["t2"])
            assert abs(size["distractor"] - size["t2"]) <= 0.02 * size["t2"]


def test_fillers_have_any_length() -> None:
    for size in (50, 333, 4000):
        assert abs(sum(len(line) + 3 for line in filler(size, random.Random(1))) - size) <= 4


def test_evidence_is_for_free_questions_of_some_kinds_and_needs_to_be_made() -> None:
    assert SUITE.plays("gripper_reach_generative", "t2")
    assert not SUITE.plays("gripper_reach_boolean", "t2")
    assert not SUITE.plays("gripper_just_generative", "t2")
    assert SUITE.plays("gripper_just_choice", "plain")
    assert list(SUITE.faults(SUITE.defaults, ["plain", "t0", "t2"])) == [
        "ladder: is false, and there is no evidence for t2; allowed: true"
    ]


def test_a_desk_keeps_files_and_only_the_one_for_the_answer_counts() -> None:
    item = next(item for item in made("reach") if item.shown["form"] == "generative")
    desk = SUITE.enter(item, "plain")
    assert isinstance(desk, Desk)
    assert SUITE.budget(item, "plain") == 24
    found = row(item, "exact", "react")
    assert (found["ending"], found["right"], found["calls_used"]) == ("handed_in", True, 2)


def test_a_domain_that_gives_too_few_questions_gives_what_it_has_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    domain = tmp_path / "domains" / "hospital"
    (domain / "problems").mkdir(parents=True)
    for name in ("domain.pddl", "domain.json", "problems/01.pddl"):
        (domain / name).write_bytes((ROOT / "domains/hospital" / name).read_bytes())
    settings = {**SUITE.defaults, "kinds": ["just"], "per_form": {"generative": 40, "boolean": 0, "choice": 0}}
    items = SUITE.make(settings, "hospital_just", tmp_path)
    assert 4 <= len(items) < 40
    said = f"hospital, just: {len(items)} of 40 generative questions; its tasks have no more states to ask about"
    assert said in caplog.text
    rows = [row(item, "exact") | {"group": item.group, "item": item.name, "kind": item.kind} for item in items]
    sheet = coverage(pd.DataFrame(rows))
    assert sheet.rows[0][:3] == ("hospital", "just", f"{len(items)} of 40")
    assert f"hospital just generative {len(items)} of 40" in sheet.notes[1]


@pytest.mark.parametrize("kind", ["just", "land", "nexta"])
def test_dead_ends_do_not_keep_a_task_from_giving_questions(kind: str) -> None:
    """Most walks of this domain end where no goal can be reached; these kinds need states from which it can."""
    worlds = [world for world in worlds_of(ROOT / "domains" / "hospital") if world.number in {"02", "05"}]
    found = draw_questions(kind, worlds, 7, f"1/hospital/{kind}", Effort(40_000, 20_000))
    assert len(found) == 7
    assert len({(one.world.number, one.world.key(one.state)) for one in found}) == 7


def test_settings_that_name_what_is_not_there_are_told() -> None:
    settings = {**SUITE.defaults, "domains": ["atlantis"]}
    with pytest.raises(ConfigError, match=r"no such domain; found 'atlantis'; allowed: all, blocksworld, gripper"):
        SUITE.batches(settings, ROOT)
    with pytest.raises(ConfigError, match=r"found 'hopsital'; did you mean 'hospital'\?; allowed: all"):
        SUITE.batches({**settings, "domains": ["hopsital"]}, ROOT)
    with pytest.raises(ConfigError, match=r"settings.folder: no domain lies there; found 'nowhere'"):
        SUITE.batches({**settings, "folder": "nowhere"}, ROOT)
    with pytest.raises(InputError, match=r"no such batch of items; found 'gripper_apq'; did you mean 'gripper_app'"):
        SUITE.make(SUITE.defaults, "gripper_apq", ROOT)
    study = SuiteStudy(SUITE, {"models": [], "methods": []}, {"models": {}, "methods": {}}, ROOT)
    assert len(study.groups) == 5 * 8 * 3


def test_a_target_that_the_suite_cannot_have_is_told_part_by_part() -> None:
    study = SuiteStudy(SUITE, {"models": ["m"], "methods": []}, {"models": {"m": {}}, "methods": {"direct": {}}}, ROOT)
    good = "results/competence/episodes/m/direct/plain/gripper_app_choice.repeat1.json"
    check_targets(study, [good, "competence", "results/competence/irt/conclusion.md", "results/other/items/x.json"])
    for part, wrong, said in (
        ("m/", "n/", "no such model; found 'n'"),
        ("direct", "drect", "no such method; found 'drect'; did you mean 'direct'"),
        ("plain", "plan", "no such condition; found 'plan'; did you mean 'plain'"),
        ("_choice", "_chioce", "did you mean 'gripper_app_choice'"),
        ("episodes/m/direct/plain/gripper_app_choice.repeat1", "items/x", "no such batch of items; found 'x'"),
        ("episodes/m/direct/plain/gripper_app_choice.repeat1.json", "tables/c2.csv", "no such table; found 'c2'"),
    ):
        with pytest.raises(ConfigError) as told:
            check_targets(study, [good.replace(part, wrong)])
        assert said in str(told.value)
        assert "\n" not in str(told.value)


def test_the_published_grader_of_actions_denies_right_answers_and_ours_does_not() -> None:
    truth = {
        **{"reached": {"(wait)": 0}, "never": {"relaxed": ["(go a b)"], "h2": [], "exhausted": []}, "open": []},
        **{"candidates": 3, "nodes": [], "numeric": False, "scripts": {"exact": "(go a c)"}},
    }
    lexicon = {
        "actions": {"wait": [], "go": ["place", "place"]},
        "propositions": {},
        "static": [],
        "objects": {"place": ["a", "b", "c"]},
    }
    shown = {"form": "generative", "kind": "areach", "asked": {}, "lexicon": lexicon}
    assert official_verdict("(go a c)", shown, truth) is True
    assert official_verdict("(go a b)", shown, truth) is False
    assert grade(read_answer("(go a b)", shown), shown, truth).right is True
    assert official_verdict("(quiet)", {**shown, "kind": "land"}, truth) is None


def test_the_lax_rule_takes_any_shorter_plan() -> None:
    step = {"needs": [], "forbids": [], "deletes": []}
    machine = {
        "facts": [],
        "goal": ["(c)"],
        "actions": {"(a)": {**step, "adds": ["(b)"]}, "(b)": {**step, "needs": ["(b)"], "adds": ["(c)"]}},
    }
    plan = ["(a)", "(a)", "(a)", "(a)", "(b)"]
    assert shorter_plan(plan, ["(a)", "(b)"], machine)
    assert not shorter_plan(plan, ["(b)"], machine)
    assert not shorter_plan(plan, ["(b)", "(a)"], machine)
    assert not shorter_plan(plan, plan, machine)
