"""Writes tasks with their certificates: `python -m planclaims.suites.longhorizon.shopping.generate FOLDER …`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from planclaims.suites.longhorizon.shopping.generate.frame import SIZES, Rejected
from planclaims.suites.longhorizon.shopping.generate.proving import prove
from planclaims.suites.longhorizon.shopping.generate.writing import write_task


def main() -> int:
    """Write so many tasks of each level; seeds of which nothing comes are passed over and told."""
    reader = argparse.ArgumentParser(prog="python -m planclaims.suites.longhorizon.shopping.generate")
    reader.add_argument("folder", type=Path, help="where the folders of the tasks are put")
    reader.add_argument("--size", choices=list(SIZES), default="small")
    reader.add_argument("--count", type=int, default=4, help="tasks of each level")
    reader.add_argument("--seed", type=int, default=1, help="the first seed to try")
    wanted = reader.parse_args()
    for level in (1, 2, 3):
        seed = wanted.seed
        for number in range(1, wanted.count + 1):
            seed = _write_next(seed, level, f"{wanted.size}-{number:02}-l{level}", wanted) + 1
    return 0


def _write_next(seed: int, level: int, name: str, wanted: argparse.Namespace) -> int:
    """Write the task of the first seed from this one on that gives one; return that seed."""
    while True:
        start = time.perf_counter()
        try:
            proved = prove(seed, wanted.size, level, name)
        except Rejected as problem:
            print(f"{name}: seed {seed} gives no task: {problem}")
            seed += 1
            continue
        write_task(proved, wanted.folder / name)
        seconds = time.perf_counter() - start
        print(
            f"{name}: seed {seed}, {len(proved.world.products)} products, {len(proved.binding)} constraints, "
            f"{seconds:.1f} s"
        )
        return seed


if __name__ == "__main__":
    sys.exit(main())
