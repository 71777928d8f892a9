"""Processor seconds and memory that reading the workflow takes, by the number of episodes of scripted models.

Run from the checkout: `python benchmarks/reading.py [EPISODES ...]`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from arguments import count, reader

ROOT = Path(__file__).resolve().parents[1]
METHODS = 9
TASKS = 50


def overlay(episodes: int) -> dict[str, object]:
    """Return a configuration of so many episodes, rounded up to whole models."""
    names = [f"m{number}" for number in range(-(-episodes // (METHODS * TASKS)))]
    entry = {"kind": "reference", "script": "optimal", "tasks": "all"}
    return {"models": dict.fromkeys(names, entry), "experiment": {"models": names}}


def dry_run(episodes: int) -> tuple[float, float]:
    """Return the processor seconds of a dry run and its MiB at most."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "overlay.yaml")
        config.write_text(yaml.safe_dump(overlay(episodes)), encoding="utf-8")
        command = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile"), "--cores", "8", "-n"]
        command += ["--quiet", "all", "--directory", folder, "--configfile", str(config)]
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"the dry run failed with status {status}")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("episodes", type=count, nargs="*", default=[900, 9000], help="numbers of episodes")
    for number in arguments.parse_args().episodes:
        seconds, mebibytes = dry_run(number)
        print(f"{number:,} episodes: {seconds:.1f} s, {mebibytes:,.0f} MiB")
