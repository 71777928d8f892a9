"""Outputs that stand for infrastructure failures: marked, listed, and tried again by the next run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planclaims.storage import storing, write_whole

FAILURES = "failures"
"""Folder below the results that holds one marker per output to be tried again on the next run."""


def mark_failure(results: Path, output: Path, message: str) -> None:
    """Note that an output stands for an infrastructure failure, so that the next run tries again."""
    write_whole(_marker(results, output), f"{message}\n".encode())


def is_marked(results: Path, output: Path) -> bool:
    """Return whether an output stands for an infrastructure failure."""
    return _marker(results, output).exists()


def unscored(results: Path) -> list[str]:
    """Return the outputs that stand for infrastructure failures, relative to the results; the next run makes them."""
    return [output.as_posix() for _, output in _marked(results)]


@contextmanager
def settled(results: Path, output: Path) -> Iterator[None]:
    """Take the mark from an output once it is made anew; a mark that its making renews stays."""
    marker = _marker(results, output)
    before = _written(marker)
    yield
    if before is not None and _written(marker) == before:
        with storing(marker):
            marker.unlink(missing_ok=True)


def failures(results: Path) -> list[tuple[str, str]]:
    """Return the outputs that stand for infrastructure failures, each with its message."""
    return [(str(output), marker.read_text(encoding="utf-8").strip()) for marker, output in _marked(results)]


def _marker(results: Path, output: Path) -> Path:
    return results / FAILURES / output.relative_to(results).with_suffix(".txt")


def _written(marker: Path) -> tuple[int, int] | None:
    """Return what changes when a mark is written anew, or None where there is none."""
    try:
        status = marker.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns


def _marked(results: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the markers, each with the output that it stands for, relative to the results."""
    folder = results / FAILURES
    for marker in sorted(folder.rglob("*.txt")):
        yield marker, marker.relative_to(folder).with_suffix(".json")
