"""The files of a task: world, task, brief, and the certificate that says what was proved about it and how."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from planclaims.storage import write_whole
from planclaims.suites.longhorizon.data import digest
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.evidence import relevant_cells
from planclaims.suites.longhorizon.travel.generate.changes import Trap
from planclaims.suites.longhorizon.travel.generate.packing import Choice, value
from planclaims.suites.longhorizon.travel.generate.reader import reading
from planclaims.suites.longhorizon.travel.generate.solving import planned
from planclaims.suites.longhorizon.travel.generate.tasks import VERSION, Made
from planclaims.suites.longhorizon.travel.grammar import CATEGORIES, Plan, plan_text
from planclaims.suites.longhorizon.travel.items import FILES
from planclaims.suites.longhorizon.travel.prose import brief
from planclaims.suites.longhorizon.travel.rules.scores import score_plan
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import Attraction, Restaurant, World, cells


def write_task(made: Made, folder: Path) -> None:
    """Write the four files of a task."""
    points, cost = value(made.solved.choice)
    task = replace(made.solved.draft.task, points=points, cost=cost)
    order = list(range(len(task.constraints)))
    random.Random(f"{made.seed}/prose").shuffle(order)
    _write(folder / "world.json", _rows_as_lines(made.solved.draft.document))
    _write(folder / "task.json", _pretty(_task_data(task, made.size)))
    _write(folder / "brief.md", brief(task, order))
    files = {name: digest(folder / name) for name in FILES}
    _write(folder / "certificate.json", _pretty(certificate(made, task, files)))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())


def _pretty(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _rows_as_lines(document: Mapping[str, Any]) -> str:
    """Return the world as JSON with a row a line, so that a change is a line of a difference."""
    tables = [
        f" {json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows) + "\n ]"
        for name, rows in document.items()
    ]
    return "{\n" + ",\n".join(tables) + "\n}\n"


def _task_data(task: Task, size: str) -> dict[str, Any]:
    return {
        "id": task.name,
        "size": size,
        "origin": task.origin,
        "destinations": list(task.destinations),
        "ordered": task.ordered,
        "days": task.days,
        "date": task.date,
        "weekday": task.weekday(1),
        "people": task.people,
        "rooms": task.rooms,
        "constraints": [{"id": wish.id, "family": wish.family, **wish.params} for wish in task.constraints],
        "optimum": {"points": task.points, "cost": task.cost},
    }


def certificate(made: Made, task: Task, files: Mapping[str, str]) -> dict[str, Any]:
    """Return what was proved, as plain data; no times of day and no seconds, so that equal seeds give equal bytes."""
    solved, world = made.solved, made.solved.world
    optimum = Trip(solved.plan, world, task)
    traps = [
        {"kind": trap.kind, "relaxed": trap.relaxed.as_data(), **_worth(plan, draft.world, draft.task)}
        for trap, draft, plan in made.traps
    ]
    baits = frozenset[Cell]().union(*(_baited(trap, world) for trap, _, _ in made.traps))
    relevant = relevant_cells(optimum) | baits
    loose = {
        wish.id: replace(task, constraints=tuple(w for w in task.constraints if w != wish)) for wish in task.constraints
    }
    return {
        "version": VERSION,
        "seed": made.seed,
        "size": made.size,
        "files": dict(files),
        "claim": "no feasible choice with another signature is worth as much as the optimum",
        "solver": {"name": "CP-SAT", "version": version("ortools"), "optimum": "OPTIMAL", "uniqueness": "INFEASIBLE"},
        "optimum": _choice(made, solved.choice, task),
        "runner_up": _choice(made, made.runner_up, task),
        "greedy": _worth(planned(solved.draft, world, made.greedy), world, task),
        "binding": {name: _worth(plan, world, loose[name]) for name, plan in made.witnesses.items()},
        "traps": traps,
        "repairs": [repair.as_data() for repair in made.repairs],
        "reader": [list(call) for call in reading(world, task, relevant)],
        "relevant": [list(cell) for cell in sorted(relevant)],
    }


def _choice(made: Made, choice: Choice, task: Task) -> dict[str, Any]:
    plan = planned(made.solved.draft, made.solved.world, choice)
    signature = {
        "out": choice[0].begin,
        "back": choice[-1].end,
        "nights": [column.end for column in choice[:-1]],
        "days": [
            {"visits": sorted(column.sights), "lunch": column.meal("lunch"), "dinner": column.meal("dinner")}
            for column in choice
        ],
    }
    amounts = dict(zip(CATEGORIES, plan.costs, strict=True))
    return {**_worth(plan, made.solved.world, task), "amounts": amounts, "signature": signature}


def _worth(plan: Plan, world: World, task: Task) -> dict[str, Any]:
    """Return a plan with what it is worth and whether it is valid for the task."""
    scored = score_plan(plan, world, task)
    return {"points": scored.points, "cost": scored.cost, "valid": scored.valid, "plan": plan_text(plan)}


def _baited(trap: Trap, world: World) -> frozenset[Cell]:
    """Return the cells that show that a trap cannot be had."""
    change = trap.relaxed
    if change.table in ("trains", "flights"):
        legs = [leg for leg in world.legs.values() if leg.number == change.row]
        return frozenset[Cell]().union(*(cells(leg, change.values) for leg in legs))
    tables: Mapping[str, Mapping[str, Attraction | Restaurant]] = {
        "attractions": world.attractions,
        "restaurants": world.restaurants,
    }
    return cells(tables[change.table][change.row], change.values)
