"""What the reader makes of sound PDDL, in every spelling the pddl package alone would refuse or misread."""

import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.pddl_io import read_domain, read_problem, read_task
from planclaims.semantics.formula import (
    And,
    Arithmetic,
    Compare,
    Constant,
    Exists,
    Expression,
    ForAll,
    Holds,
    Not,
    Or,
    Parameter,
    Read,
    Same,
)
from planclaims.semantics.model import Change

LOUD = (
    "\ufeff(DEFINE (Domain LOUD)\r\n (:REQUIREMENTS :Strips)\r\n (:Predicates (P ?X)) ; (q)\r\n"
    "(:ACTION Go :PARAMETERS (?X) :EFFECT (AND (P ?X))))\r\n"
)
QUIET = "(define (problem Quiet) (:DOMAIN loud) (:OBJECTS A b) (:INIT (p a)) (:GOAL (P B)))"


def write(folder: Path, domain: str, problem: str) -> tuple[Path, Path]:
    (folder / "d.pddl").write_text(domain, encoding="utf-8", newline="")
    (folder / "p.pddl").write_text(problem, encoding="utf-8", newline="")
    return folder / "d.pddl", folder / "p.pddl"


def test_upper_case_byte_order_mark_and_line_ends_are_read_in_lower_case(tmp_path: Path) -> None:
    task = read_task(*write(tmp_path, LOUD, QUIET))
    assert task.domain.name == "loud"
    assert list(task.objects) == ["a", "b"]
    assert task.domain.actions["go"].precondition == And()
    assert judge(task, "(GO b)").status == "valid"


def test_declarations_keep_the_order_of_the_file(tmp_path: Path) -> None:
    names = ["zeta", "alpha", "mid", "beta", "omega", "gamma"]
    actions = " ".join(f"(:action {name} :effect (p))" for name in names)
    task = world(tmp_path, predicates="(p)", actions=actions, objects=" ".join(names), goal="(p)")
    assert list(task.domain.actions) == names
    assert list(task.objects) == names


def test_an_action_may_leave_out_parameters_precondition_and_effect(tmp_path: Path) -> None:
    schema = world(tmp_path, predicates="(p)", actions="(:action rest)", goal="(p)").domain.actions["rest"]
    assert (schema.parameters, schema.precondition, schema.effects) == ((), And(), ())


def test_the_empty_precondition_is_truth(tmp_path: Path) -> None:
    task = world(tmp_path, predicates="(p)", actions="(:action a :precondition () :effect (p))", goal="(p)")
    assert judge(task, "(a)").status == "valid"


def test_types_constants_and_either(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        types="truck plane - vehicle vehicle - object city",
        constants="hub - city",
        predicates="(at ?v - (either truck plane) ?c - city)",
        actions="(:action stay :parameters (?v - vehicle) :effect (at ?v hub))",
        objects="t - truck p - plane x",
        goal="(at t hub)",
    )
    assert task.domain.types == {
        "truck": ("vehicle",),
        "plane": ("vehicle",),
        "vehicle": ("object",),
        "city": ("object",),
    }
    assert task.domain.predicates["at"] == (Parameter("?v", ("truck", "plane")), Parameter("?c", ("city",)))
    assert task.objects == {"hub": ("city",), "t": ("truck",), "p": ("plane",), "x": ("object",)}
    assert task.objects_of(Parameter("?v", ("vehicle",))) == ("t", "p")


def precondition(folder: Path, text: str) -> object:
    action = f"(:action a :parameters (?x ?y) :precondition {text} :effect (p ?x))"
    task = world(folder, predicates="(p ?x) (q)", functions="(f ?x) (n)", actions=action, goal="(q)")
    return task.domain.actions["a"].precondition


N, FX = Read(("n",)), Read(("f", "?x"))
PX, PY, Q = Holds(("p", "?x")), Holds(("p", "?y")), Holds(("q",))


