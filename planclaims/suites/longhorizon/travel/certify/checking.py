"""What a certificate claims, claim by claim: by the scorer, by witnesses, and by a second method.

Nothing of the generator or of its solver model is used: the days are walked afresh (days.py), and the best two are
found by plain enumeration in tiny worlds, by HiGHS in others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from planclaims.suites.longhorizon.data import digest
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.certify import enumeration, rows
from planclaims.suites.longhorizon.travel.certify.days import Choice, Days, Worth
from planclaims.suites.longhorizon.travel.evidence import relevant_cells
from planclaims.suites.longhorizon.travel.grammar import NoPlan, read_plan
from planclaims.suites.longhorizon.travel.items import FILES
from planclaims.suites.longhorizon.travel.loading import document_of, world_of
from planclaims.suites.longhorizon.travel.prose import unsaid
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.task_file import task_of
from planclaims.suites.longhorizon.travel.tools import Queries
from planclaims.suites.longhorizon.travel.world import World

Found = tuple[Choice, ...]
Document = dict[str, Any]


def certificate_faults(folder: Path) -> list[str]:
    """Return every claim of the task's certificate that does not hold, one line each; none if all do.

    InputError, naming the row, if one of the files is broken.
    """
    document = document_of(folder / "world.json")
    world = world_of(document, folder / "world.json")
    described = document_of(folder / "task.json")
    task = task_of(described, folder / "task.json", world, list(FAMILIES))
    certificate = document_of(folder / "certificate.json")
    try:
        return [*_faults(folder, world, task, certificate, document)]
    except (AttributeError, KeyError, TypeError, ValueError, NoPlan) as problem:
        return [f"the certificate has not the form of one: {type(problem).__name__} {problem}"]


def _faults(
    folder: Path, world: World, task: Task, certificate: Mapping[str, Any], document: Document
) -> Iterator[str]:
    yield from (f"{name} is not the file that was certified" for name in _changed(folder, certificate))
    yield from _optimum_faults(world, task, certificate)
    yield from _binding_faults(world, task, certificate)
    yield from _trap_faults(document, folder, task, certificate)
    yield from _second_faults(world, task, certificate)
    yield from _reader_faults(world, task, certificate)
    brief = (folder / "brief.md").read_text(encoding="utf-8")
    yield from (f"the brief does not say {text!r}" for text in unsaid(task, brief))


def _changed(folder: Path, certificate: Mapping[str, Any]) -> list[str]:
    return [name for name in FILES if digest(folder / name) != certificate.get("files", {}).get(name)]


def _optimum_faults(world: World, task: Task, certificate: Mapping[str, Any]) -> Iterator[str]:
    optimum, second = certificate["optimum"], certificate["runner_up"]
    best, other = score(optimum["plan"], world, task), score(second["plan"], world, task)
    if not best.optimal or (best.points, best.cost) != (optimum["points"], optimum["cost"]):
        yield f"the optimum is not valid and worth what is said: {best.failed} {best.points} {best.cost}"
    if not other.valid or (other.points, other.cost) != (second["points"], second["cost"]):
        yield f"the runner-up is not valid and worth what is said: {other.failed} {other.points} {other.cost}"
    if not _worse(second, optimum) or second["signature"] == optimum["signature"]:
        yield "the runner-up is not worse, or of the same signature"
    greedy = score(certificate["greedy"]["plan"], world, task)
    if greedy.valid != certificate["greedy"]["valid"] or greedy.optimal:
        yield "the greedy plan is not what is said, or optimal"


def _worse(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return (-int(one["points"]), int(one["cost"])) > (-int(other["points"]), int(other["cost"]))


def _binding_faults(world: World, task: Task, certificate: Mapping[str, Any]) -> Iterator[str]:
    for wish in task.constraints:
        claim = certificate["binding"].get(wish.id)
        if claim is None:
            yield f"nothing is said about {wish.id}"
            continue
        loose = replace(task, constraints=tuple(other for other in task.constraints if other != wish))
        without, within = score(claim["plan"], world, loose), score(claim["plan"], world, task)
        if not _better(without, task) or within.failed != [wish.id]:
            yield f"{wish.id} does not bind: {without.failed} {without.points} {without.cost}"


def _better(scored: Scored, task: Task) -> bool:
    """Return whether a plan is valid and worth more than the optimum."""
    if not scored.valid or scored.points is None or scored.cost is None:
        return False
    return (-scored.points, scored.cost) < (-task.points, task.cost)


def _trap_faults(document: Document, folder: Path, task: Task, certificate: Mapping[str, Any]) -> Iterator[str]:
    for trap in certificate["traps"]:
        change = trap["relaxed"]
        key = "number" if change["table"] in ("trains", "flights") else "name"
        table = [{**row, **change["values"]} if row[key] == change["row"] else row for row in document[change["table"]]]
        open_world = world_of({**document, change["table"]: table}, folder / "world.json")
        if not _better(score(trap["plan"], open_world, task), task):
            yield f"the trap {change['row']} does not bind"


def _second_faults(world: World, task: Task, certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the second method finds another optimum or another runner-up."""
    listed = Days(world, task)
    days = [listed.of(number) for number in range(1, task.days + 1)]
    most = next((wish.params["max"] for wish in task.constraints if wish.family == "budget"), None)
    found: list[tuple[Worth, Found]]
    if certificate["size"] == "tiny":
        found, _ = enumeration.best_two(days, listed.wanted(), most)
    else:
        program = rows.Rows(days, listed.wanted(), most)
        best = program.best()
        second = program.best([best]) if best else None
        found = [(rows.value(days, choice), choice) for choice in (best, second) if choice]
    for name, (worth, choice) in zip(("optimum", "runner_up"), found, strict=False):
        claim = certificate[name]
        if worth != (claim["points"], claim["cost"]):
            yield f"the second method finds {worth.points} points for {worth.cost} as {name}, not {claim['points']}"
        if name == "optimum" and _signature(choice) != claim["signature"]:
            yield "the second method finds another optimum of the same worth"
    if len(found) < 2:
        yield "the second method finds no two choices"


def _signature(found: Found) -> dict[str, Any]:
    days = [{"visits": list(day.visits), "lunch": day.lunch, "dinner": day.dinner} for day in found]
    nights = [day.end for day in found[:-1]]
    return {"out": found[0].begin, "back": found[-1].end, "nights": nights, "days": days}


def _reader_faults(world: World, task: Task, certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield relevant facts that are left out, and such as the reader's calls do not return."""
    relevant = {Cell(*cell) for cell in certificate["relevant"]}
    needed = relevant_cells(Trip(read_plan(certificate["optimum"]["plan"]), world, task))
    yield from (f"a relevant fact is left out: {' / '.join(cell)}" for cell in sorted(needed - relevant))
    queries = Queries(world, [task.day(number) for number in range(1, task.days + 1)])
    for tool, arguments in certificate["reader"]:
        relevant -= queries.answer(tool, arguments).cells
    yield from (f"the reader does not see {' / '.join(cell)}" for cell in sorted(relevant))
