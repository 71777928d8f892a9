"""Check the judge of carts against a folder of carts with known verdicts.

Run by hand: `python benchmarks/longhorizon_shopping_oracles.py FOLDER`; the folder holds world.json, tasks.json,
candidates.json and expected.json. Every check, amount, dimension and score of
every cart is compared value for value; the first lines tell what differs, the last one how much agrees.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from arguments import folder, reader

from planclaims.suites.longhorizon.shopping.question import read_answer
from planclaims.suites.longhorizon.shopping.reading import task_of, world_of
from planclaims.suites.longhorizon.shopping.rows import read_document
from planclaims.suites.longhorizon.shopping.rules.cart import Cart, MalformedCart
from planclaims.suites.longhorizon.shopping.rules.scoring import Assessment, assess

AMOUNTS = ("goods", "shipping", "discount", "final")


def main(folder: Path) -> int:
    """Return how many carts differ from what is expected of them."""
    world = world_of(read_document(folder / "world.json"), folder / "world.json")
    listed = read_document(folder / "tasks.json")
    tasks = {task["id"]: task_of({k: v for k, v in task.items() if k != "certificate"}, world) for task in listed}
    expected = read_document(folder / "expected.json")
    differing, values, seconds = 0, 0, 0.0
    for candidate in read_document(folder / "candidates.json"):
        start = time.perf_counter()
        cart = cart_or_none(candidate["cart"])
        found = assess(world, tasks[candidate["task"]], cart)
        seconds += time.perf_counter() - start
        wanted = expected[candidate["id"]]
        faults, compared = differences(found, cart, wanted)
        values += compared
        differing += bool(faults)
        for fault in faults:
            print(f"{candidate['id']}: {fault}")
    print(
        f"{len(expected) - differing} of {len(expected)} carts agree, {values} values compared, "
        f"{seconds / len(expected) * 1000:.2f} ms a cart"
    )
    return differing


def cart_or_none(text: str) -> Cart | None:
    """Return the cart, or None for a malformed one."""
    try:
        return read_answer(text)
    except MalformedCart:
        return None


def differences(found: Assessment, cart: Cart | None, wanted: dict[str, Any]) -> tuple[list[str], int]:
    """Return what differs from what is expected, and how many values were compared."""
    scores = {
        "valid": int(found.valid),
        "match": str(found.match),
        "share_of_optimum": str(found.share_of_optimum),
        "case": int(found.case),
        "published_match": str(found.published_match),
        "published_case": int(found.published_case),
    }
    amounts = found.amounts
    mine: dict[str, Any] = {
        "parse": "malformed" if cart is None else "ok",
        "checks": {name: str(finding.verdict) for name, finding in found.findings.items()},
        "amounts": None
        if amounts is None
        else {k: getattr(amounts, k) for k in ("goods", "shipping", "discount", "final")},
        "dimensions": {name: int(passed) for name, passed in found.dimensions.items()},
        "scores": scores,
        "first_failed": found.first_failed,
    }
    theirs = {**wanted, "parse": wanted["parse"].split()[0].strip(":"), "amounts": wanted.get("amounts")}
    faults = [
        f"{key}: {json.dumps(mine[key])}, expected {json.dumps(theirs[key])}"
        for key in mine
        if mine[key] != theirs[key]
    ]
    return faults, sum(len(part) if isinstance(part, dict) else 1 for part in theirs.values())


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("folder", type=folder, help="the folder with the cases")
    sys.exit(bool(main(arguments.parse_args().folder)))
