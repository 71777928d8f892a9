"""Confirm certificates: `python -m planclaims.suites.longhorizon.shopping.certify FOLDER…`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from planclaims.errors import PlanclaimsError
from planclaims.suites.longhorizon.shopping.certify.checking import certificate_faults


def main() -> int:
    """Print what does not hold; return 1 if anything does not."""
    reader = argparse.ArgumentParser(prog="python -m planclaims.suites.longhorizon.shopping.certify")
    reader.add_argument("folders", type=Path, nargs="+", help="folders with tasks in them, or single tasks")
    wrong = 0
    for folder in reader.parse_args().folders:
        for task in sorted(path.parent for path in folder.glob("**/task.json")):
            started = time.perf_counter()
            try:
                found = certificate_faults(task)
            except PlanclaimsError as error:
                found = [str(error)]
            wrong += bool(found)
            print(f"{task.name}: {'; '.join(found) or 'confirmed'} ({time.perf_counter() - started:.1f} s)")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
