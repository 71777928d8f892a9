"""Tasks small enough to solve by hand, read from PDDL and searched in packed form."""

from pathlib import Path
from textwrap import dedent

import pytest

from planclaims.errors import LimitExceeded
from planclaims.pddl_io import read_task
from planclaims.search import Limits, Solution, solve
from planclaims.search.plain import solve_plainly
from planclaims.semantics.task import Task

BLOCKS = """
    (define (domain blocks)
      (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (arm-empty) (holding ?x))
      (:action pick-up :parameters (?x) :precondition (and (clear ?x) (on-table ?x) (arm-empty))
        :effect (and (holding ?x) (not (clear ?x)) (not (on-table ?x)) (not (arm-empty))))
      (:action put-down :parameters (?x) :precondition (holding ?x)
        :effect (and (not (holding ?x)) (clear ?x) (on-table ?x) (arm-empty)))
      (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
        :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (on ?x ?y) (arm-empty)))
      (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (arm-empty))
        :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (arm-empty)))))
"""
BRIEFCASE = """
    (define (domain briefcase) (:requirements :typing :conditional-effects)
      (:types place item)
      (:predicates (stands-at ?p - place) (lies-at ?i - item ?p - place) (packed ?i - item))
      (:action carry :parameters (?from ?to - place) :precondition (stands-at ?from)
        :effect (and (not (stands-at ?from)) (stands-at ?to)
          (forall (?i - item) (when (packed ?i) (and (not (lies-at ?i ?from)) (lies-at ?i ?to))))))
      (:action pack :parameters (?i - item ?p - place) :precondition (and (lies-at ?i ?p) (stands-at ?p))
        :effect (packed ?i))
      (:action unpack :parameters (?i - item) :precondition (packed ?i) :effect (not (packed ?i))))
"""
JARS = """
    (define (domain jars) (:requirements :typing :numeric-fluents :negative-preconditions)
      (:types jar)
      (:predicates (sealed ?j - jar))
      (:functions (litres ?j - jar) (size ?j - jar))
      (:action fill :parameters (?j - jar) :precondition (not (sealed ?j))
        :effect (assign (litres ?j) (size ?j)))
      (:action empty :parameters (?j - jar) :precondition (not (sealed ?j)) :effect (assign (litres ?j) 0))
      (:action pour-all :parameters (?a ?b - jar)
        :precondition (and (not (= ?a ?b)) (not (sealed ?a)) (not (sealed ?b))
          (<= (+ (litres ?a) (litres ?b)) (size ?b)))
        :effect (and (increase (litres ?b) (litres ?a)) (assign (litres ?a) 0)))
      (:action pour-until-full :parameters (?a ?b - jar)
        :precondition (and (not (= ?a ?b)) (not (sealed ?a)) (not (sealed ?b))
          (> (+ (litres ?a) (litres ?b)) (size ?b)))
        :effect (and (decrease (litres ?a) (- (size ?b) (litres ?b))) (assign (litres ?b) (size ?b)))))
"""
COUNTER = """
    (define (domain counter) (:requirements :numeric-fluents)
      (:predicates (ready) (never))
      (:functions (x) (y))
      (:action up :parameters () :precondition () :effect (increase (x) 3))
      (:action down :parameters () :precondition () :effect (decrease (x) 1))
      (:action share :parameters () :precondition () :effect (assign (x) (/ (x) (y))))
      (:action start :parameters () :precondition () :effect (and (ready) (assign (y) 2))))
"""


def task(folder: Path, domain: str, problem: str) -> Task:
    name = domain.split("(domain ")[1].partition(")")[0]
    (folder / "domain.pddl").write_text(dedent(domain))
    (folder / "problem.pddl").write_text(f"(define (problem p) (:domain {name}) {problem})")
    return read_task(folder / "domain.pddl", folder / "problem.pddl")


def names(solution: Solution) -> list[str]:
    return [str(action) for action in solution.plan or ()]


def test_sussman_anomaly_takes_six_actions(tmp_path: Path) -> None:
    init = "(:init (on c a) (on-table a) (on-table b) (clear c) (clear b) (arm-empty))"
    goal = "(:goal (and (on a b) (on b c)))"
    solution = solve(task(tmp_path, BLOCKS, f"(:objects a b c) {init} {goal}"))
    assert names(solution) == [
        "(unstack c a)",
        "(put-down c)",
        "(pick-up b)",
        "(stack b c)",
        "(pick-up a)",
        "(stack a b)",
    ]


