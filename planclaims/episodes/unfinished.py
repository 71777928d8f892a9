"""Outputs that stand for infrastructure failures: marked, listed, and tried again by the next run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from planclaims.episodes.atomic import write_whole
from planclaims.storage import storing

FAILURES = "failures"
"""Folder below the results that holds one marker per output to be tried again on the next run."""


def mark_failure(results: Path, output: Path, message: str) -> None:
    """Note that an output stands for an infrastructure failure, so that the next run tries again."""
    write_whole(_marker(results, output), f"{message}\n".encode())


def is_marked(results: Path, output: Path) -> bool:
    """Return whether an output stands for an infrastructure failure."""
    return _marker(results, output).exists()


def forget_failures(results: Path) -> int:
    """Remove outputs that stand for infrastructure failures and return how many there were.

    The episodes table goes too, so that a run for a table alone plays them as well.
    """
    marked = list(_marked(results))
    with storing(results):
        for marker, output in marked:
            (results / output).unlink(missing_ok=True)
            marker.unlink()
        for table in results.glob("episodes.*") if marked else ():
            table.unlink()
    return len(marked)


def failures(results: Path) -> list[tuple[str, str]]:
    """Return the outputs that stand for infrastructure failures, each with its message."""
    return [(str(output), marker.read_text(encoding="utf-8").strip()) for marker, output in _marked(results)]


def _marker(results: Path, output: Path) -> Path:
    return results / FAILURES / output.relative_to(results).with_suffix(".txt")


def _marked(results: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the markers, each with the output that it stands for, relative to the results."""
    folder = results / FAILURES
    for marker in sorted(folder.rglob("*.txt")):
        yield marker, marker.relative_to(folder).with_suffix(".json")
