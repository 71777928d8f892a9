"""The rules on facts, each by a case worked out by hand."""

from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.semantics.action import Shortfall, Unmet
from planclaims.semantics.formula import Holds, Not
from planclaims.semantics.grounding import applicable_actions, ground_actions
from planclaims.semantics.task import FaultKind, Step, Task
from planclaims.semantics.validation import Status

MOVE = """(:action move :parameters (?from ?to) :precondition (at ?from)
           :effect (and (not (at ?from)) (at ?to)))"""


@pytest.fixture
def walk(tmp_path: Path) -> Task:
    return world(tmp_path, predicates="(at ?x)", actions=MOVE, objects="a b c", init="(at a)", goal="(at c)")


def test_a_plan_is_valid_when_its_last_state_is_a_goal_state(walk: Task) -> None:
    report = judge(walk, "(move a b)", "(move b c)")
    assert (report.status, report.executable, report.goal_reached) == (Status.VALID, True, True)
    assert [state.facts for state in report.trace] == [{("at", "a")}, {("at", "b")}, {("at", "c")}]
    assert (report.reached, report.missed, report.failed_step) == ((Holds(("at", "c")),), (), None)


def test_the_goal_reached_midway_but_left_again_is_not_reached(walk: Task) -> None:
    report = judge(walk, "(move a c)", "(move c b)")
    assert (report.status, report.executable, report.goal_reached) == (Status.GOAL_NOT_REACHED, True, False)
    assert report.missed == (Unmet(Holds(("at", "c"))),)


def test_the_empty_plan_is_executable_but_valid_only_at_a_goal(tmp_path: Path, walk: Task) -> None:
    assert judge(walk).status is Status.GOAL_NOT_REACHED
    done = world(tmp_path, predicates="(at ?x)", actions=MOVE, objects="c", init="(at c)", goal="(at c)")
    assert judge(done).status is Status.VALID


def test_an_unmet_precondition_stops_the_execution_at_its_step(walk: Task) -> None:
    report = judge(walk, "(move a b)", "(move a c)", "(move b c)")
    assert (report.status, report.executable, report.goal_reached) == (Status.PRECONDITION_VIOLATED, False, None)
    assert (report.failed_step, report.unmet) == (2, (Unmet(Holds(("at", "a"))),))
    assert [state.facts for state in report.trace] == [{("at", "a")}, {("at", "b")}]


def test_a_violation_after_the_goal_still_fails_the_plan(walk: Task) -> None:
    report = judge(walk, "(move a c)", "(move a b)")
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 2)


def test_every_unmet_conjunct_is_named(tmp_path: Path) -> None:
    action = "(:action go :precondition (and (p) (q) (not (r)) (or (p) (q))) :effect (p))"
    task = world(tmp_path, predicates="(p) (q) (r)", actions=action, init="(q) (r)", goal="(p)")
    assert [str(part) for part in judge(task, "(go)").unmet] == ["(p)", "(not (r))"]


@pytest.mark.parametrize(
    ("line", "kind", "told"),
    [
        ("(fly a b)", FaultKind.UNKNOWN_ACTION, "there is no action 'fly'; the actions are move"),
        ("(move a)", FaultKind.ARITY, "move takes 2 arguments; 1 given"),
        ("(move a b b)", FaultKind.ARITY, "move takes 2 arguments; 3 given"),
        ("(move a z)", FaultKind.UNKNOWN_OBJECT, "there is no object 'z'"),
        ("(move a at)", FaultKind.UNKNOWN_OBJECT, "there is no object 'at'"),
    ],
)
def test_an_ill_formed_step_makes_the_whole_plan_malformed(walk: Task, line: str, kind: FaultKind, told: str) -> None:
    report = judge(walk, "(move a b)", line)
    assert (report.status, report.failed_step, report.executable) == (Status.MALFORMED, 2, False)
    assert report.fault is not None
    assert (report.fault.kind, report.fault.message) == (kind, told)
    assert report.trace == (walk.initial,)


