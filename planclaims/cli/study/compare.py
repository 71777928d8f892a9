"""Compare two runs: paired tests, what changed per task, and which configuration differs.

A and B are results folders or episodes tables (.csv, .parquet). What both played is paired by model, method and task.
Settings of models and methods are compared where both folders hold records. The comparison is printed as Markdown;
with -o it is written to OUT.md and OUT.html instead.
With --json: one line a table, with its title, header, rows and notes.
The exit code is 0 whether or not something changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import print_sheets
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_json_argument
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.analysis.formats.sheet import Sheet

TABLE = "episodes.csv"

ADVICE = "correct the table, or have a run write its own anew: snakemake results/episodes.csv"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("before", metavar="A", type=Path, help="a results folder or an episodes table")
    parser.add_argument("after", metavar="B", type=Path, help="another")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, help="write OUT.md and OUT.html")
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, the comparison printed or written."""
    from planclaims.analysis.formats.sheet import as_markdown
    from planclaims.analysis.table.episodes_table import read_episodes
    from planclaims.analysis.two_runs import differing_sheet, tasks_sheet, tests_sheet
    from planclaims.report.page.sheets import sheets_page
    from planclaims.storage import write_whole

    before, after = (read_episodes(table_of(path)) for path in (options.before, options.after))
    sheets = [tests_sheet(before, after), differing_sheet(before, after), tasks_sheet(before, after)]
    settings = settings_sheet(options.before, options.after)
    sheets[2:2] = [] if settings is None else [settings]
    title, named = "Two runs compared", f"A is {options.before}, B is {options.after}."
    text = "\n".join([f"# {title}\n\n{named}\n", *(as_markdown(sheet) for sheet in sheets)])
    if options.json:
        print_sheets(sheets)
    if options.output is None:
        print("" if options.json else text, end="")
        return ExitCode.POSITIVE
    for suffix, content in ((".md", text), (".html", sheets_page(title, named, sheets))):
        path = options.output.with_name(f"{options.output.name.removesuffix('.md').removesuffix('.html')}{suffix}")
        write_whole(path, content.encode("utf-8", "backslashreplace"))
        if not options.json:
            print(path)
    return ExitCode.POSITIVE


def table_of(path: Path) -> Path:
    """Return the episodes table that is named, or that of the results folder; InputError if there is none."""
    table = path / TABLE if path.is_dir() else path
    if not table.is_file():
        raise InputError("there is no episodes table; name a results folder whose run has ended", file=table)
    return table


def settings_sheet(before: Path, after: Path) -> Sheet | None:
    """Return the settings and identities of configurations that differ, or None if not both folders hold records."""
    from planclaims.analysis.formats.sheet import Sheet

    folders = [(path if path.is_dir() else path.parent) / "episodes" for path in (before, after)]
    if not all(folder.is_dir() for folder in folders):
        return None
    one, other = (dict(_settings(folder)) for folder in folders)
    rows = []
    for key in sorted(one.keys() & other.keys()):
        names = sorted(one[key].keys() | other[key].keys())
        rows += [
            (*key, name, one[key].get(name, "–"), other[key].get(name, "–"))
            for name in names
            if one[key].get(name) != other[key].get(name)
        ]
    notes = () if rows else ("The settings recorded with the first episode of each configuration are the same.",)
    return Sheet("Which settings differ", ("model", "method", "setting", "A", "B"), tuple(rows), notes)


def _settings(episodes: Path) -> Iterator[tuple[tuple[str, str], dict[str, str]]]:
    """Yield each configuration with the settings in its first record."""
    import json

    from planclaims.episodes.record import load_record

    for folder in sorted(path for path in episodes.glob("*/*") if path.is_dir()):
        first = next(iter(sorted(folder.rglob("*.json"))), None)
        if first is None:
            continue
        record = load_record(first)
        owned = {
            "model": {**record.model_settings, **record.model_identity},
            "method": record.method_settings,
        }
        told = {f"{owner} {name}": json.dumps(value) for owner, own in owned.items() for name, value in own.items()}
        yield (record.model, record.method), told
