"""What the search finds out about a task before it starts: mutex groups, interchangeable objects, what can matter."""

from dataclasses import replace
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.search import solve
from planclaims.search.states.variables import FactVariable
from planclaims.search.task.classes import reduced_task
from planclaims.search.task.mutex import MutexGroup, mutex_groups
from planclaims.search.task.relevance import ground_task
from planclaims.semantics.formula import Atom
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.task import Task

CRANE = """
(define (domain crane) (:requirements :typing :negative-preconditions :numeric-fluents)
  (:types yard box crane)
  (:constants spare - box)
  (:predicates (lies-in ?b - box ?y - yard) (lifted ?b - box ?c - crane) (idle ?c - crane) (joined ?a ?b - yard)
    (stamped ?b - box) (banned ?b - box) (seen ?b - box))
  (:functions (total-cost) (weight ?b - box) (lifts ?b - box))
  (:action lift :parameters (?b - box ?c - crane ?y - yard)
    :precondition (and (lies-in ?b ?y) (idle ?c) (not (banned ?b)))
    :effect (and (not (lies-in ?b ?y)) (not (idle ?c)) (lifted ?b ?c) (increase (lifts ?b) 1)
      (increase (total-cost) (weight ?b))))
  (:action lower :parameters (?b - box ?c - crane ?y - yard) :precondition (lifted ?b ?c)
    :effect (and (lies-in ?b ?y) (idle ?c) (not (lifted ?b ?c))))
  (:action stamp :parameters (?b - box) :precondition (and (seen ?b) (not (stamped ?b))) :effect (stamped ?b))
  (:action wipe :parameters (?b - box) :precondition (stamped ?b) :effect (not (stamped ?b))))
"""


def crane(folder: Path, init: str, goal: str, objects: str = "north south - yard k - crane a b c d - box") -> Task:
    weights = " ".join(f"(= (weight {name}) 1) (= (lifts {name}) 0)" for name in "abcd")
    problem = f"(define (problem p) (:domain crane) (:objects {objects}) (:init {weights} {init}) (:goal {goal}))"
    (folder / "domain.pddl").write_text(CRANE)
    (folder / "problem.pddl").write_text(problem)
    return read_task(folder / "domain.pddl", folder / "problem.pddl")


EVERYWHERE = "(lies-in a north) (lies-in b north) (lies-in c south) (lies-in d south) (idle k)"
ALL_SOUTH = "(and (lies-in a south) (lies-in b south) (lies-in c south) (lies-in d south))"


def groups(task: Task) -> list[MutexGroup]:
    return mutex_groups(ground_task(task, tuple(ground_actions(task))))


def group_with(found: list[MutexGroup], *atoms: Atom) -> MutexGroup:
    return next(group for group in found if group.facts.issuperset(atoms))


def classes(task: Task) -> list[list[str]]:
    return [[member.name for member in members] for members in reduced_task(task, symmetry=True).variables.classes]


def test_a_box_is_in_a_yard_or_on_the_crane(tmp_path: Path) -> None:
    found = groups(crane(tmp_path, EVERYWHERE, ALL_SOUTH))
    box = group_with(found, ("lies-in", "a", "north"), ("lies-in", "a", "south"))
    assert box == MutexGroup(
        frozenset({("lies-in", "a", "north"), ("lies-in", "a", "south"), ("lifted", "a", "k")}), exact=True
    )
    hook = group_with(found, ("idle", "k"), ("lifted", "a", "k"))
    assert hook.exact
    assert len(hook.facts) == 5


def test_a_box_that_is_nowhere_leaves_its_facts_out(tmp_path: Path) -> None:
    task = crane(tmp_path, EVERYWHERE.replace("(lies-in a north)", ""), ALL_SOUTH)
    assert not any(atom[1] == "a" for atom in ground_task(task, tuple(ground_actions(task))).facts)


