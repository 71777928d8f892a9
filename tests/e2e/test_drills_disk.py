"""A disk that is full, results that cannot be written: one line about it, nothing lost, nothing paid twice."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from drills import Drill

ROOM = 400_000
"""Bytes left on the full disk when the run starts: enough for some episodes."""


def mount(*arguments: str | Path) -> None:
    """Mount something, or skip the drill where that is not allowed."""
    try:
        done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount command here")
    if done.returncode != 0:
        pytest.skip(f"mounting is not possible here: {done.stderr.strip()}")


@contextlib.contextmanager
def mounted(folder: Path, *arguments: str | Path) -> Iterator[None]:
    """Mount something over a folder for a while."""
    mount(*arguments, folder)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def size(folder: Path) -> int:
    """Return the bytes that are used on a folder's disk."""
    return shutil.disk_usage(folder).used


def test_results_that_cannot_be_written_are_one_line(drill: Drill) -> None:
    drill.reset()
    with mounted(drill.results, "--bind", drill.results):
        mount("-o", "remount,bind,ro", drill.results)
        printed = drill.run(fails=True)
    assert "results: cannot be written: Read-only file system" in printed
    assert not drill.provider.asked


def test_a_full_disk_stops_the_paying_and_loses_no_reply(drill: Drill, tmp_path: Path) -> None:
    drill.reset()
    kept = shutil.copytree(drill.results, tmp_path / "kept")
    with mounted(drill.results, "-t", "tmpfs", "-o", "size=64m", "planclaims-drill"):
        shutil.copytree(kept, drill.results, dirs_exist_ok=True)
        mount("-o", f"remount,size={size(drill.results) + ROOM}", drill.results)
        printed = drill.run(fails=True)
        told = [line for line in printed.splitlines() if "cannot be written: No space left on device" in line]
        assert len(told) == 2, "once when it happens, once at the end"
        assert told[1].startswith("Stopped, nothing is lost: ")
        drill.check_books()
        paid = drill.provider.paid.total()
        assert paid > 0
        mount("-o", "remount,size=64m", drill.results)
        drill.run()
        drill.check_books()
        assert drill.provider.paid.total() > paid
        assert [row["success"] for row in drill.rows()] == ["True"] * drill.episodes
        drill.check_secrecy()
