"""The shopping tasks on disk as items, and what stands behind an item: world, task, brief and certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from planclaims.seam import ToolCall
from planclaims.suites.contract import Data, Item
from planclaims.suites.longhorizon.data import ROOT, certificate_of, digest, task_folders
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.reading import choice_of, task_of, world_of
from planclaims.suites.longhorizon.shopping.rows import read_document
from planclaims.suites.longhorizon.shopping.rules.facts import relevant_cells, rulings
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

GROUP = "shopping"
FILES = ("world.json", "task.json", "brief.md")
CHOICE = ("items", "coupons", "final", "rating")


@dataclass(frozen=True)
class Behind:
    """Everything about one task; the certificate only for the judge and the controls."""

    world: ShoppingWorld
    task: ShoppingTask
    brief: str
    relevant: frozenset[Cell]
    rulings: Mapping[Cell, Cell]
    certificate: Mapping[str, Any]

    def choice(self, document: Mapping[str, Any]) -> Choice:
        """Return a choice of the certificate."""
        return choice_of({key: document[key] for key in CHOICE}, self.world, None, "the certificate")


@dataclass(frozen=True)
class _Opened:
    """The files of a task as they are read once."""

    world: ShoppingWorld
    task: ShoppingTask
    brief: str
    relevant: frozenset[Cell]
    rulings: Mapping[Cell, Cell]


def items(settings: Data) -> Sequence[Item]:
    """Return the tasks of the size that the settings name, in the order of their names."""
    most = int(settings["tasks"].get(GROUP, 0))
    folders = task_folders(settings["folder"], GROUP, settings["size"], most)
    return [_item(folder, settings["budget"]) for folder in folders]


def _item(folder: Path, budget: Data) -> Item:
    hashes = tuple(digest(folder / name) for name in FILES)
    opened = _open(folder, hashes)
    shown = {
        "folder": str(folder.relative_to(ROOT)) if folder.is_relative_to(ROOT) else str(folder),
        "files": list(hashes),
        "level": opened.task.level,
        "budget": max(budget["floor"], budget["factor"] * len(reading(opened))),
    }
    truth = {"certificate": digest(folder / "certificate.json")}
    return Item(GROUP, folder.name, f"level {opened.task.level}", shown, truth)


def behind(item: Item) -> Behind:
    """Return what stands behind an item."""
    folder = ROOT / item.shown["folder"]
    opened = _open(folder, tuple(item.shown["files"]))
    certificate = certificate_of(folder / "certificate.json", item.truth["certificate"])
    return Behind(opened.world, opened.task, opened.brief, opened.relevant, opened.rulings, certificate)


@lru_cache(maxsize=64)
def _open(folder: Path, hashes: tuple[str, ...]) -> _Opened:
    world = world_of(read_document(folder / "world.json"), folder / "world.json")
    task = task_of(read_document(folder / "task.json"), world, folder / "task.json")
    brief = (folder / "brief.md").read_text(encoding="utf-8").strip()
    return _Opened(world, task, brief, relevant_cells(world, task), rulings(world, task))


def reading(known: Behind | _Opened) -> list[ToolCall]:
    """Return the calls of the reference reader: all relevant facts, and with no more calls than they need.

    The user in one call, the details of all products that matter in another, and one call for each delivery that
    matters: those of the optimum, and those that alone rule a product out.
    """
    products = [key for key, product in known.world.products.items() if known.task.slot_of(product.category)]
    region = known.world.users[known.task.user].region
    shown_otherwise = {fact for cell, fact in known.rulings.items() if cell.table == "products"}
    late = {cell for cell, fact in known.rulings.items() if cell.table == "delivery" and fact not in shown_otherwise}
    deliveries = late | {cell for cell in known.relevant if cell.table == "delivery"}
    return [
        ToolCall("get_user_info"),
        ToolCall("get_product_details", {"product_ids": products}),
        *(
            ToolCall("calculate_transport_time", {"product_id": cell.row, "destination_address": region})
            for cell in sorted(deliveries)
        ),
    ]