def test_two_places_at_once_are_no_mutex(tmp_path: Path) -> None:
    found = groups(crane(tmp_path, EVERYWHERE + " (lies-in a south)", ALL_SOUTH))
    assert not any({("lies-in", "a", "north"), ("lies-in", "a", "south")} <= group.facts for group in found)


def test_what_cannot_change_or_matter_is_left_out(tmp_path: Path) -> None:
    task = crane(tmp_path, EVERYWHERE + " (seen a) (banned b)", ALL_SOUTH)
    ground = ground_task(task, tuple(ground_actions(task)))
    assert ("seen", "a") in ground.held
    assert ("lies-in", "b", "north") in ground.held
    assert [atom for atom in ground.facts if atom[0] == "stamped"] == [("stamped", "a")]
    assert ground.fluents == ()  # neither cost nor the count of lifts is ever read
    assert not any("b" in action.arguments for action in ground.actions)


def test_a_fluent_that_the_goal_reads_is_kept(tmp_path: Path) -> None:
    task = crane(tmp_path, EVERYWHERE, "(= (lifts a) 2)")
    assert ground_task(task, tuple(ground_actions(task))).fluents == (("lifts", "a"),)
    assert solve(task).optimal_length == 3  # lift, lower, lift


def test_boxes_of_one_goal_are_interchangeable_wherever_they_are(tmp_path: Path) -> None:
    assert classes(crane(tmp_path, EVERYWHERE, ALL_SOUTH)) == [["a", "b", "c", "d"]]


@pytest.mark.parametrize(
    ("init", "goal", "expected"),
    [
        ("", "(and (lies-in a south) (lies-in b south) (lies-in c north) (lies-in d north))", [["a", "b"], ["c", "d"]]),
        ("", "(and (lies-in a south) (lies-in b north))", [["c", "d"]]),
        ("(seen a)", ALL_SOUTH, [["b", "c", "d"]]),
        ("(seen a) (seen b) (stamped b)", ALL_SOUTH, [["a", "b"], ["c", "d"]]),
        ("(banned a) (banned b)", ALL_SOUTH, [["c", "d"]]),
        ("", "(exists (?b - box) (and (lies-in ?b south) (stamped ?b)))", [["a", "b", "c", "d"]]),
        ("", "(and (lies-in a south) (< (lifts a) (lifts b)))", [["c", "d"]]),
    ],
)
def test_goal_and_static_facts_tell_objects_apart(
    tmp_path: Path, init: str, goal: str, expected: list[list[str]]
) -> None:
    assert classes(crane(tmp_path, EVERYWHERE + init, goal)) == expected


def test_other_static_values_tell_objects_apart(tmp_path: Path) -> None:
    task = crane(tmp_path, EVERYWHERE, ALL_SOUTH)
    values = {**task.problem.values, ("weight", "c"): 5 * task.problem.values["weight", "c"]}
    heavy = Task(task.domain, replace(task.problem, values=values))
    assert classes(heavy) == [["a", "b", "d"]]


def test_no_variable_mixes_two_interchangeable_objects(tmp_path: Path) -> None:
    variables = reduced_task(crane(tmp_path, EVERYWHERE, ALL_SOUTH), symmetry=True).variables
    assert ("idle", "k") in [v.values[1] for v in variables.common if isinstance(v, FactVariable)]
    shapes = {tuple(len(v.values) for v in m.variables if isinstance(v, FactVariable)) for m in variables.classes[0]}
    assert shapes == {(3,)}


def test_exchanging_objects_saves_states_and_keeps_the_length(tmp_path: Path) -> None:
    task = crane(tmp_path, EVERYWHERE, "(and (lies-in a north) (lies-in b north) (lies-in c north) (lies-in d north))")
    apart, together = solve(task, symmetry=False), solve(task)
    assert apart.optimal_length == together.optimal_length == 4
    assert together.canonical
    assert not apart.canonical
    assert together.reachable_states < apart.reachable_states
