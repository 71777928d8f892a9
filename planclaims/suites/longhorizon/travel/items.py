"""The travel tasks on disk as items, and what stands behind an item: world, task, brief and certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from planclaims.suites.contract import Data, Item
from planclaims.suites.longhorizon.data import ROOT, certificate_of, digest, task_folders
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.loading import read_world
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.task_file import read_task
from planclaims.suites.longhorizon.travel.world import World

GROUP = "travel"
FILES = ("world.json", "task.json", "brief.md")


@dataclass(frozen=True)
class Behind:
    """Everything about one task; the certificate only for the judge and the controls."""

    world: World
    task: Task
    brief: str
    certificate: Mapping[str, Any]

    @property
    def relevant(self) -> frozenset[Cell]:
        """Return the cells that the certificate reads."""
        return frozenset(Cell(*cell) for cell in self.certificate["relevant"])


def items(settings: Data) -> Sequence[Item]:
    """Return the tasks of the size that the settings name, in the order of their names."""
    most = int(settings["tasks"].get(GROUP, 0))
    budget = settings["budget"]
    return [_item(folder, budget) for folder in task_folders(settings["folder"], GROUP, settings["size"], most)]


def _item(folder: Path, budget: Data) -> Item:
    hashes = tuple(digest(folder / name) for name in FILES)
    certified = digest(folder / "certificate.json")
    task = _open(folder, hashes)[1]
    calls = len(certificate_of(folder / "certificate.json", certified)["reader"])
    shown = {
        "folder": str(folder.relative_to(ROOT)) if folder.is_relative_to(ROOT) else str(folder),
        "files": list(hashes),
        "days": task.days,
        "budget": max(budget["floor"], budget["factor"] * calls),
    }
    return Item(GROUP, folder.name, f"{task.days} days", shown, {"certificate": certified})


def behind(item: Item) -> Behind:
    """Return what stands behind an item."""
    folder = ROOT / item.shown["folder"]
    world, task, brief = _open(folder, tuple(item.shown["files"]))
    return Behind(world, task, brief, certificate_of(folder / "certificate.json", item.truth["certificate"]))


@lru_cache(maxsize=64)
def _open(folder: Path, hashes: tuple[str, ...]) -> tuple[World, Task, str]:
    world = read_world(folder / "world.json")
    task = read_task(folder / "task.json", world, list(FAMILIES))
    return world, task, (folder / "brief.md").read_text(encoding="utf-8")
