"""Tables, figures, tests and the page from 1,800 and from 180,000 invented episodes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench.figure import Figure
from bench.process import ROOT, cost

sys.path.insert(0, str(ROOT / "benchmarks"))
from analysis_speed import STUDY, invented_episodes

ROWS = (STUDY, 100 * STUDY)


def figures() -> list[Figure]:
    """Return seconds and memory of a whole analysis in a process of its own."""
    found = []
    for rows in ROWS:
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder, "episodes.csv")
            invented_episodes(rows).to_csv(table, index=False)
            used = cost([sys.executable, "-m", "planclaims.cli.main", "analyse", str(table), "-o", f"{folder}/out"])
        found.append(Figure("analysis", f"{rows:,} episodes", "s", used.wall))
        found.append(Figure("analysis", f"{rows:,} episodes, memory", "GiB", used.memory / 2**30))
    return found
