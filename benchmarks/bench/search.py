"""Optimal lengths against Fast Downward's blind search and pyperplan's breadth-first search.

States per second are compared without the pruning of symmetric states, so that both searches walk the same states;
whole processes are as a person starts them, ours with everything it does.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

from bench.figure import Figure
from bench.process import PEERS, ROOT, cost
from planclaims.pddl_io import read_task
from planclaims.search import solve

STATES = ("blocksworld/09", "blocksworld/10", "gripper/06", "logistics/07")
"""Tasks of the suite with states enough to count them per second."""
WHOLE = ("blocksworld/03", "gripper/02", "logistics/02", "blocksworld/10", "gripper/06", "logistics/07")
PYPERPLAN = ("blocksworld/03", "gripper/02", "logistics/02")
SCALED = (8, 10, 12)
"""Balls of Gripper: the same task ever larger."""
MILLION = 1_000_000


def figures() -> list[Figure]:
    """Return states per second, seconds of whole processes, bytes per state, and growth."""
    found = [_states_per_second(name, *_files(name)) for name in STATES]
    found += [_whole(name, *_files(name)) for name in WHOLE]
    if (PEERS / "pyperplan").exists():
        found += [_against_pyperplan(name, *_files(name)) for name in PYPERPLAN]
    with tempfile.TemporaryDirectory() as folder:
        for balls in SCALED:
            problem = Path(folder, f"gripper-{balls}.pddl")
            problem.write_text(_gripper(balls), encoding="utf-8")
            domain = Path(folder, "domain.pddl")
            domain.write_text(GRIPPER, encoding="utf-8")
            found += [_states_per_second(f"Gripper, {balls} balls", domain, problem)]
            found += [_bytes_per_state(f"Gripper, {balls} balls", domain, problem)]
    return found


def _files(name: str) -> tuple[Path, Path]:
    folder, number = name.split("/")
    return ROOT / "domains" / folder / "domain.pddl", ROOT / "domains" / folder / "problems" / f"{number}.pddl"


def _downward(domain: Path, problem: Path) -> list[str]:
    driver = str(files("up_fast_downward") / "downward" / "fast-downward.py")
    return [sys.executable, driver, "--plan-file", "plan", str(domain), str(problem), "--search", "astar(blind())"]


def _states_per_second(name: str, domain: Path, problem: Path) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        printed = cost(_downward(domain, problem), Path(folder)).printed
    expanded, seconds = re.search(r"Expanded (\d+) state", printed), re.search(r"Search time: ([\d.]+)s", printed)
    assert expanded
    assert seconds
    task = read_task(domain, problem)
    start = time.process_time()
    solution = solve(task, symmetry=False)
    ours = solution.reachable_states / (time.process_time() - start)
    length = re.search(r"Plan length: (\d+)", printed)
    assert length
    assert solution.optimal_length == int(length[1]), name
    theirs = int(expanded[1]) / max(float(seconds[1]), 1e-6)
    aim = 8.0 if solution.reachable_states > MILLION else 1.0
    return Figure(
        "search", f"{name}, {solution.reachable_states:,} states", "states/s", ours, "Fast Downward blind", theirs, aim,
        smaller=False,
    )  # fmt: skip


def _whole(name: str, domain: Path, problem: Path) -> Figure:
    ours = cost([sys.executable, "-m", "planclaims.cli.main", "solve", str(domain), str(problem)])
    with tempfile.TemporaryDirectory() as folder:
        theirs = cost(_downward(domain, problem), Path(folder))
    return Figure("search", f"{name}, whole process", "s", ours.wall, "Fast Downward blind", theirs.wall, 1.0)


def _against_pyperplan(name: str, domain: Path, problem: Path) -> Figure:
    ours = cost([sys.executable, "-m", "planclaims.cli.main", "solve", str(domain), str(problem)])
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder, path.name) for path in (domain, problem)]
        for copy, path in zip(copies, (domain, problem), strict=True):
            copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        theirs = cost([str(PEERS / "pyperplan"), "-s", "bfs", *map(str, copies)])
    return Figure("search", f"{name}, whole process", "s", ours.wall, "pyperplan bfs", theirs.wall, 1.0)


MEASURE = """
import resource, sys
from pathlib import Path
from planclaims.pddl_io import read_task
from planclaims.search import solve
task = read_task(Path(sys.argv[1]), Path(sys.argv[2]))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = solve(task, symmetry=False)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / found.reachable_states)
"""


def _bytes_per_state(name: str, domain: Path, problem: Path) -> Figure:
    measured = cost([sys.executable, "-c", MEASURE, str(domain), str(problem)])
    return Figure("search", f"{name}, memory", "bytes/state", float(measured.printed), aim=16.0)


GRIPPER = """(define (domain g)
 (:predicates (room ?r) (ball ?b) (gripper ?g) (robby ?r) (at ?b ?r) (free ?g) (carry ?b ?g))
 (:action move :parameters (?f ?t) :precondition (and (room ?f) (room ?t) (robby ?f))
  :effect (and (robby ?t) (not (robby ?f))))
 (:action pick :parameters (?b ?r ?g)
  :precondition (and (ball ?b) (room ?r) (gripper ?g) (at ?b ?r) (robby ?r) (free ?g))
  :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
 (:action drop :parameters (?b ?r ?g) :precondition (and (ball ?b) (room ?r) (gripper ?g) (carry ?b ?g) (robby ?r))
  :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))"""


def _gripper(balls: int) -> str:
    names = [f"b{number}" for number in range(balls)]
    init = " ".join(f"(ball {name}) (at {name} ra)" for name in names)
    goal = " ".join(f"(at {name} rb)" for name in names)
    return (
        f"(define (problem p) (:domain g) (:objects ra rb l r {' '.join(names)}) (:init (room ra) (room rb) "
        f"(gripper l) (gripper r) (robby ra) (free l) (free r) {init}) (:goal (and {goal})))"
    )