def test_a_malformed_step_counts_before_an_earlier_violation(walk: Task) -> None:
    assert judge(walk, "(move b c)", "(move a)").status is Status.MALFORMED


def test_binding_an_ill_formed_step_is_an_error(walk: Task) -> None:
    with pytest.raises(ValueError, match="move takes 2 arguments"):
        walk.bind(Step("move", ("a",)))


def test_names_mean_the_same_in_any_case(walk: Task) -> None:
    assert judge(walk, "(MOVE A b)", "(Move B C)").status is Status.VALID


def test_delete_comes_before_add(walk: Task) -> None:
    assert judge(walk, "(move a a)", "(move a c)").status is Status.VALID


@pytest.mark.parametrize("effect", ["(and (p) (not (p)))", "(and (not (p)) (p))"])
def test_a_fact_both_deleted_and_added_holds(tmp_path: Path, effect: str) -> None:
    task = world(tmp_path, predicates="(p)", actions=f"(:action a :effect {effect})", goal="(p)")
    assert judge(task, "(a)").status is Status.VALID


def test_effects_do_not_see_each_other(tmp_path: Path) -> None:
    action = "(:action swap :effect (and (when (p) (and (q) (not (p)))) (when (q) (and (p) (not (q))))))"
    task = world(tmp_path, predicates="(p) (q)", actions=action, init="(p)", goal="(q)")
    assert [sorted(state.facts) for state in judge(task, "(swap)", "(swap)").trace] == [[("p",)], [("q",)], [("p",)]]


def test_a_negative_precondition_holds_when_the_fact_does_not(tmp_path: Path) -> None:
    action = "(:action shut :precondition (not (closed)) :effect (closed))"
    task = world(tmp_path, predicates="(closed)", actions=action, goal="(closed)")
    assert judge(task, "(shut)").status is Status.VALID
    report = judge(task, "(shut)", "(shut)")
    assert report.unmet == (Unmet(Not(Holds(("closed",)))),)


def test_equality_compares_the_bound_objects(tmp_path: Path) -> None:
    action = "(:action link :parameters (?x ?y) :precondition (not (= ?x ?y)) :effect (on ?x ?y))"
    task = world(tmp_path, predicates="(on ?x ?y)", actions=action, objects="a b", goal="(on a b)")
    assert judge(task, "(link a b)").status is Status.VALID
    assert [str(part) for part in judge(task, "(link a a)").unmet] == ["(not (= a a))"]


def test_two_parameters_may_be_one_object_unless_the_domain_forbids_it(tmp_path: Path) -> None:
    action = "(:action link :parameters (?x ?y) :effect (on ?x ?y))"
    task = world(tmp_path, predicates="(on ?x ?y)", actions=action, objects="a", goal="(on a a)")
    assert judge(task, "(link a a)").status is Status.VALID


@pytest.fixture
def fleet(tmp_path: Path) -> Task:
    return world(
        tmp_path,
        types="truck plane - vehicle city",
        constants="hub - city",
        predicates="(at ?v - vehicle ?c - city) (marked ?x)",
        actions="""(:action drive :parameters (?v - vehicle ?c - city) :effect (at ?v ?c))
            (:action mark :parameters (?x - (either plane city)) :effect (marked ?x))
            (:action home :parameters (?t - truck) :effect (at ?t hub))
            (:action free :parameters (?x) :effect (marked ?x))""",
        objects="t - truck p - plane c - city o - object",
        goal="(at t hub)",
    )


