"""Time and memory of `planclaims analyse` on invented episodes: 1,800 of them and 180,000.

    python benchmarks/analysis_speed.py [ROWS ...]

The episodes are drawn from the success rates that the paper published, so tables and figures look like a study; the
numbers in them mean nothing.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from arguments import count, reader

from planclaims.analysis.published import PublishedCell, published_cells
from planclaims.analysis.table.frame import TYPES

DOMAINS = ("blocksworld", "gripper", "hospital", "load-balancing", "logistics")
RULES = {
    "blocksworld": ("unstack: (clear ?block)", "stack: (holding ?block)", "pick-up: (arm-empty)"),
    "gripper": ("move: (robot-at ?from)", "pick: (free ?gripper)", "drop: (carries ?ball ?gripper)"),
    "hospital": ("admit: (bed-clean ?bed)", "admit: (needs-ward ?patient ?ward)", "transfer: (bed-free ?bed)"),
    "load-balancing": ("power-off: (= (load ?server) 0)", "assign-bucket: (<= (+ (load ?s) 1) (capacity ?s))"),
    "logistics": ("load-truck: (located-at ?package ?place)", "drive-truck: (in-city ?place ?city)"),
}
PRICES = {
    "gpt-4o-mini": (0.15, 0.60),
    "gpt-4o": (2.50, 10.00),
    "gemini-2.0-flash-lite": (0.075, 0.30),
    "gemini-2.0-flash": (0.10, 0.40),
}
LOOKS = {"react": 0.064, "reflexion": 0.087, "critic": 0.067}
STUDY = 1_800


def invented_episodes(rows: int, seed: int = 1) -> pd.DataFrame:
    """Return that many episodes of the paper's configurations on 50 tasks; beyond 1,800 they are repeats."""
    source = np.random.default_rng(seed)
    tasks = [_task(domain, number, source) for domain in DOMAINS for number in range(1, 11)]
    repeats = math.ceil(rows / STUDY)
    found = [
        _episode(cell, task, repeat, source)
        for repeat in range(repeats)
        for cell in sorted(published_cells().values(), key=lambda cell: (cell.model, cell.regime))
        for task in tasks
    ]
    return pd.DataFrame(found[:rows], columns=list(TYPES)).astype(dict(TYPES))


def _task(domain: str, number: int, source: np.random.Generator) -> dict[str, Any]:
    solvable = number <= 8
    length = int(source.integers(2, 30)) if solvable else None
    return {"domain": domain, "task": f"{number:02}", "solvable": solvable, "optimal_length": length}


def _episode(cell: PublishedCell, task: dict[str, Any], repeat: int, source: np.random.Generator) -> dict[str, Any]:
    """Return one episode; what a row must agree on with itself it does."""
    online = cell.regime == "online"
    length = task["optimal_length"] or 10
    ease = cell.success_rate * 2 * (1 - length / 45)
    row = {
        **{"model": cell.model, "method": cell.method, "regime": cell.regime, "repeat": repeat, **task},
        **{"reference": False, "constrained": False, "scored": True, "budget": max(20, 3 * length)},
        **{"success": False, "detection": False, "false_abstention": False, "score": 0.0, "executable": True},
        "plan_length": int(source.integers(1, length + 4)),
    }
    if not task["solvable"]:
        row |= _claim() if source.random() < cell.detections / 10 else _violation(task, row, source)
        row["outcome"] = "detection" if row["detection"] else "missed_infeasibility"
    elif source.random() < ease:
        plan = length + int(source.random() < 0.2)
        row |= {"success": True, "plan_length": plan, "score": length / plan}
        row |= {"outcome": "success", "ending": "goal_reached"}
    elif source.random() < 0.85:
        row |= {**_violation(task, row, source), "outcome": "precondition_violation"}
    else:
        ending = source.choice(["timeout" if online else "malformed", "goal_not_reached"])
        row |= {"outcome": ending, "ending": ending, "executable": ending != "malformed"}
    return row | _spent(cell, row, source) | (_looked(cell, row, source) if online else {})


def _claim() -> dict[str, Any]:
    return {"success": True, "detection": True, "score": 1.0, "plan_length": 0, "ending": "unsolvable_claim"}


def _violation(task: dict[str, Any], row: dict[str, Any], source: np.random.Generator) -> dict[str, Any]:
    rules = RULES[task["domain"]]
    rule = rules[min(int(source.exponential(0.8)), len(rules) - 1)]
    return {
        "executable": False,
        "ending": "precondition_violation",
        "failed_step": int(source.integers(1, row["plan_length"] + 1)),
        "failed_action": f"({rule.partition(':')[0]} x y)",
        "unmet_rule": rule,
    }


def _spent(cell: PublishedCell, row: dict[str, Any], source: np.random.Generator) -> dict[str, Any]:
    price = PRICES[cell.model]
    total = cell.tokens * source.lognormal(0, 0.25) * (1.2 if "gpt" in cell.model else 0.8)
    output = int(total * source.uniform(0.05, 0.3))
    inputs = int(total) - output
    cost = (inputs * price[0] + output * price[1]) / 1_000_000
    return {"input_tokens": inputs, "output_tokens": output, "cost_usd": cost, "model_calls": 1, "seconds": total / 900}


def _looked(cell: PublishedCell, row: dict[str, Any], source: np.random.Generator) -> dict[str, Any]:
    acts = row["plan_length"]
    inspected = int(source.binomial(acts, LOOKS[cell.method]))
    return {
        **{"acts": acts, "inspected_acts": inspected, "state_queries": inspected + int(source.random() < 0.1)},
        **{"ill_formed_calls": 0, "rejected_proposals": 0, "surplus_calls": 0},
        "calls_used": min(row["budget"], acts + inspected + 4),
    }


def measure(rows: int) -> str:
    """Return one line: seconds and memory of a whole analysis in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "episodes.csv"
        invented_episodes(rows).to_csv(table, index=False)
        command = [sys.executable, "-m", "planclaims.cli.main", "analyse", str(table), "-o", f"{folder}/out"]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    return f"{rows:>9,} episodes  {seconds:6.1f} s  {peak:5.2f} GiB at most"


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("rows", type=count, nargs="*", default=[STUDY, 100 * STUDY], help="numbers of episodes")
    for number in arguments.parse_args().rows:
        print(measure(number), flush=True)
