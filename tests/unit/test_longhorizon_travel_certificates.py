"""Certificates of the travel tasks that come with the project, confirmed by other means; and such as do not hold."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planclaims.suites.longhorizon.travel.certify.checking import certificate_faults
from planclaims.suites.longhorizon.travel.generate.worlds import draw_world

ROOT = Path(__file__).parents[2]
TASKS = sorted(path.parent for path in (ROOT / "domains/longhorizon/travel").glob("*/task.json"))
SLOW = ("small-4-09", "small-4-12")
"""Those whose days are so many that walking them afresh takes longer than all others together."""
TINY = next(path for path in TASKS if path.name.startswith("tiny"))
CERTIFY = ROOT / "planclaims/suites/longhorizon/travel/certify"


@pytest.mark.parametrize(
    "folder",
    [pytest.param(folder, id=folder.name, marks=[pytest.mark.slow] if folder.name in SLOW else []) for folder in TASKS],
)
def test_every_certificate_is_confirmed_by_a_second_method(folder: Path) -> None:
    assert certificate_faults(folder) == []


def test_the_second_method_shares_nothing_with_the_generator() -> None:
    for path in CERTIFY.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            assert ".generate" not in module, path.name
            assert "ortools" not in module, path.name


def optimum_row(document: dict[str, Any], certificate: dict[str, Any], table: str) -> dict[str, Any]:
    """Return the row of a table that the optimum uses first."""
    plan = certificate["optimum"]["plan"]
    return min(
        (row for row in document[table] if f"| {row['name']} |" in plan), key=lambda row: plan.index(row["name"])
    )


BENT: dict[str, Callable[[dict[str, Any], dict[str, Any]], object]] = {
    "a price by a cent": lambda world, told: optimum_row(world, told, "restaurants").update(
        price=optimum_row(world, told, "restaurants")["price"] + 1
    ),
    "an hour by a minute": lambda world, told: optimum_row(world, told, "attractions").update(
        open=optimum_row(world, told, "attractions")["open"] - 1
    ),
    "a rating by a tenth": lambda world, told: optimum_row(world, told, "attractions").update(
        rating=optimum_row(world, told, "attractions")["rating"] - 1
    ),
    "an optimum said to be dearer": lambda world, told: told["optimum"].update(cost=told["optimum"]["cost"] + 1),
    "a runner-up that is the optimum": lambda world, told: told.update(runner_up=told["optimum"]),
    "a witness that is none": lambda world, told: told["binding"]["leg"].update(plan=told["optimum"]["plan"]),
    "a constraint without a witness": lambda world, told: told["binding"].pop("budget"),
    "a trap without bait": lambda world, told: told["traps"][0].update(plan=told["optimum"]["plan"]),
    "a fact left out": lambda world, told: told["relevant"].pop(),
    "a reader that does not look": lambda world, told: told["reader"].pop(),
}


@pytest.mark.parametrize("name", BENT)
def test_a_bent_certificate_or_world_is_told(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "task"
    shutil.copytree(TINY, folder)
    world = json.loads((folder / "world.json").read_text(encoding="utf-8"))
    told = json.loads((folder / "certificate.json").read_text(encoding="utf-8"))
    BENT[name](world, told)
    (folder / "world.json").write_text(json.dumps(world), encoding="utf-8")
    (folder / "certificate.json").write_text(json.dumps(told), encoding="utf-8")
    faults = [fault for fault in certificate_faults(folder) if "is not the file" not in fault]
    changed = json.loads((TINY / "world.json").read_text(encoding="utf-8")) != world
    assert faults or changed
    assert certificate_faults(folder)


def test_two_generations_with_one_seed_are_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    from planclaims.suites.longhorizon.travel.generate.certificate import write_task
    from planclaims.suites.longhorizon.travel.generate.tasks import tasks

    for place in ("one", "two"):
        for name, made in tasks("tiny", [2], 999, 5):
            if not isinstance(made, str):
                write_task(made, tmp_path / place / name)
    for name in ("world.json", "task.json", "brief.md", "certificate.json"):
        assert (tmp_path / "one/tiny-2-01" / name).read_bytes() == (tmp_path / "two/tiny-2-01" / name).read_bytes()


def test_a_world_is_drawn_from_its_seed_alone() -> None:
    from datetime import date

    start = date(2026, 5, 11)
    assert draw_world("a", "tiny", 2, start) == draw_world("a", "tiny", 2, start)
    assert draw_world("a", "tiny", 2, start) != draw_world("b", "tiny", 2, start)
