"""Print one table of everything that is measured, and write it as Markdown and JSON.

Usage, from the checkout: `python -m bench [PART ...]` in `benchmarks/`, or `make bench`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict
from pathlib import Path

from bench.figure import HEADINGS, Figure, machine

PARTS = ("validation", "search", "turns", "pipeline", "suites", "analysis")


def main() -> None:
    """Measure the parts that were asked for and show their table."""
    parser = argparse.ArgumentParser(prog="make bench", description="Measure planclaims against named peers.")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("-o", "--output", type=Path, default=Path("build/bench"), help="place of the .md and the .json")
    options = parser.parse_args()
    on, found = machine(), list[Figure]()
    for part in options.parts or PARTS:
        print(f"{part} ...", file=sys.stderr, flush=True)
        found += importlib.import_module(f"bench.{part}").figures()
    text = table(found, on)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.with_suffix(".md").write_text(text, encoding="utf-8")
    document = [{**asdict(figure), "ratio": figure.ratio, "met": figure.met} for figure in found]
    options.output.with_suffix(".json").write_text(json.dumps({"machine": on, "figures": document}, indent=1) + "\n")
    print(text)


def table(found: list[Figure], on: str) -> str:
    """Return the figures as a Markdown table under what they were measured on."""
    rows = [HEADINGS, ["---"] * len(HEADINGS), *(figure.cells() for figure in found)]
    return f"Measured on {on}.\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