@pytest.mark.parametrize("line", ["(drive t hub)", "(drive p c)", "(mark p)", "(mark hub)", "(home t)", "(free o)"])
def test_subtypes_either_and_constants_are_accepted(fleet: Task, line: str) -> None:
    assert judge(fleet, line).executable


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("(drive c c)", "c is of type city; as v of drive a vehicle is needed"),
        ("(mark t)", "t is of type truck; as x of mark a plane or city is needed"),
        ("(home p)", "p is of type plane; as t of home a truck is needed"),
        ("(drive o c)", "o is of type object; as v of drive a vehicle is needed"),
    ],
)
def test_a_wrong_type_is_ill_formed(fleet: Task, line: str, told: str) -> None:
    fault = judge(fleet, line).fault
    assert fault is not None
    assert (fault.kind, fault.message) == (FaultKind.TYPE, told)


def test_quantified_preconditions_range_over_objects_and_constants(tmp_path: Path) -> None:
    action = """(:action all :precondition (forall (?x) (p ?x)) :effect (done))
                (:action some :precondition (exists (?x) (p ?x)) :effect (done))"""
    task = world(
        tmp_path, constants="k", predicates="(p ?x) (done)", actions=action, objects="a", init="(p a)", goal="(done)"
    )
    assert judge(task, "(some)").status is Status.VALID
    assert [str(part) for part in judge(task, "(all)").unmet] == ["(p k)"]


def test_quantifiers_over_an_empty_type(tmp_path: Path) -> None:
    action = """(:action all :precondition (forall (?x - ghost) (p ?x)) :effect (done))
                (:action some :precondition (exists (?x - ghost) (p ?x)) :effect (done))"""
    task = world(tmp_path, types="ghost", predicates="(p ?x) (done)", actions=action, objects="a", goal="(done)")
    assert judge(task, "(all)").status is Status.VALID
    assert judge(task, "(some)").status is Status.PRECONDITION_VIOLATED


def test_an_inner_variable_hides_an_outer_one_of_its_name(tmp_path: Path) -> None:
    action = "(:action a :parameters (?x) :precondition (and (p ?x) (exists (?x) (q ?x))) :effect (done))"
    task = world(
        tmp_path, predicates="(p ?x) (q ?x) (done)", actions=action, objects="a b", init="(p a) (q b)", goal="(done)"
    )
    assert judge(task, "(a a)").status is Status.VALID


def test_conditional_and_quantified_effects_read_the_state_before(tmp_path: Path) -> None:
    action = """(:action sweep :effect (and (done)
        (forall (?x) (when (dirty ?x) (and (not (dirty ?x)) (clean ?x)))) (when (done) (late))))"""
    task = world(
        tmp_path,
        predicates="(dirty ?x) (clean ?x) (done) (late)",
        actions=action,
        objects="a b c",
        init="(dirty a) (dirty c)",
        goal="(and (clean a) (not (clean b)) (clean c) (not (late)))",
    )
    report = judge(task, "(sweep)")
    assert report.status is Status.VALID
    assert report.trace[1].facts == {("clean", "a"), ("clean", "c"), ("done",)}


def test_a_plan_may_do_nothing_at_all(tmp_path: Path) -> None:
    task = world(tmp_path, predicates="(p)", actions="(:action rest)", init="(p)", goal="(and)")
    assert judge(task, "(rest)", "(rest)").status is Status.VALID


def test_static_preconditions_prune_the_ground_actions(tmp_path: Path) -> None:
    action = """(:action go :parameters (?x ?y) :precondition (and (road ?x ?y) (at ?x) (not (= ?x ?y)))
                :effect (and (not (at ?x)) (at ?y)))"""
    task = world(
        tmp_path,
        predicates="(road ?x ?y) (at ?x)",
        actions=action,
        objects="a b c",
        init="(at a) (road a b) (road b c) (road c c)",
        goal="(at c)",
    )
    actions = list(ground_actions(task))
    assert [str(action) for action in actions] == ["(go a b)", "(go b c)"]
    assert [str(action) for action in applicable_actions(actions, task.initial)] == ["(go a b)"]


def test_the_shortfall_of_a_false_condition_says_so() -> None:
    assert Unmet(Holds(("p",))).shortfall is Shortfall.FALSE
