"""Limits bind in every phase, and messages name the phase, the action and the way out; joins ground what they can."""

import resource
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from planclaims.cli.main import main
from planclaims.errors import LimitExceeded
from planclaims.pddl_io import read_task
from planclaims.search import Limits, solve
from planclaims.search.limits import Watch
from planclaims.search.plain import solve_plainly
from planclaims.search.task.reachability import reachable_actions
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.task import Task

MEBIBYTE = 2**20

World = Callable[[str, str], Task]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Read a domain's body and a problem's."""

    def read(domain: str, problem: str) -> Task:
        (tmp_path / "domain.pddl").write_text(f"(define (domain d) (:requirements :adl :fluents) {dedent(domain)})")
        (tmp_path / "problem.pddl").write_text(f"(define (problem p) (:domain d) {dedent(problem)})")
        return read_task(tmp_path / "domain.pddl", tmp_path / "problem.pddl")

    return read


def objects(number: int) -> str:
    return f"(:objects {' '.join(f'o{index}' for index in range(number))} - thing)"


WIDE = """(:types thing) (:predicates (done) (won ?a - thing) (all-won ?a ?b ?c ?d ?e ?f - thing) (ready ?a - thing))
  (:action big :parameters (?a ?b ?c ?d ?e ?f - thing) :precondition {} :effect {})"""


def test_parameters_that_decide_nothing_are_bound_once(world: World) -> None:
    task = world(WIDE.format("(not (= ?a ?b))", "(done)"), objects(25) + "(:init) (:goal (done))")
    assert list(map(str, solve(task).plan or ())) == ["(big o0 o1 o0 o0 o0 o0)"]
    assert solve_plainly(task).optimal_length == 1
    assert solve(task, symmetry=False).optimal_length == 1


def test_the_first_witness_stands_for_each_effect(world: World) -> None:
    task = world(
        WIDE.format("(and (not (= ?a ?b)) (not (= ?b ?c)))", "(won ?b)"), objects(25) + "(:init) (:goal (done))"
    )
    found = [action.arguments for action in reachable_actions(task, Watch())]
    assert ("o0", "o1", "o0", "o0", "o0", "o0") in found
    assert sorted(arguments[1] for arguments in found) == sorted(f"o{index}" for index in range(25))
    assert ("o1", "o0", "o1", "o0", "o0", "o0") in found


def test_a_parameter_of_a_changing_condition_is_no_witness(world: World) -> None:
    task = world(
        """(:types thing) (:predicates (free ?a - thing) (done) (lost))
        (:action use :parameters (?a - thing) :precondition (and (free ?a) (lost)) :effect (done))
        (:action lose :parameters () :precondition (free o0) :effect (and (lost) (not (free o0))))
        """.replace("(:types thing)", "(:types thing) (:constants o0 - thing)"),
        "(:objects o1 - thing) (:init (free o0) (free o1)) (:goal (done))",
    )
    assert list(map(str, solve(task).plan or ())) == ["(lose)", "(use o1)"]


@pytest.mark.parametrize(
    ("condition", "effect", "init"),
    [
        ("(not (= ?a ?b))", "(all-won ?a ?b ?c ?d ?e ?f)", ""),
        ("(not (= ?a ?b))", "(forall (?x - thing) (when (won ?x) (all-won ?a ?b ?c ?d ?e ?x)))", ""),
        (
            "(and (ready ?a) (ready ?b) (ready ?c) (ready ?d) (ready ?e) (ready ?f))",
            "(and (won ?a) (not (ready ?b)))",
            " ".join(f"(ready o{index})" for index in range(25)),
        ),
    ],
    ids=["free", "quantified", "changing"],
)
def test_too_many_ground_actions_are_told_within_the_limits(
    world: World, condition: str, effect: str, init: str
) -> None:
    task = world(WIDE.format(condition, effect), objects(25) + f"(:init {init}) (:goal (done))")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for search in (solve, solve_plainly):
        with pytest.raises(LimitExceeded, match=r"grounding, action big: .*(--states|--memory-gib)"):
            search(task, Limits(memory_bytes=40 * MEBIBYTE))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024


def test_quantifiers_are_not_expanded_beyond_the_memory(world: World) -> None:
    domain = """(:types thing) (:predicates (q ?a ?b ?c ?d - thing) (done))
      (:action big :parameters () :precondition {} :effect (done))"""
    every = "(forall (?a ?b ?c ?d - thing) (not (q ?a ?b ?c ?d)))"
    with pytest.raises(LimitExceeded, match="action big: expanding the quantifiers of the action"):
        solve(world(domain.format(every), objects(200) + "(:init) (:goal (done))"))
    with pytest.raises(LimitExceeded, match="expanding the quantifiers of the goal"):
        solve(world(domain.format("()"), objects(200) + f"(:init) (:goal {every})"))


def test_time_is_limited_in_grounding(world: World) -> None:
    domain = WIDE.format("(and (ready ?a) (ready ?b) (ready ?c) (ready ?d) (ready ?e) (ready ?f))", "(not (ready ?a))")
    ready = " ".join(f"(ready o{index})" for index in range(25))
    start = time.monotonic()
    with pytest.raises(LimitExceeded, match=r"grounding, action big: no answer within 0.2 seconds.*--seconds"):
        solve(world(domain, objects(25) + f"(:init {ready}) (:goal (done))"), Limits(seconds=0.2))
    assert time.monotonic() - start < 5


def test_ground_actions_end_without_a_watch(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planclaims.semantics.grounding._MOST_BINDINGS", 1000)
    task = world(WIDE.format("(not (= ?a ?b))", "(done)"), objects(25) + "(:init) (:goal (done))")
    with pytest.raises(LimitExceeded, match="grounding: action big has more than 1000 bindings"):
        list(ground_actions(task))


@pytest.mark.parametrize("parameters", ["?a ?b ?c", "?c ?a ?b", "?b ?c ?a"])
def test_static_partners_are_joined_whatever_the_order_of_parameters(world: World, parameters: str) -> None:
    number = 3000
    task = world(
        f"""(:types thing) (:predicates (next ?a ?b - thing) (met ?a - thing) (banned ?a - thing))
        (:action meet :parameters ({parameters} - thing)
          :precondition (and (next ?a ?b) (next ?b ?c) (not (banned ?b)) (not (= ?a ?c))) :effect (met ?c))""",
        objects(number)
        + f"(:init (banned o7) {' '.join(f'(next o{i} o{(i * 7 + 1) % number})' for i in range(number))})"
        + "(:goal (met o57))",
    )
    start = time.monotonic()
    actions = reachable_actions(task, Watch())
    assert number - 20 < len(actions) < number
    assert solve(task).optimal_length == 1
    assert time.monotonic() - start < 30


def test_only_what_can_be_reached_is_ground(world: World) -> None:
    task = world(
        """(:types thing) (:predicates (at ?a - thing) (road ?a ?b - thing))
        (:action go :parameters (?a ?b - thing) :precondition (and (at ?a) (road ?a ?b))
          :effect (and (at ?b) (not (at ?a))))""",
        objects(6) + "(:init (at o0) (road o0 o1) (road o1 o2) (road o3 o4) (road o4 o0)) (:goal (at o2))",
    )
    assert [str(action) for action in reachable_actions(task, Watch())] == ["(go o0 o1)", "(go o1 o2)"]
    assert [str(action) for action in ground_actions(task)] == ["(go o0 o1)", "(go o1 o2)", "(go o3 o4)", "(go o4 o0)"]


def test_a_counter_of_members_of_which_some_start_undefined_stays_out_of_the_state(world: World) -> None:
    domain = """(:types thing) (:predicates (on ?a - thing) (never)) (:functions (uses ?a - thing))
      (:action flip :parameters (?a - thing) :precondition (not (on ?a))
        :effect (and (on ?a) (increase (uses ?a) 1)))
      (:action flop :parameters (?a - thing) :precondition (on ?a)
        :effect (and (not (on ?a)) (increase (uses ?a) 1)))"""
    task = world(domain, objects(3) + "(:init (= (uses o0) 0) (= (uses o2) 0)) (:goal (never))")
    few = Limits(states=100)
    plain, apart, together = solve_plainly(task, few), solve(task, few, symmetry=False), solve(task, few)
    assert plain.reachable_states == apart.reachable_states == 4
    assert together.reachable_states == 3


def test_states_are_told_apart_where_that_is_cheap(world: World) -> None:
    domain = """(:types thing) (:predicates (on ?a - thing) (spent ?a - thing) (never))
      (:action flip :parameters (?a - thing) :precondition (and (not (on ?a)) (not (spent ?a))) :effect (on ?a))
      (:action spend :parameters (?a - thing) :precondition (on ?a) :effect (and (not (on ?a)) (spent ?a)))"""
    for init in ("", "(on o0)", "(on o0) (on o3) (spent o1)"):
        task = world(domain, objects(5) + f"(:init {init}) (:goal (never))")
        together, plain = solve(task, tell_apart=True), solve_plainly(task)
        assert together.canonical
        assert together.reachable_states < plain.reachable_states == together.told_apart
    assert solve(task).told_apart is None


def test_a_plan_is_not_validated_where_quantifiers_are_too_large(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = "(forall (?a ?b ?c ?d ?e) (imply (p ?a ?b) (p ?c ?d)))"
    plain = "(:action b :parameters (?x) :precondition (p ?x ?x) :effect (p ?x ?x))"
    head = "(define (domain d) (:requirements :adl) (:predicates (p ?a ?b))"
    domain, problem, plan = (tmp_path / name for name in ("d.pddl", "p.pddl", "my.plan"))
    domain.write_text(f"{head} (:action a :parameters (?x) :precondition {large} :effect (p ?x ?x)) {plain})")
    objects = " ".join(f"o{number}" for number in range(120))
    start = f"(define (problem q) (:domain d) (:objects {objects}) (:init (p o1 o1))"
    problem.write_text(f"{start} (:goal (p o1 o1)))")
    for step, code in (("(b o1)", 0), ("(a o1)", 3)):
        plan.write_text(step)
        assert main(["validate", str(domain), str(problem), str(plan)]) == code
    assert "grounding, action a: expanding the quantifiers of the action gives" in capsys.readouterr().err
    problem.write_text(f"{start} (:goal {large}))")
    for command in ("validate", "play"):
        assert main([command, str(domain), str(problem), *([str(plan)] if command == "validate" else [])]) == 3
        assert "expanding the quantifiers of the goal gives" in capsys.readouterr().err
