"""The command with streams that are not there, run as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUITE = Path(__file__).parents[2] / "domains" / "blocksworld"
TASK = [str(SUITE / "domain.pddl"), str(SUITE / "problems" / "01.pddl")]


def run_without_input(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what the command does when it inherits no standard input at all."""
    close = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    return subprocess.run(
        [sys.executable, "-c", close, "-m", "planclaims.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_plan_from_a_closed_input_is_one_clear_error() -> None:
    done = run_without_input("validate", *TASK, "-")
    assert done.returncode == 2
    assert done.stderr == "planclaims: standard input is closed; allowed: a file or a pipe\n"


def test_a_game_without_an_input_is_left_at_once() -> None:
    done = run_without_input("play", *TASK)
    assert done.returncode == 0
    assert done.stdout.endswith("You left after 0 calls, without a claim.\n")
    assert done.stderr == ""


def test_an_empty_file_name_is_shown() -> None:
    done = run_without_input("validate", *TASK, "")
    assert done.returncode == 2
    assert "'': cannot be read" in done.stderr
