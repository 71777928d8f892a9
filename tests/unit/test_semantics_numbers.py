"""The rules on numeric fluents, each by a case worked out by hand."""

from fractions import Fraction
from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.semantics.action import Shortfall
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, Status


def counter(folder: Path, effect: str, *, init: str = "", goal: str = "(and)", condition: str = "(and)") -> Task:
    """Return a world with fluents x, y, z and one action `go`."""
    return world(
        folder,
        predicates="(q)",
        functions="(x) (y) (z ?o)",
        actions=f"(:action go :precondition {condition} :effect {effect})",
        constants="a b",
        init=init,
        goal=goal,
    )


def values(report: Report) -> dict[str, Fraction]:
    """Return the fluents without arguments in the last state."""
    return {fluent[0]: value for fluent, value in report.trace[-1].values.items() if len(fluent) == 1}


ONE_TWO = "(= (x) 1) (= (y) 2)"


@pytest.mark.parametrize(
    ("effect", "x", "y"),
    [
        ("(and (assign (x) (y)) (assign (y) (x)))", 2, 1),
        ("(and (increase (x) 1) (increase (y) (x)))", 2, 3),
        ("(and (increase (x) 5) (increase (x) 2) (decrease (x) 1))", 7, 2),
        ("(and (increase (x) 1) (increase (x) 1))", 3, 2),
        ("(decrease (x) (* (y) (+ (x) 3)))", -7, 2),
        ("(scale-up (y) (+ (y) 1))", 1, 6),
        ("(scale-down (x) 3)", Fraction(1, 3), 2),
        ("(assign (x) (/ (x) 3))", Fraction(1, 3), 2),
        ("(assign (x) (- (y)))", -2, 2),
        ("(assign (x) -0.5)", Fraction(-1, 2), 2),
        ("(forall (?o) (increase (x) 1))", 3, 2),
        ("(when (> (x) (y)) (increase (x) 1))", 1, 2),
        ("(when (< (x) (y)) (increase (x) 1))", 2, 2),
    ],
)
def test_effects_read_the_numbers_before_the_action(
    tmp_path: Path, effect: str, x: Fraction | int, y: Fraction | int
) -> None:
    report = judge(counter(tmp_path, effect, init=ONE_TWO), "(go)")
    assert report.status is Status.VALID
    assert values(report) == {"x": x, "y": y}


def test_swapping_twice_gives_the_start_back(tmp_path: Path) -> None:
    task = counter(tmp_path, "(and (assign (x) (y)) (assign (y) (x)))", init=ONE_TWO)
    assert judge(task, "(go)", "(go)").trace[2] == task.initial


@pytest.mark.parametrize(
    "effect",
    [
        "(and (assign (x) 1) (assign (x) 2))",
        "(and (assign (x) 1) (assign (x) 1))",
        "(and (assign (x) 1) (increase (x) 1))",
        "(and (scale-up (x) 2) (decrease (x) 1))",
    ],
)
def test_an_assignment_next_to_another_change_of_the_fluent_conflicts(tmp_path: Path, effect: str) -> None:
    report = judge(counter(tmp_path, effect, init=ONE_TWO), "(go)")
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 1)
    assert [part.shortfall for part in report.unmet] == [Shortfall.CONFLICT]


def test_assignments_to_one_schema_fluent_of_two_objects_do_not_conflict(tmp_path: Path) -> None:
    report = judge(counter(tmp_path, "(and (assign (z a) 1) (assign (z b) 2))"), "(go)")
    assert report.trace[-1].values == {("z", "a"): 1, ("z", "b"): 2}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(>= (x) 1)", True),
        ("(> (x) 1)", False),
        ("(not (> (x) 1))", True),
        ("(<= (x) 1)", True),
        ("(< (x) 1)", False),
        ("(= (x) 1)", True),
        ("(not (= (x) 1))", False),
        ("(<= (+ (x) 1) (y))", True),
        ("(< (+ (x) 1) (y))", False),
        ("(>= (x) 1.00001)", False),
        ("(= (* 3 0.1) 0.3)", True),
        ("(= (* 3 (/ (x) 3)) 1)", True),
    ],
)
def test_comparisons_are_exact(tmp_path: Path, condition: str, holds: bool) -> None:
    report = judge(counter(tmp_path, "(q)", init=ONE_TWO, condition=condition), "(go)")
    assert report.executable is holds