def constant(value: int | str) -> Constant:
    return Constant(Fraction(value))


def plus(left: Expression, right: Expression) -> Arithmetic:
    return Arithmetic("+", left, right)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(p ?x)", PX),
        ("(and (p ?x) (and (q) (p ?y)))", And((PX, Q, PY))),
        ("(or (p ?x) (not (q)))", Or((PX, Not(Q)))),
        ("(or)", Or()),
        ("(imply (p ?x) (q))", Or((Not(PX), Q))),
        ("(= ?x ?y)", Same("?x", "?y")),
        ("(not (= ?x ?y))", Not(Same("?x", "?y"))),
        ("(= (f ?x) n)", Compare("=", FX, N)),
        ("(>= (- (f ?x) 2) n)", Compare(">=", Arithmetic("-", FX, constant(2)), N)),
        ("(< (- n) -3)", Compare("<", Arithmetic("-", constant(0), N), constant(-3))),
        ("(> (+ n 1 2) 0.1)", Compare(">", plus(plus(N, constant(1)), constant(2)), constant("1/10"))),
        ("(<= (* n 1e3) (/ n 0))", Compare("<=", Arithmetic("*", N, constant(1000)), Arithmetic("/", N, constant(0)))),
        ("(forall (?z) (p ?z))", ForAll((Parameter("?z"),), Holds(("p", "?z")))),
        (
            "(exists (?v ?u) (and (p ?v) (p ?u)))",
            Exists((Parameter("?v"),), Exists((Parameter("?u"),), And((Holds(("p", "?v")), Holds(("p", "?u")))))),
        ),
    ],
)
def test_conditions_are_read_exactly(tmp_path: Path, text: str, expected: object) -> None:
    assert precondition(tmp_path, text) == expected


def test_a_division_of_literals_by_zero_is_kept_undefined(tmp_path: Path) -> None:
    zero = constant(0)
    assert precondition(tmp_path, "(> (/ 1 0) 0)") == Compare(">", Arithmetic("/", constant(1), zero), zero)


def test_effects_are_grouped_by_condition_and_quantifier(tmp_path: Path) -> None:
    action = """(:action a :parameters (?x) :effect (and (p ?x) (and (not (q ?x)) (increase (n) 1))
        (when (q ?x) (and (not (p ?x)))) (forall (?y) (when (p ?y) (q ?y)))))"""
    task = world(tmp_path, predicates="(p ?x) (q ?x)", functions="(n)", actions=action, goal="(and)")
    plain, conditional, quantified = task.domain.actions["a"].effects
    assert (plain.add, plain.delete) == ((("p", "?x"),), (("q", "?x"),))
    assert plain.changes == (Change("increase", ("n",), constant(1)),)
    assert (conditional.condition, conditional.delete) == (Holds(("q", "?x")), (("p", "?x"),))
    assert (quantified.variables, quantified.condition) == ((Parameter("?y"),), Holds(("p", "?y")))


def test_scaling_is_an_assignment_of_a_product_or_quotient(tmp_path: Path) -> None:
    action = "(:action a :effect (and (scale-up (n) 3) (scale-down (m) 2)))"
    changes = world(tmp_path, functions="(n) (m)", actions=action, goal="(and)").domain.actions["a"].effects[0].changes
    assert changes == (
        Change("assign", ("n",), Arithmetic("*", Read(("n",)), constant(3))),
        Change("assign", ("m",), Arithmetic("/", Read(("m",)), constant(2))),
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", Fraction(7)),
        ("-2", Fraction(-2)),
        ("(- 2)", Fraction(-2)),
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("+4.", Fraction(4)),
        ("1e3", Fraction(1000)),
        ("2.5E-1", Fraction(1, 4)),
        ("0.1234567890123456789", Fraction(1234567890123456789, 10**19)),
        ("123456789012345678901234567890", Fraction(123456789012345678901234567890)),
    ],
)
def test_initial_values_are_exact(tmp_path: Path, text: str, value: Fraction) -> None:
    task = world(tmp_path, functions="(n)", actions="(:action a)", init=f"(= (n) {text})", goal="(and)")
    assert task.initial.values == {("n",): value}


