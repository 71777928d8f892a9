"""Optimal lengths against Fast Downward, on the tasks of the suite that it can express."""

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.search import solve

pytest.importorskip("up_fast_downward")

DOMAINS = Path(__file__).parents[2] / "domains"
PROBLEMS = [
    problem
    for domain in ("blocksworld", "gripper", "logistics", "hospital")
    for problem in sorted((DOMAINS / domain / "problems").glob("*.pddl"))
]
SECONDS = 3
SOLVED, UNSOLVABLE_BY_TRANSLATOR, UNSOLVABLE, OUT_OF_TIME = 0, 10, 11, 23


def fast_downward(domain: Path, problem: Path, folder: Path) -> tuple[int, int | None]:
    """Return the exit code and the length of an optimal plan."""
    driver = str(files("up_fast_downward") / "downward" / "fast-downward.py")
    limits = ["--search-time-limit", f"{SECONDS}s", "--plan-file", str(folder / "plan")]
    command = [sys.executable, driver, *limits, str(domain), str(problem), "--search", "astar(lmcut())"]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    found = re.search(r"Plan length: (\d+) step", finished.stdout)
    return finished.returncode, int(found.group(1)) if found else None


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_optimal_length_is_that_of_fast_downward(problem: Path, tmp_path: Path) -> None:
    domain = problem.parents[1] / "domain.pddl"
    code, length = fast_downward(domain, problem, tmp_path)
    if code == OUT_OF_TIME:
        pytest.skip(f"Fast Downward needs more than {SECONDS} s")
    assert code in (SOLVED, UNSOLVABLE_BY_TRANSLATOR, UNSOLVABLE)
    solution = solve(read_task(domain, problem))
    assert solution.solvable is (code == SOLVED)
    assert solution.optimal_length == length
