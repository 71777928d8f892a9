"""Compare the judge of the travel domain with hand-made oracles; run by hand.

python benchmarks/longhorizon_oracles.py FOLDER, where FOLDER/travel holds world, task, candidates and what is expected.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from arguments import folder, reader

from planclaims.suites.longhorizon.travel.grammar import CATEGORIES
from planclaims.suites.longhorizon.travel.loading import read_world
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score
from planclaims.suites.longhorizon.travel.task_file import task_of

WINDOW = "outbound_departure_window"


def renamed(constraint: dict[str, Any]) -> dict[str, Any]:
    """Return a constraint under the name that its family has here."""
    if constraint["family"] != WINDOW:
        return constraint
    return {**constraint, "family": "leg_window", "way": "out", "event": "dep"}


def as_expected(scored: Scored) -> dict[str, Any]:
    """Return the scores in the form of the oracles."""
    costs = scored.trip.costs if scored.trip else None
    over, under = scored.share
    return {
        "parse": "malformed" if scored.trip is None else "ok",
        "checks": dict(scored.checks),
        "constraints": {name: "pass" if held else "fail" for name, held in scored.constraints.items()},
        "cost": dict(zip(CATEGORIES, costs.amounts, strict=True)) if costs else None,
        "dimensions": {name: int(passed) for name, passed in scored.dimensions.items()},
        "scores": {
            "commonsense_eighths": scored.commonsense,
            "personalised": scored.personalised,
            "composite_sixteenths": scored.composite,
            "case": int(scored.valid),
            "points": scored.points,
            "total_cost": scored.cost,
            "share_of_optimum": f"{over}/{under}",
            "optimal": int(scored.optimal),
        },
        "first_failed": scored.failed[0] if scored.failed else None,
    }


def main(folder: Path) -> int:
    """Print every difference; return how many plans differ."""
    travel = folder / "travel"
    world = read_world(travel / "world.json")
    document = json.loads((travel / "task.json").read_text(encoding="utf-8"))
    document["constraints"] = [renamed(constraint) for constraint in document["constraints"]]
    task = task_of(document, travel / "task.json", world, list(FAMILIES))
    expected = json.loads((travel / "expected.json").read_text(encoding="utf-8"))
    candidates = json.loads((travel / "candidates.json").read_text(encoding="utf-8"))
    differing = 0
    started = time.perf_counter()
    for candidate in candidates:
        wanted = expected[candidate["id"]]
        wanted["parse"] = wanted["parse"].split(":")[0]
        got = as_expected(score(candidate["plan"], world, task))
        faults = [(key, value, got[key]) for key, value in wanted.items() if got[key] != value]
        differing += bool(faults)
        for key, value, ours in faults:
            print(f"{candidate['id']}: {key}: expected {value}, found {ours}")
    seconds = time.perf_counter() - started
    print(f"{len(candidates) - differing} of {len(candidates)} agree, {1000 * seconds / len(candidates):.2f} ms each")
    return differing


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("folder", type=folder, help="the folder with the cases")
    sys.exit(main(arguments.parse_args().folder) > 0)