def test_goals_may_use_every_connective(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        predicates="(p ?x)",
        actions="(:action a)",
        objects="b c",
        init="(p b)",
        goal="(and (or (p b) (p c)) (exists (?x) (not (p ?x))) (imply (p c) (p b)) (not (= b c)))",
    )
    assert judge(task).status == "valid"


def test_denied_facts_and_repeated_ones_are_no_facts_of_their_own(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        predicates="(p ?x)",
        actions="(:action a)",
        objects="b c",
        init="(p b) (p b) (not (p c))",
        goal="(and)",
    )
    assert task.initial.facts == {("p", "b")}


def test_an_object_declared_twice_alike_is_noted(tmp_path: Path) -> None:
    task = world(tmp_path, predicates="(p ?x)", actions="(:action a)", objects="b c b", goal="(p b)")
    assert list(task.objects) == ["b", "c"]
    assert task.problem.notes == (f"{tmp_path / 'problem.pddl'}:1: the object b is declared twice, with the same type",)


def test_words_that_pddl_uses_itself_can_be_names(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        predicates="(problem ?x) (increase ?x)",
        actions="(:action assign :parameters (?and) :effect (problem ?and))",
        objects="domain either",
        init="(increase domain)",
        goal="(problem either)",
    )
    assert judge(task, "(assign either)").status == "valid"


def test_the_metric_is_kept_as_text(tmp_path: Path) -> None:
    domain, _ = write(tmp_path, "(define (domain d) (:functions (total-cost)) (:action a))", "")
    problem = tmp_path / "p.pddl"
    text = "(define (problem p) (:domain d) (:init (= total-cost 0)) (:goal (and)){})"
    problem.write_text(text.format(" (:metric minimize (+ (total-cost) total-time))"), encoding="utf-8")
    assert read_problem(problem, read_domain(domain)).metric == "minimize (+ (total-cost) total-time)"
    problem.write_text(text.format(""), encoding="utf-8")
    assert read_problem(problem, read_domain(domain)).metric is None


def test_equal_increases_are_both_read(tmp_path: Path) -> None:
    action = "(:action a :effect (and (increase (n) 1) (increase (n) 1) (increase (n) 1)))"
    task = world(tmp_path, functions="(n)", actions=action, init="(= (n) 0)", goal="(= (n) 3)")
    assert judge(task, "(a)").status == "valid"
    assert task.domain.actions["a"].effects[0].changes == (Change("increase", ("n",), constant(1)),) * 3


def test_equal_conditional_effects_are_both_read(tmp_path: Path) -> None:
    twice = "(when (p) (increase (n) 1)) " * 2
    action = f"(:action a :effect (and {twice} (increase (n) 1)))"
    task = world(tmp_path, predicates="(p)", functions="(n)", actions=action, init="(p) (= (n) 0)", goal="(= (n) 3)")
    assert judge(task, "(a)").status == "valid"


def test_threads_may_read_at_once(tmp_path: Path) -> None:
    domain, problem = write(tmp_path, LOUD, QUIET)
    results: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: results.extend(list(read_task(domain, problem).objects) for _ in range(5)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [["a", "b"]] * 30


def test_reading_leaves_tracebacks_alone_and_imports_the_package_only_when_it_reads(tmp_path: Path) -> None:
    domain, problem = write(tmp_path, LOUD, QUIET)
    code = (
        "import sys, pathlib, planclaims.pddl_io as p\n"
        "assert 'pddl' not in sys.modules\n"
        f"p.read_task(pathlib.Path({str(domain)!r}), pathlib.Path({str(problem)!r}))\n"
        "assert 'pddl' in sys.modules and not hasattr(sys, 'tracebacklimit')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