def test_cyclic_tower_exhausts_all_states_of_three_blocks(tmp_path: Path) -> None:
    init = "(:init (on-table a) (on-table b) (on-table c) (clear a) (clear b) (clear c) (arm-empty))"
    goal = "(:goal (and (on a b) (on b c) (on c a)))"
    solution = solve(task(tmp_path, BLOCKS, f"(:objects a b c) {init} {goal}"))
    # 13 ways to arrange three blocks; with one of three held, 3 ways to arrange the other two: 13 + 9
    assert solution == Solution(False, None, 22, True, False)


def test_what_is_packed_moves_along_and_the_rest_stays(tmp_path: Path) -> None:
    problem = """(:objects home office - place pen book - item)
      (:init (stands-at home) (lies-at pen home) (lies-at book home))
      (:goal (and (lies-at pen office) (lies-at book home)))"""
    solution = solve(task(tmp_path, BRIEFCASE, problem))
    assert names(solution) == ["(pack pen home)", "(carry home office)"]


def test_carrying_to_the_same_place_loses_nothing(tmp_path: Path) -> None:
    problem = """(:objects home - place pen - item) (:init (stands-at home) (lies-at pen home))
      (:goal (and (packed pen) (not (lies-at pen home))))"""
    assert solve(task(tmp_path, BRIEFCASE, problem)) == Solution(False, None, 2, True, False)


@pytest.mark.parametrize(("litres", "length"), [(3, 2), (2, 2), (4, 6), (1, 6), (7, None)])
def test_measuring_with_jars_of_five_and_three(tmp_path: Path, litres: int, length: int | None) -> None:
    problem = f"""(:objects big small - jar)
      (:init (= (size big) 5) (= (size small) 3) (= (litres big) 0) (= (litres small) 0))
      (:goal (= (litres big) {litres}))"""
    solution = solve(task(tmp_path, JARS, problem))
    assert solution.optimal_length == length
    if length is None:
        assert solution.reachable_states == 16  # the rim of the grid 0..5 by 0..3


def test_sealed_jars_leave_nothing_to_do(tmp_path: Path) -> None:
    problem = """(:objects big - jar) (:init (sealed big) (= (size big) 5) (= (litres big) 0))
      (:goal (= (litres big) 5))"""
    assert solve(task(tmp_path, JARS, problem)) == Solution(False, None, 1, True, False)


def test_halving_is_exact(tmp_path: Path) -> None:
    problem = "(:init (= (x) 0)) (:goal (= (* 4 (x)) 3))"
    solution = solve(task(tmp_path, COUNTER, problem))
    assert sorted(names(solution)) == ["(share)", "(share)", "(start)", "(up)"]


def test_reading_an_undefined_fluent_makes_the_action_inapplicable(tmp_path: Path) -> None:
    problem = "(:init (= (x) 2)) (:goal (and (= (x) 1) (not (ready))))"
    assert names(solve(task(tmp_path, COUNTER, problem))) == ["(down)"]
    # without a value of its own, x only gets one from y, which only `start` defines: 2, then 5, 4, 3
    domain = COUNTER.replace("(assign (x) (/ (x) (y)))", "(assign (x) (y))")
    solution = solve(task(tmp_path, domain, "(:init) (:goal (= (x) 3))"))
    assert names(solution)[:2] == ["(start)", "(share)"]
    assert sorted(names(solution)[2:]) == ["(down)", "(down)", "(up)"]


def test_unbounded_fluent_meets_the_limit(tmp_path: Path) -> None:
    problem = "(:init (= (x) 0)) (:goal (never))"
    with pytest.raises(LimitExceeded, match="states"):
        solve(task(tmp_path, COUNTER, problem), Limits(states=5000))


def test_fluent_with_too_many_values_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planclaims.search.states.numbers.LAST_WIDTH", 8)
    domain = """(define (domain tick) (:requirements :numeric-fluents) (:functions (hands))
      (:action tick :parameters () :precondition () :effect (increase (hands) 100)))"""
    with pytest.raises(LimitExceeded, match="hands"):
        solve(task(tmp_path, domain, "(:init (= (hands) 0)) (:goal (= (hands) 1))"))


def test_memory_limit_is_kept(tmp_path: Path) -> None:
    init = "(:init (on-table a) (clear a) (arm-empty))"
    problem = task(tmp_path, BLOCKS, f"(:objects a) {init} (:goal (holding a))")
    with pytest.raises(LimitExceeded, match="memory"):
        solve(problem, Limits(memory_bytes=10))


def test_same_task_same_plan(tmp_path: Path) -> None:
    problem = """(:objects a b c - place pen book key - item)
      (:init (stands-at a) (lies-at pen a) (lies-at book b) (lies-at key c))
      (:goal (and (lies-at pen c) (lies-at book c) (lies-at key b) (not (packed key))))"""
    briefcase = task(tmp_path, BRIEFCASE, problem)
    assert solve(briefcase) == solve(briefcase)
    assert solve(briefcase).optimal_length == solve_plainly(briefcase).optimal_length
