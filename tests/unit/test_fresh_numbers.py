"""Numbers that outgrow every use: no verdict, told in one line, instead of a crash or a run without end."""

from __future__ import annotations

from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.cli.main import main
from planclaims.errors import LimitExceeded
from planclaims.search import solve
from planclaims.semantics.task import Task

SQUARE = "(:action square :parameters () :precondition (> (f) 1) :effect (assign (f) (* (f) (f))))"
NEVER = "(:action never :parameters () :precondition (< (f) 0) :effect (done))"
SUM = "(:action sum :parameters () :effect (and (increase (f) (/ 1 (g))) (scale-up (g) (g))))"


def growing(folder: Path, actions: str) -> Task:
    return world(
        folder, predicates="(done)", functions="(f) (g)", init="(= (f) 2.5) (= (g) 3)", actions=actions, goal="(done)"
    )


@pytest.mark.parametrize(("actions", "step"), [(SQUARE, "(square)"), (SUM, "(sum)")])
def test_a_plan_that_lets_a_number_explode_has_no_verdict(tmp_path: Path, actions: str, step: str) -> None:
    task = growing(tmp_path, actions)
    assert judge(task, *[step] * 5).status == "goal_not_reached"
    with pytest.raises(LimitExceeded, match="more than 4000 digits"):
        judge(task, *[step] * 40)


def test_a_search_through_exploding_numbers_ends(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="more than 4000 digits"):
        solve(growing(tmp_path, SQUARE + NEVER))


def test_large_numbers_below_the_bound_are_exact_and_can_be_told(tmp_path: Path) -> None:
    report = judge(growing(tmp_path, SQUARE + NEVER), *["(square)"] * 11, "(never)")
    assert report.status == "precondition_violated"
    assert len(str(report.unmet[0])) > 1000


def test_the_command_tells_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    growing(tmp_path, SQUARE)
    (tmp_path / "plan").write_text("(square)\n" * 40, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("domain.pddl", "problem.pddl", "plan")]
    assert main(["validate", *files]) == 3
    assert capsys.readouterr().err == "planclaims: a number of more than 4000 digits came up, so there is no verdict\n"
