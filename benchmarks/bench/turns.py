"""One online turn and one offline call of ours against Inspect AI and DSPy, all with a model that answers at once.

The peers live in an environment of their own (`make bench` builds it from envs/bench.txt); where it is missing, ours
are measured alone. Each side runs in a process of its own and prints processor seconds a turn and a call.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench.figure import Figure
from bench.process import PEERS, cost

SIDES = Path(__file__).parent / "sides"
NAMES = {"inspect_ai": "Inspect AI", "dspy": "DSPy"}
MOST_MS = 2.0


def figures() -> list[Figure]:
    """Return the processor milliseconds of a turn and of a call, ours and the peers'."""
    ours = json.loads(cost([sys.executable, str(SIDES / "ours.py")]).printed.splitlines()[-1])
    found = [
        Figure("turns", f"one {what}", "CPU ms", ours[what], aim=MOST_MS) for what in ("online turn", "offline call")
    ]
    for name, spoken in NAMES.items():
        if not (PEERS / "python").exists():
            continue
        theirs = json.loads(cost([str(PEERS / "python"), str(SIDES / f"{name}_side.py")]).printed.splitlines()[-1])
        found += [Figure("turns", f"one {what}", "CPU ms", ours[what], spoken, theirs[what], 1.0) for what in theirs]
    return found
