"""The tables of docs/pddl.md are kept: every goal has the verdict and every refusal the message that the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.errors import InputError
from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.task import Task

PAGE = (Path(__file__).parents[2] / "docs" / "pddl.md").read_text(encoding="utf-8")
TICK = "(:action tick :parameters () :effect (and (ticked) (increase (f) 0.1) (increase (total-cost) 3)))"
SECTIONS = {
    ":types": "(:types block)",
    ":constants": "(:constants a b)",
    ":predicates": "(:predicates (ticked) (marked ?x))",
    ":functions": "(:functions (f) (g) (total-cost))",
}
PROBLEM = {":init": "(:init (= (f) 1))", ":goal": "(:goal (ticked))"}


def rows(heading: str) -> list[tuple[str, str]]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(.+)` \| (.+) \|$", section, flags=re.MULTILINE)


def ticking(folder: Path, goal: str, tick: str = TICK) -> Task:
    return world(
        folder,
        objects="a b",
        predicates="(ticked) (marked ?x)",
        functions="(f) (g) (total-cost)",
        init="(= (f) 1)",
        actions=tick,
        goal=goal,
    )


@pytest.mark.parametrize(("goal", "verdict"), rows("What it means"))
def test_goals(tmp_path: Path, goal: str, verdict: str) -> None:
    assert judge(ticking(tmp_path, goal), "(tick)").status == verdict


@pytest.mark.parametrize(("section", "message"), rows("What is refused"))
def test_refusals(tmp_path: Path, section: str, message: str) -> None:
    keyword = section[1:].split(maxsplit=1)[0]
    in_problem = keyword in (*PROBLEM, ":length", ":metric")
    own = {} if in_problem else {keyword: section}
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(f"(define (domain d) {' '.join({**SECTIONS, **own}.values())} {TICK})", encoding="utf-8")
    sections = {**PROBLEM, keyword: section} if in_problem else PROBLEM
    problem.write_text(f"(define (problem p) (:domain d) {' '.join(sections.values())})", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_task(domain, problem)
    assert message in str(raised.value)
    assert str(problem if in_problem else domain) in str(raised.value)


@pytest.mark.parametrize("effect", ["(assign (f) 2) (increase (f) 1)", "(scale-up (f) 2) (increase (f) 1)"])
def test_numeric_effects_whose_order_would_matter_are_not_applicable(tmp_path: Path, effect: str) -> None:
    task = ticking(tmp_path, "(and)", f"(:action tick :parameters () :effect (and {effect}))")
    report = judge(task, "(tick)")
    assert (report.status, report.failed_step) == ("precondition_violated", 1)


@pytest.mark.parametrize("effect", ["(increase (g) 1)", "(assign (f) (g))", "(when (> (g) 0) (ticked))"])
def test_an_action_that_hangs_on_an_undefined_value_is_not_applicable(tmp_path: Path, effect: str) -> None:
    report = judge(ticking(tmp_path, "(and)", f"(:action tick :parameters () :effect {effect})"), "(tick)")
    assert report.status == "precondition_violated"
    assert "undefined" in " ".join(map(str, report.unmet))


def test_exact_numbers_where_a_slack_would_accept(tmp_path: Path) -> None:
    assert judge(ticking(tmp_path, "(>= (f) 1.00001)")).status == "goal_not_reached"
    assert judge(ticking(tmp_path, "(> (f) (f))")).status == "goal_not_reached"


@pytest.mark.parametrize("step", ["(tick a)", "(tock)"])
def test_surplus_arguments_and_unknown_names_make_the_plan_malformed(tmp_path: Path, step: str) -> None:
    assert judge(ticking(tmp_path, "(and)"), "(tick)", step).status == "malformed"


def test_decreasing_time_stamps_are_refused() -> None:
    with pytest.raises(InputError, match="time stamps decrease"):
        read_plan("2: (tick)\n1: (tick)", source="plan")


def test_the_built_in_total_time_needs_no_declaration(tmp_path: Path) -> None:
    ticking(tmp_path, "(ticked)")
    problem = tmp_path / "problem.pddl"
    text = problem.read_text(encoding="utf-8").rstrip()
    problem.write_text(f"{text[:-1]} (:metric minimize (total-time)))", encoding="utf-8")
    assert judge(read_task(tmp_path / "domain.pddl", problem), "(tick)").status == "valid"
