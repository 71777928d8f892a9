"""Broken and unsupported PDDL files: the message names the file, the line, what was found and what is allowed."""

from pathlib import Path

import pytest

from planclaims.errors import InputError, UnsupportedFeature
from planclaims.pddl_io import read_domain, read_task

DOMAIN = """(define (domain ferry)
  (:requirements :strips :typing)
  (:types boat place - object)
  (:predicates (moored ?b - boat ?p - place) (open ?p - place))
  (:functions (fuel ?b - boat))
  (:action sail
    :parameters (?b - boat ?from ?to - place)
    :precondition (and (moored ?b ?from) (>= (fuel ?b) 1))
    :effect (and (not (moored ?b ?from)) (moored ?b ?to) (decrease (fuel ?b) 1))))
"""
PROBLEM = """(define (problem crossing)
  (:domain ferry)
  (:objects tub - boat north south - place)
  (:init (moored tub north) (= (fuel tub) 2))
  (:goal (moored tub south)))
"""


def failure(folder: Path, domain: str = DOMAIN, problem: str = PROBLEM) -> InputError:
    (folder / "d.pddl").write_text(domain, encoding="utf-8")
    (folder / "p.pddl").write_text(problem, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_task(folder / "d.pddl", folder / "p.pddl")
    return caught.value


DOMAIN_FAULTS = [
    ("(moored ?b ?from) (>=", "(docked ?b ?from) (>=", 8, "undeclared predicate; found docked; allowed: moored, open"),
    ("(decrease (fuel ?b) 1)", "(decrease (oil ?b) 1)", 9, "undeclared function; found oil; allowed: fuel"),
    ("(and (moored ?b ?from)", "(and (moored ?b)", 8, "found (moored ?b); allowed: 2 arguments"),
    ("(moored ?b ?to) (dec", "(moored ?b ?too) (dec", 9, "undeclared variable; found ?too; allowed: ?b, ?from, ?to"),
    ("(moored ?b ?to) (dec", "(moored ?b quay) (dec", 9, "unknown object; found quay; allowed: nothing is declared"),
    ("(moored ?b ?to) (dec", "(moored ?to ?b) (dec", 9, "found ?to of type place; allowed: boat"),
    ("?from ?to - place)", "?from ?to - town)", 7, "undeclared type; found town; allowed: object, boat, place"),
    ("?from ?to - place)", "?from ?from - place)", 7, "a variable is declared twice; found ?from"),
    ("(open ?p - place)", "(moored ?p - place)", 4, "a predicate is declared twice; found moored"),
    ("(fuel ?b - boat))", "(fuel ?b - boat) (fuel))", 5, "a function is declared twice; found fuel"),
    (":precondition", ":preconditions", 8, "found :preconditions; allowed: :parameters, :precondition, :effect"),
    (":precondition", ":effect", 9, "a part of an action comes twice; found :effect"),
    ("(>= (fuel ?b) 1)", "(>= (fuel ?b))", 8, "wrong number of parts in a condition"),
    ("(>= (fuel ?b) 1)", "(>= (- 3 2 1) 0)", 8, "wrong number of operands of -; found (- 3 2 1); allowed: 2 to 2"),
    ("(>= (fuel ?b) 1)", f"(>= (+{' 1' * 99}) 0)", 8, "wrong number of operands of +"),
    ("(>= (fuel ?b) 1)", "(at ?b ?from)", 8, "undeclared predicate; found at; allowed: moored, open"),
    ("(>= (fuel ?b) 1)", "(>= (fuel ?b) 1x)", 8, "undeclared function; found 1x; allowed: fuel"),
    ("(:action sail", "(:action sail!", 6, "this is no action name; found sail!"),
    ("boat place - object", "boat - place place - boat", 3, "a type is its own supertype"),
    (":strips", ":stripes", 2, "unknown requirement; found :stripes"),
    ("(:functions", "(:fluents", 5, "unknown section; found :fluents; allowed: :requirements, :types"),
    ("(define (domain ferry)", "(define (problem ferry)", 1, "this is no PDDL domain; found (problem ferry)"),
    ("(define (domain ferry)", "(define (domain ferry) (:types)", 3, "a section comes twice; found :types"),
    ("1))))", "1)))", 1, "a parenthesis opened here is never closed"),
    ("1))))", "1)))))", 9, "a closing parenthesis too many; found )"),
    ("1))))", "1)))) (define)", 9, "more than one top-level list"),
    ("(moored ?b ?to) (dec", "(when (open ?to) (forall (?x) (open ?x))) (dec", 9, "inside the effect of a when"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), DOMAIN_FAULTS)
def test_a_broken_domain_is_refused_with_its_place(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert DOMAIN.count(old) == 1
    error = failure(tmp_path, domain=DOMAIN.replace(old, new))
    assert str(error).startswith(f"{tmp_path / 'd.pddl'}:{line}: ")
    assert message in str(error)
    assert "\n" not in str(error)


PROBLEM_FAULTS = [
    ("(:domain ferry)", "(:domain boats)", 2, "the problem is of another domain; found boats; allowed: ferry"),
    ("(:domain ferry)", "", 1, "the section :domain is missing"),
    ("(:init (moored tub north) (= (fuel tub) 2))", "", 1, "the section :init is missing"),
    ("(:goal (moored tub south))", "", 1, "the section :goal is missing"),
    ("tub - boat", "tub - ship", 3, "undeclared type; found ship; allowed: object, boat, place"),
    ("tub - boat", "tub - boat tub - place", 3, "conflicting types for the object tub; found place; allowed: boat"),
    ("tub - boat", "- boat", 3, "a typed list needs names before and a type after the hyphen"),
    ("north south - place", "north south -", 3, "a typed list needs names before and a type after the hyphen"),
    ("(moored tub north)", "(moored tub west)", 4, "unknown object; found west; allowed: tub, north, south"),
    ("(moored tub north)", "(moored north tub)", 4, "found north of type place; allowed: boat"),
    ("(moored tub north)", "(moored tub ?x)", 4, "undeclared variable; found ?x"),
    ("(moored tub north)", "(moored tub north) (not (moored tub north))", 4, "both stated and denied"),
    ("(moored tub north)", "(docked tub north)", 4, "undeclared predicate; found docked"),
    ("(= (fuel tub) 2)", "(= (fuel tub) 2) (= (fuel tub) 3)", 4, "two initial values for (fuel tub); found 2 and 3"),
    ("(= (fuel tub) 2)", "(= (fuel tub) two)", 4, "the initial value of (fuel tub) is no number; found two"),
    ("(= (fuel tub) 2)", "(= (fuel tub) 1e9999)", 4, "is no number; found 1e9999"),
    ("(= (fuel tub) 2)", "(= (oil tub) 2)", 4, "undeclared function; found oil; allowed: fuel"),
    ("(moored tub south))", "(moored tub east))", 5, "unknown object; found east"),
    ("(moored tub south))", "(moored tub south) (open north))", 5, "the section :goal holds one condition"),
    ("(moored tub south)))", "(open north)) (:metric smallest (fuel tub)))", 5, "this is no metric"),
    ("(moored tub south)))", "(open north)) (:metric minimize (oil)))", 5, "undeclared function; found oil"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), PROBLEM_FAULTS)
def test_a_broken_problem_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert PROBLEM.count(old) == 1
    error = failure(tmp_path, problem=PROBLEM.replace(old, new))
    assert str(error).startswith(f"{tmp_path / 'p.pddl'}:{line}: ")
    assert message in str(error)


UNSUPPORTED = [
    ("(:action sail", "(:durative-action sail", "durative actions"),
    ("(:action sail", "(:derived (open ?p) (open ?p)) (:action sail", "derived predicates"),
    ("(:action sail", "(:constraints (and)) (:action sail", "constraints"),
    ("(:action sail", "(:process sail", "processes"),
    ("(fuel ?b - boat)", "(captain ?b - boat) - boat (fuel ?b - boat)", "object fluents"),
    (":strips", ":open-world", "the requirement :open-world"),
    ("(>= (fuel ?b) 1)", "(preference p1 (open ?to))", "preferences"),
    ("(decrease (fuel ?b) 1)", "(decrease (fuel ?b) (* #t 1))", "continuous effects"),
    ("(decrease (fuel ?b) 1)", "(at start (open ?to))", "durative actions"),
    ("(>= (fuel ?b) 1)", "(over all (open ?to))", "durative actions"),
    ("(decrease (fuel ?b) 1)", "(oneof (open ?to) (open ?from))", "non-deterministic effects"),
]


@pytest.mark.parametrize(("old", "new", "feature"), UNSUPPORTED)
def test_an_unsupported_feature_is_named_with_its_line(tmp_path: Path, old: str, new: str, feature: str) -> None:
    error = failure(tmp_path, domain=DOMAIN.replace(old, new))
    assert isinstance(error, UnsupportedFeature)
    assert feature in str(error)
    assert error.line == DOMAIN[: DOMAIN.index(old)].count("\n") + 1


def test_timed_initial_literals_are_unsupported(tmp_path: Path) -> None:
    error = failure(tmp_path, problem=PROBLEM.replace("(moored tub north)", "(at 5 (open north))"))
    assert isinstance(error, UnsupportedFeature)
    assert "timed initial literals" in str(error)


def test_an_action_declared_twice_is_refused(tmp_path: Path) -> None:
    error = failure(tmp_path, domain=DOMAIN.replace("1))))", "1)))\n(:action sail :effect (and)))"))
    assert "an action is declared twice; found sail" in str(error)
    assert error.line == 10


@pytest.mark.parametrize("content", [b"", b"; nothing\n", b"\xff\xfe(", b"domain", b"(" * 5000, b"()"])
def test_a_file_that_is_no_pddl_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "d.pddl"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_domain(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.pddl: cannot be read"):
        read_domain(tmp_path / "absent.pddl")


def test_a_failed_file_does_not_spoil_the_next_one(tmp_path: Path) -> None:
    failure(tmp_path, problem=PROBLEM.replace("(moored tub south)", "(moored tub east)"))
    (tmp_path / "p.pddl").write_text(PROBLEM, encoding="utf-8")
    assert read_task(tmp_path / "d.pddl", tmp_path / "p.pddl").problem.name == "crossing"
