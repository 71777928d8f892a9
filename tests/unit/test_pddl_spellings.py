"""Spellings that other planners' files use: glued hyphens and question marks, digits in names, forms of numbers."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.errors import InputError
from planclaims.pddl_io import read_domain, read_plan, read_task
from planclaims.semantics.task import Step

DOMAIN = "(define (domain d) {sections} (:action wait :parameters () :effect ()))"
PROBLEM = "(define (problem p) (:domain d) {objects} (:init {init}) (:goal (and)))"


def predicate(folder: Path, variables: str) -> list[tuple[str, tuple[str, ...]]]:
    path = folder / "domain.pddl"
    sections = f"(:types city plane - object) (:predicates (at {variables}))"
    path.write_text(DOMAIN.format(sections=sections), encoding="utf-8")
    return [(place.name, place.types) for place in read_domain(path).predicates["at"]]


@pytest.mark.parametrize(
    "variables",
    [
        "?a - plane ?b - city",
        "?a -plane ?b -city",
        "?a- plane ?b- city",
        "?a - plane?b - city",
        "?a -plane?b -city",
        "?a- plane?b- city",
        "?a -\nplane\n?b\n-city",
        "?a -(either plane) ?b- (either city)",
    ],
)
def test_a_glued_hyphen_or_question_mark_is_one_of_its_own(tmp_path: Path, variables: str) -> None:
    assert predicate(tmp_path, variables) == [("?a", ("plane",)), ("?b", ("city",))]


def test_hyphens_within_names_stay(tmp_path: Path) -> None:
    assert predicate(tmp_path, "?a-b ?c- ?d - plane") == [(name, ("plane",)) for name in ("?a-b", "?c-", "?d")]


def test_glued_types_of_objects_and_types(tmp_path: Path) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(DOMAIN.format(sections="(:types car van -vehicle vehicle- object)"), encoding="utf-8")
    problem.write_text(PROBLEM.format(objects="(:objects a b -car c- van d)", init=""), encoding="utf-8")
    task = read_task(domain, problem)
    assert {name: kinds[0] for name, kinds in task.problem.objects.items()} == {
        "a": "car",
        "b": "car",
        "c": "van",
        "d": "object",
    }


def test_a_hyphen_that_glues_to_no_type_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="undeclared type; found cty; allowed: object, city, plane"):
        predicate(tmp_path, "?a -cty")


def test_names_that_begin_with_a_digit_are_read_everywhere(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        objects="1 2 3x",
        predicates="(2at ?x) (next ?x ?y)",
        init="(2at 1) (next 1 2) (next 2 3x)",
        actions="(:action 2go :parameters (?1 ?2) :precondition (and (2at ?1) (next ?1 ?2) (not (= ?1 ?2)))"
        " :effect (and (not (2at ?1)) (2at ?2)))",
        goal="(and (2at 2) (not (= 1 2)))",
    )
    assert judge(task, "(2go 1 2)").status == "valid"
    assert judge(task, "(2go 2 3x)").status == "precondition_violated"


def test_a_number_may_be_an_object_beside_numbers(tmp_path: Path) -> None:
    task = world(
        tmp_path,
        objects="1 2",
        predicates="(at ?x ?y)",
        functions="(f ?x)",
        init="(at 1 2) (= (f 1) 2)",
        actions="(:action wait :parameters () :effect ())",
        goal="(and (= (f 1) 2) (at 1 2) (not (= 1 2)) (= 2 (f 1)))",
    )
    assert judge(task).status == "valid"


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("-2", -2), ("+.5", "1/2"), ("5.", 5), ("1e3", 1000), ("2E-1", "1/5")]
)
def test_forms_of_numbers_are_those_of_plan_files_too(tmp_path: Path, text: str, value: object) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(DOMAIN.format(sections="(:functions (f))"), encoding="utf-8")
    problem.write_text(PROBLEM.format(objects="", init=f"(= (f) {text})"), encoding="utf-8")
    assert read_task(domain, problem).initial.values[("f",)] == Fraction(value)
    assert read_plan(f"{text}: (wait)", source="plan") == (Step("wait", ()),)
    assert read_plan(f"(wait) [{text}]", source="plan") == (Step("wait", ()),)


@pytest.mark.parametrize("text", ["٣", "３", "1_000", "1,5", "0x10", "½", "1e", "--1", "1e9999"])
def test_other_numbers_are_refused_in_both(tmp_path: Path, text: str) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(DOMAIN.format(sections="(:functions (f))"), encoding="utf-8")
    problem.write_text(PROBLEM.format(objects="", init=f"(= (f) {text})"), encoding="utf-8")
    with pytest.raises(InputError, match="is no number"):
        read_task(domain, problem)
    with pytest.raises(InputError, match="this is no step"):
        read_plan(f"{text}: (wait)", source="plan")


@pytest.mark.parametrize(
    "bracket", ["[D:1.0000; C:1.0000]", "[D:.5;C:2]", "[ d: 1 ; c: 1e-3 ]", "[C:1]", "[D:1] ; note"]
)
def test_steps_as_lpg_writes_them(bracket: str) -> None:
    plan = read_plan(f"0.0003:   (GO X Y) {bracket}\n1.0003:   (GO Y Z)   {bracket}\n", source="plan")
    assert plan == (Step("go", ("x", "y")), Step("go", ("y", "z")))


@pytest.mark.parametrize(
    "unused",
    [
        ":domain-axioms",
        ":derived-predicates",
        ":durative-actions",
        ":timed-initial-literals",
        ":preferences",
        ":constraints",
    ],
)
def test_a_requirement_that_is_declared_and_not_used_changes_nothing(tmp_path: Path, unused: str) -> None:
    path = tmp_path / "domain.pddl"
    path.write_text(DOMAIN.format(sections=f"(:requirements :strips {unused})"), encoding="utf-8")
    assert list(read_domain(path).actions) == ["wait"]


PIECES = [
    "(",
    ")",
    "()",
    "a ",
    "?",
    "?a",
    "-",
    "- ",
    " -a",
    ";",
    ";\n",
    "\n",
    " ",
    "\t",
    "1",
    "1 ",
    ".",
    "[",
    "[D:1;",
    ":",
    "(a) ",
    "٣",
]
HEADS = [
    "",
    "(define (domain d) (:predicates ",
    "(define (domain d) (:objects ",
    "1",
    "1 ",
    "(a b)",
    "(a b) [",
    "(a b) [D:1 ",
]


LINEAR = 10
"""Seconds of the processor that no reader in linear time comes near (0.2 on an idle machine), and any other passes."""


@pytest.mark.parametrize("piece", PIECES)
def test_long_runs_of_anything_are_read_or_refused_at_once(tmp_path: Path, piece: str) -> None:
    path = tmp_path / "run.pddl"
    for head in HEADS:
        text = head + piece * (100_000 // len(piece)) + "x"
        path.write_text(text, encoding="utf-8")
        start = time.process_time()
        for read in (lambda: read_domain(path), lambda text=text: read_plan(text, source="plan")):
            with suppress(InputError):
                read()
        assert time.process_time() - start < LINEAR, head
