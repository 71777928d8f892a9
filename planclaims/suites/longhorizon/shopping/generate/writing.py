"""A proved task as files: the world and the task, the brief in words, and the certificate; same task, same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from planclaims.storage import write_whole
from planclaims.suites.longhorizon.shopping.brief import brief_of
from planclaims.suites.longhorizon.shopping.certify import enumeration, rows
from planclaims.suites.longhorizon.shopping.generate.frame import VERSION
from planclaims.suites.longhorizon.shopping.generate.proving import Proved
from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of
from planclaims.suites.longhorizon.shopping.rules.facts import relevant_cells
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

CLAIM = "no feasible choice with another signature has a value as good as the optimum's"


def write_task(proved: Proved, folder: Path) -> None:
    """Write the four files of a task."""
    files = {
        "world.json": table_text(world_document(proved.world)),
        "task.json": table_text(task_document(proved.task)),
        "brief.md": brief_of(proved.task) + "\n",
        "certificate.json": table_text(certificate_document(proved)),
    }
    for name, text in files.items():
        write_whole(folder / name, text.encode())


def table_text(document: Mapping[str, Any]) -> str:
    """Return JSON text with one row of a table, or one entry of a list, on each line."""
    parts = []
    for key, value in document.items():
        if isinstance(value, Mapping) and value:
            inner = [f"  {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in value.items()]
            text = "{\n" + ",\n".join(inner) + "\n }"
        elif isinstance(value, list) and value:
            text = "[\n" + ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        parts.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def world_document(world: ShoppingWorld) -> Mapping[str, Any]:
    """Return the world as its JSON document."""
    users = {}
    for key, user in world.users.items():
        users[key] = {"name": user.name, "region": user.region, "vip": user.vip, **user.sizes, "coupons": user.coupons}
    products = {key: _told(asdict(product)) for key, product in world.products.items()}
    return {
        "shops": {key: asdict(shop) for key, shop in world.shops.items()},
        "delivery": {"base": world.base, "provider": world.provider},
        "users": users,
        "coupons": {key: asdict(coupon) for key, coupon in world.coupons.items()},
        "products": products,
    }


def _told(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


def task_document(task: ShoppingTask) -> Mapping[str, Any]:
    """Return the task as its JSON document."""
    slots = [
        {
            "category": slot.category,
            "quantity": slot.quantity,
            "conditions": [[condition.field, condition.operator, condition.value] for condition in slot.conditions],
            "max_days": slot.max_days,
        }
        for slot in task.slots
    ]
    return {
        "id": task.name,
        "level": task.level,
        "user": task.user,
        "objective": task.objective,
        "use_coupons": task.use_coupons,
        "budget": None if task.budget is None else list(task.budget),
        "slots": slots,
        "optimum": choice_document(task.optimum),
    }


def choice_document(choice: Choice) -> Mapping[str, Any]:
    """Return a choice as its JSON document."""
    coupons = [[use.coupon, use.brand, use.uses] for use in choice.coupons]
    return {
        "items": [list(item) for item in choice.items],
        "coupons": coupons,
        "final": choice.final,
        "rating": choice.rating,
    }


def certificate_document(proved: Proved) -> Mapping[str, Any]:
    """Return what is claimed of the task, with what confirms it; the second method is asked here and now."""
    world, task = proved.world, proved.task
    amounts = amounts_of(world, task.optimum.items, task.optimum.coupons)
    feasible = None
    if proved.size == "tiny":
        method = "enumeration"
        best, feasible = enumeration.best_two(world, task)
    else:
        method = "HiGHS"
        best = rows.best_two(world, task)
    return {
        "generator": {
            "version": VERSION,
            "seed": proved.seed,
            "size": proved.size,
            "level": task.level,
            "draft": proved.attempt,
        },
        "claim": CLAIM,
        "solver": f"CP-SAT {version('ortools')}, one worker",
        "status": "INFEASIBLE",
        "optimum": {**choice_document(task.optimum), **asdict(replace(amounts, final=task.optimum.final))},
        "runner_up": choice_document(proved.runner_up),
        "second_method": {
            "name": method,
            "optimum": choice_document(best[0]),
            "runner_up": choice_document(best[1]),
        },
        "feasible_choices": feasible,
        "greedy": None if proved.greedy is None else choice_document(proved.greedy),
        "binding": [
            {"dropped": relaxed.dropped, "check": relaxed.check, "better": choice_document(better)}
            for relaxed, better in proved.binding
        ],
        "repairs": list(proved.repairs),
        "relevant_facts": len(relevant_cells(world, task)),
    }
