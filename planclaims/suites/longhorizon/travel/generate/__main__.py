"""Generate travel tasks: `python -m planclaims.suites.longhorizon.travel.generate FOLDER SIZE DAYS…`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from planclaims.suites.longhorizon.travel.generate.certificate import write_task
from planclaims.suites.longhorizon.travel.generate.tasks import tasks

MOST_SEEDS = 40


def main() -> int:
    """Write the tasks below the folder; return 1 if a task could not be made."""
    parser = argparse.ArgumentParser(
        prog="python -m planclaims.suites.longhorizon.travel.generate",
        description="Generate travel tasks with proved optima.",
    )
    parser.add_argument("folder", type=Path, help="where the folders of tasks go, such as domains/longhorizon/travel")
    parser.add_argument("size", choices=("tiny", "small", "published"))
    parser.add_argument("days", type=int, nargs="+", help="the length of each task, 2 to 7")
    parser.add_argument("--seed", type=int, default=0, help="seeds are tried from the next one on")
    given = parser.parse_args()
    started, done = time.monotonic(), 0
    for name, made in tasks(given.size, given.days, given.seed, MOST_SEEDS):
        seconds = time.monotonic() - started
        if isinstance(made, str):
            print(f"{name}: rejected after {seconds:.1f} s: {made}", file=sys.stderr)
        else:
            write_task(made, given.folder / name)
            done += 1
            print(f"{name}: made after {seconds:.1f} s")
        started = time.monotonic()
    return int(done < len(given.days))


if __name__ == "__main__":
    sys.exit(main())
