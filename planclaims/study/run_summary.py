"""What a run prints: its first table, and at its end table 4, what is amiss, what was paid, where the outputs are."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from planclaims.analysis.formats.markup import plural
from planclaims.episodes.job import EARLIER
from planclaims.episodes.kept import EPISODES
from planclaims.episodes.unfinished import FAILURES, failures
from planclaims.models.money.budget import Budget
from planclaims.models.money.spending import Ledger
from planclaims.storage import write_whole
from planclaims.suites.hiddenpddl.briefing.brief_file import read_brief

OUTPUTS = ("report.html", "episodes.csv", "episodes.parquet", "tables", "figures", "episodes")
WORKINGS = ("items", "logs")
"""Folders of a suite that hold what its outputs are made from."""
SHOWN = 10
"""How many lines a list at the end of a run has at most."""


def results_text(
    results: Path,
    ledger: Ledger | None = None,
    failed_since: float | None = None,
    *,
    unpriced: Sequence[str] = (),
    suites: Sequence[str] = (),
    experiment: bool = True,
) -> str:
    """Return what a run prints at its end: table 4, what is amiss, what was paid, and where the outputs are.

    A run that failed tells when it began: a table from before is not what it found, and the text says so. A run of
    suites alone tells of them, and not of the experiment.
    """
    table = results / "tables" / "table4.txt"
    lines = [table.read_text(encoding="utf-8").rstrip(), ""] if experiment and table.exists() else []
    if lines and failed_since is not None and table.stat().st_mtime < failed_since:
        lines.append("The table above is of an earlier run: this one failed before it wrote another.")
    lines += _unscored(results)
    if experiment:
        lines += [*_uncounted(results), *_faulty_briefs(results)]
    lines += _paid(ledger, unpriced) if ledger is not None else ()
    if experiment:
        lines += _outputs(results, OUTPUTS)
    for suite in suites:
        lines += _suite(results / suite, suite, failed_since)
    return "\n".join(lines)


def _suite(folder: Path, suite: str, failed_since: float | None) -> Iterator[str]:
    """Yield how many episodes of a suite are scored, why others are not, and where its outputs are."""
    table = folder / "episodes.csv"
    if table.exists():
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        causes = Counter(row["failure"] for row in rows if row.get("scored") != "True")
        yield f"Suite {suite}: {plural(len(rows), 'episode')}, {causes.total():,} unscored."
        yield from (f"  {number:,}: {cause}" for cause, number in causes.most_common(SHOWN))
        if failed_since is not None and table.stat().st_mtime < failed_since:
            yield "  That is of an earlier run: this one failed before it judged its own episodes."
    more = sorted(path.name for path in folder.glob("*/") if path.name not in (*OUTPUTS, *WORKINGS))
    yield from _outputs(folder, (*OUTPUTS, *more))


def _outputs(folder: Path, names: Sequence[str]) -> Iterator[str]:
    return (f"{name:17} {folder / name}" for name in names if (folder / name).exists())


def show_controls(table: Path, output: Path) -> None:
    """Print the table of the scripted models, and write what is printed."""
    shown = f"The controls are played. Table 4 of them alone:\n{table.read_text(encoding='utf-8').rstrip()}\n"
    write_whole(output, shown.encode())
    print(shown, flush=True)


def _unscored(results: Path) -> Iterator[str]:
    """Yield what stands for a failure, most frequent cause first, and how many episodes that leaves to be played."""
    by_cause: dict[str, list[str]] = {}
    for output, message in failures(results):
        by_cause.setdefault(message, []).append(output)
    outputs = [output for named in by_cause.values() for output in named]
    if not outputs:
        return
    left = sum(_left(results / output) for output in outputs)
    earlier = sum(len(named) for message, named in by_cause.items() if EARLIER in message)
    broken = len(outputs) - earlier
    if broken:
        one, several = "output stands for an infrastructure failure", "outputs stand for infrastructure failures"
        told = f"{broken:,} {one if broken == 1 else several}"
        yield f"{told}, unscored; the next run tries again. Episodes left: {left:,}."
    if earlier:
        verb = "is" if earlier == 1 else "are"
        yield (
            f"{plural(earlier, 'episode')} could not be played anew after a change and {verb} scored by the earlier "
            "record; the next run tries again."
        )
    causes = sorted(by_cause.items(), key=lambda cause: -len(cause[1]))
    for message, named in causes[:SHOWN]:
        yield f"  {named[0]}{f' and {len(named) - 1:,} more' if len(named) > 1 else ''}: {message}"
    if len(causes) > SHOWN:
        yield f"  ... and {len(causes) - SHOWN} more causes, in {results / FAILURES}"


def _left(output: Path) -> int:
    """Return how many episodes an output leaves to be played: one, or the items of a suite's job that it lists so."""
    if EPISODES not in output.parts:
        return 0
    try:
        listed = json.loads(output.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 1
    several = isinstance(listed, dict) and "format" not in listed
    return sum(why is not None for why in listed.values()) if several else 1


def _uncounted(results: Path) -> Iterator[str]:
    """Yield how many scored episodes lack counts of tokens, because a provider gave none."""
    table = results / "episodes.csv"
    if not table.exists():
        return
    with table.open(encoding="utf-8", newline="") as file:
        scored = [row for row in csv.DictReader(file) if row.get("scored") == "True"]
    missing = [row for row in scored if not (row.get("input_tokens") and row.get("output_tokens"))]
    if missing:
        models = ", ".join(dict.fromkeys(str(row["model"]) for row in missing))
        yield (
            f"{len(missing):,} of {len(scored):,} scored episodes have calls whose tokens the provider did not count "
            f"({models}): their tokens and cost are empty, not zero. Such calls are held against the bound of "
            "`spending` at their worst case."
        )


def _faulty_briefs(results: Path) -> Iterator[str]:
    """Yield the briefs that are used although their audit found something."""
    files = sorted((results / "briefs").glob("*/*.json"))
    briefs = ((path, read_brief(path)) for path in files)
    faulty = [(path, len(brief.audit)) for path, brief in briefs if brief.audit and brief.failure is None]
    if faulty:
        played = f"{plural(len(faulty), 'task')} {'is' if len(faulty) == 1 else 'are'} played"
        yield f"{played} with briefs that fail their audit; what it found is in the files:"
        yield from (f"  {path}: {plural(findings, 'finding')}" for path, findings in faulty[:SHOWN])
        yield from [f"  ... and {len(faulty) - SHOWN} more"] if len(faulty) > SHOWN else []


def _paid(ledger: Ledger, unpriced: Sequence[str]) -> Iterator[str]:
    """Yield what this run paid, if it paid anything or was kept from it."""
    now = ledger.paid_since()
    if now.calls or ledger.exhausted:
        bound = f", of at most {ledger.budget}" if ledger.budget != Budget() else ""
        if unpriced:
            yield (
                f"No price is set for {', '.join(unpriced)}, so what is paid for that is not counted; `price` in an "
                "entry of the configuration, or `planclaims run --price`, sets one."
            )
        yield f"Paid in this run: {now}. Paid for this results folder so far: {ledger.paid()}{bound}."
