"""Travel tasks from their JSON files; what cannot be right is refused by its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from planclaims.errors import InputError
from planclaims.suites.longhorizon.travel.loading import DATE, Check, document_of, listed_of, whole
from planclaims.suites.longhorizon.travel.parameters import WEEKDAYS
from planclaims.suites.longhorizon.travel.task import Constraint, Task
from planclaims.suites.longhorizon.travel.world import World

TASK_KEYS = frozenset({"id", "origin", "destinations", "days", "date", "weekday", "people", "rooms", "constraints"})
OPTIONAL_KEYS = frozenset({"ordered", "optimum", "size", "certificate"})


def read_task(path: Path, world: World, families: Sequence[str]) -> Task:
    """Return the task in the file; InputError naming what cannot be right."""
    return task_of(document_of(path), path, world, families)


def task_of(document: object, path: Path, world: World, families: Sequence[str]) -> Task:
    """Return the task that the document spells; InputError, naming the file, for what cannot be right."""
    if not isinstance(document, dict) or not TASK_KEYS <= document.keys() <= TASK_KEYS | OPTIONAL_KEYS:
        found = ", ".join(document) if isinstance(document, dict) else type(document).__name__
        raise InputError("the keys are not right", file=path, found=found, allowed=", ".join(sorted(TASK_KEYS)))
    checks: Mapping[str, Check] = {
        "origin": ("a city of the world", lambda value: value in world.cities),
        "destinations": (
            "a list of cities",
            listed_of(lambda value: value in world.cities and value != document["origin"]),
        ),
        "days": ("2 to 14", whole(2, 14)),
        "date": DATE,
        "weekday": (
            "the weekday of the date",
            lambda value: value == WEEKDAYS[date.fromisoformat(document["date"]).weekday()],
        ),
        "people": ("1 to 100", whole(1, 100)),
        "rooms": ("1 to 100", whole(1, 100)),
    }
    for key, (allowed, fits) in checks.items():
        if not fits(document[key]):
            raise InputError(f"wrong {key}", file=path, found=repr(document[key]), allowed=allowed)
    constraints = tuple(
        _constraint(row, number, path, families) for number, row in enumerate(document["constraints"], 1)
    )
    optimum = document.get("optimum", {"points": 0, "cost": 0})
    return Task(
        name=document["id"],
        origin=document["origin"],
        destinations=tuple(document["destinations"]),
        ordered=bool(document.get("ordered", False)),
        days=document["days"],
        date=document["date"],
        people=document["people"],
        rooms=document["rooms"],
        constraints=constraints,
        points=optimum["points"],
        cost=optimum["cost"],
    )


def _constraint(row: object, number: int, path: Path, families: Sequence[str]) -> Constraint:
    if not isinstance(row, dict) or row.get("family") not in families or "id" not in row:
        found = repr(row.get("family") if isinstance(row, dict) else row)
        raise InputError(f"constraint {number} is not right", file=path, found=found, allowed=", ".join(families))
    return Constraint(row["id"], row["family"], {key: row[key] for key in row if key not in ("id", "family")})