def test_an_unmet_comparison_tells_both_values(tmp_path: Path) -> None:
    report = judge(counter(tmp_path, "(q)", init=ONE_TWO, condition="(<= (+ (x) 2) (y))"), "(go)")
    assert [str(part) for part in report.unmet] == ["(<= (+ (x) 2) (y)) [3 against 2]"]


def test_adding_a_tenth_ten_times_makes_one(tmp_path: Path) -> None:
    task = counter(tmp_path, "(increase (x) 0.1)", init="(= (x) 0)", goal="(= (x) 1)")
    assert judge(task, *["(go)"] * 10).status is Status.VALID
    assert judge(task, *["(go)"] * 9).status is Status.GOAL_NOT_REACHED


def test_numeric_preconditions_are_checked_before_the_action(tmp_path: Path) -> None:
    task = counter(tmp_path, "(decrease (x) 1)", init="(= (x) 1)", condition="(>= (x) 1)")
    assert judge(task, "(go)").executable
    assert judge(task, "(go)", "(go)").failed_step == 2


UNDEFINED = [
    ("(> (x) 0)", "(q)"),
    ("(not (> (x) 0))", "(q)"),
    ("(= (x) (x))", "(q)"),
    ("(and)", "(increase (x) 1)"),
    ("(and)", "(assign (y) (x))"),
    ("(and)", "(assign (y) (/ 1 0))"),
    ("(and)", "(scale-down (y) (- (y) (y)))"),
    ("(and)", "(when (> (x) 0) (q))"),
]


@pytest.mark.parametrize(("condition", "effect"), UNDEFINED)
def test_reading_an_undefined_value_makes_the_action_inapplicable(tmp_path: Path, condition: str, effect: str) -> None:
    report = judge(counter(tmp_path, effect, init="(= (y) 2)", condition=condition), "(go)")
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 1)
    assert [part.shortfall for part in report.unmet] == [Shortfall.UNDEFINED]
    assert all("undefined" in str(part) for part in report.unmet)


@pytest.mark.parametrize("condition", ["(or (= (y) 2) (> (x) 0))", "(or (> (x) 0) (= (y) 2))"])
def test_an_undefined_value_that_decides_nothing_does_no_harm(tmp_path: Path, condition: str) -> None:
    assert judge(counter(tmp_path, "(q)", init="(= (y) 2)", condition=condition), "(go)").executable


def test_an_undefined_fluent_may_be_assigned(tmp_path: Path) -> None:
    assert judge(counter(tmp_path, "(assign (x) 3)", goal="(= (x) 3)"), "(go)").status is Status.VALID


def test_a_goal_that_reads_an_undefined_fluent_is_not_reached(tmp_path: Path) -> None:
    report = judge(counter(tmp_path, "(q)", goal="(and (q) (> (x) 0))"), "(go)")
    assert report.status is Status.GOAL_NOT_REACHED
    assert [part.shortfall for part in report.missed] == [Shortfall.UNDEFINED]


def test_total_cost_starts_at_zero_unless_given(tmp_path: Path) -> None:
    action = "(:action go :effect (increase (total-cost) 1))"
    task = world(tmp_path, functions="(total-cost)", actions=action, goal="(and)")
    assert values(judge(task, "(go)", "(go)")) == {"total-cost": 2}
    started = world(tmp_path, functions="(total-cost)", actions=action, init="(= (total-cost) 5)", goal="(and)")
    assert values(judge(started, "(go)")) == {"total-cost": 6}


def test_huge_numbers_stay_exact(tmp_path: Path) -> None:
    task = counter(tmp_path, "(increase (x) 1)", init="(= (x) 9007199254740992)", goal="(= (x) 9007199254740993)")
    assert judge(task, "(go)").status is Status.VALID
