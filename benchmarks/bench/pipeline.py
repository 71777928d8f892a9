"""The workflow against the same jobs left empty, a second run with nothing to do, and one changed model."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from bench.figure import Figure
from bench.process import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
from overhead import MODELS, sides

EPISODES = 1800


def figures() -> list[Figure]:
    """Return wall seconds of 1,800 episodes of scripts, and what later runs take."""
    with tempfile.TemporaryDirectory(prefix="planclaims-") as folder:
        real, same, bare = sides(Path(folder).resolve(), cores=8)
        for side in (real, same, bare):
            side.run("--until", "solve_task", "write_briefs")
        full, empty = real.run("--until", "play_episode"), same.run("--until", "play_episode")
        nothing, least = real.run("--until", "play_episode"), same.run("--until", "play_episode")
        bare.run("--until", "play_episode")
        none = bare.run("--until", "play_episode")
        other = replace(real, command=(*real.command, f"models={{{MODELS[0]}: {{script: greedy}}}}"))
        changed = other.run("--until", "play_episode")
    whole = f"{EPISODES:,} episodes of scripts"
    return [
        Figure("pipeline", whole, "s", full.wall, "the same jobs, empty", empty.wall, 1.2),
        Figure("pipeline", f"{whole}, each beyond an empty job", "CPU ms", 1e3 * (full.cpu - empty.cpu) / EPISODES),
        Figure("pipeline", "a second run with nothing to do", "s", nothing.wall, aim=3.0),
        Figure("pipeline", "a second run with nothing to do", "s", nothing.wall, "the same jobs, empty", least.wall),
        Figure("pipeline", "a second run with nothing to do", "s", nothing.wall, "bare jobs, empty", none.wall),
        Figure("pipeline", "one model changed, 450 episodes", "s", changed.wall, "all episodes", full.wall),
    ]
