"""States per second of our search against Fast Downward's blind search, on the same tasks and in the same run.

Usage: python benchmarks/search_speed.py [DOMAIN/PROBLEM ...]     (default: the larger tasks that both can express)

Symmetry is off for the ratio of states per second, so that both searches walk the same state space; the last column
tells how long our search takes as it is used. Times are of the CPU; Fast Downward reports its search, ours includes
everything after reading the files.
"""

import re
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

from arguments import reader

from planclaims.pddl_io import read_task
from planclaims.search import solve

DOMAINS = Path(__file__).parents[1] / "domains"
DEFAULT = ("blocksworld/09", "blocksworld/10", "gripper/06", "logistics/07")


def fast_downward(domain: Path, problem: Path) -> tuple[int, float, int | None]:
    """Return the states expanded, the seconds of search, and the plan length found by blind search."""
    driver = str(files("up_fast_downward") / "downward" / "fast-downward.py")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, driver, "--plan-file", f"{folder}/plan", str(domain), str(problem)]
        command += ["--search", "astar(blind())"]
        text = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    expanded, seconds = re.search(r"Expanded (\d+) state", text), re.search(r"Search time: ([\d.]+)s", text)
    if expanded is None or seconds is None:
        raise SystemExit(f"Fast Downward did not finish on {problem}")
    length = re.search(r"Plan length: (\d+)", text)
    return int(expanded[1]), float(seconds[1]), int(length[1]) if length else None


def timed(domain: Path, problem: Path, *, symmetry: bool) -> tuple[int, float, int | None]:
    """Return the states met, the CPU seconds, and the optimal length."""
    task = read_task(domain, problem)
    start = time.process_time()
    solution = solve(task, symmetry=symmetry)
    return solution.reachable_states, time.process_time() - start, solution.optimal_length


def main(names: list[str]) -> None:
    """Print one line for each task."""
    print(f"{'task':18}{'L*':>4}{'our states/s':>14}{'FD states/s':>14}{'ratio':>7}{'FD s':>8}{'ours s':>8}")
    for name in names:
        folder, number = name.split("/")
        domain, problem = DOMAINS / folder / "domain.pddl", DOMAINS / folder / "problems" / f"{number}.pddl"
        expanded, fd_seconds, fd_length = fast_downward(domain, problem)
        states, seconds, length = timed(domain, problem, symmetry=False)
        _, used, _ = timed(domain, problem, symmetry=True)
        if length != fd_length:
            raise SystemExit(f"{name}: {length} against {fd_length}")
        ours, theirs = states / seconds, expanded / max(fd_seconds, 1e-6)
        print(
            f"{name:18}{length or '-':>4}{ours:14,.0f}{theirs:14,.0f}{ours / theirs:7.2f}{fd_seconds:8.2f}{used:8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("tasks", nargs="*", default=list(DEFAULT), help="tasks as DOMAIN/PROBLEM")
    main(arguments.parse_args().tasks)
