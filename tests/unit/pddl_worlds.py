"""Small worlds written as PDDL text, read by the real reader."""

from pathlib import Path

from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, validate


def world(
    folder: Path,
    *,
    actions: str,
    goal: str,
    init: str = "",
    objects: str = "",
    predicates: str = "",
    types: str = "",
    constants: str = "",
    functions: str = "",
) -> Task:
    """Return the task made of the sections; an empty section is left out."""
    optional = {":types": types, ":constants": constants, ":predicates": predicates, ":functions": functions}
    sections = " ".join(f"({key} {body})" for key, body in optional.items() if body)
    (folder / "domain.pddl").write_text(f"(define (domain d) {sections} {actions})", encoding="utf-8")
    (folder / "problem.pddl").write_text(
        f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}))", encoding="utf-8"
    )
    return read_task(folder / "domain.pddl", folder / "problem.pddl")


def judge(task: Task, *lines: str) -> Report:
    """Return the report on a plan given line by line."""
    return validate(task, read_plan("\n".join(lines), source="plan"))
