"""Compare our verdicts with a corpus of judged plans and instances; run by hand, its folder given as an argument.

The folder holds any of `conformance/cases.jsonl.gz` (plans on PDDL files), `corner_cases.jsonl` (plans on inline PDDL)
and `optimal/cases.jsonl` (optimal lengths). Each disagreement is listed; the exit code is 1 if one is unexplained.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.errors import InputError, LimitExceeded
from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, Status, validate

Case = Mapping[str, Any]
FAULTS = {"arity", "type", "unknown_action", "unknown_object"}
REFUSED = "refused"
BYTE_ORDER_MARK = "\ufeff"


def explanation(case: Case, ours: Case, detail: str) -> str | None:
    """Return why we differ on purpose, or None if we do not."""
    if ours.get("reason") == REFUSED:
        return f"a broken file is refused, not guessed at: {detail}"
    if "time stamps decrease" in detail:
        return f"such a plan file contradicts itself: {detail}"
    if case.get("plan_text", "").startswith(BYTE_ORDER_MARK):
        return "a byte order mark is allowed in our plan files"
    if case.get("strict", {}).get("reason") == "undefined_in_goal":
        return "a goal that reads an undefined fluent is not reached; there is no third verdict"
    return None


@dataclass
class Tally:
    """Counts of agreement a field, and the disagreements."""

    agreed: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    explained: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)

    def compare(self, case: Case, theirs: Case, ours: Case, detail: str) -> None:
        """Count one case; a disagreement goes to the explained or the unexplained ones."""
        differing = []
        for key, value in theirs.items():
            self.compared[key] += 1
            if ours.get(key) == value:
                self.agreed[key] += 1
            else:
                differing.append(f"{key}: {value} against our {ours.get(key)}")
        if differing:
            why = explanation(case, ours, detail)
            place = self.unexplained if why is None else self.explained
            place.append(f"{case['id']}: {'; '.join(differing)} [{why or detail}]")

    def show(self, title: str, seconds: float) -> None:
        """Print the counts and every disagreement."""
        print(f"{title} ({seconds:.1f} s)")
        for key, total in self.compared.items():
            print(f"  {key}: {self.agreed[key]} of {total} agree")
        for heading, lines in (("explained", self.explained), ("UNEXPLAINED", self.unexplained)):
            print(f"  {heading}: {len(lines)}")
            for line in lines:
                print(f"    {line}")


def strict_verdict(case: Case) -> Case:
    """Return the corpus verdict in our terms: one ill-formed step makes a whole plan malformed."""
    strict = case["strict"]
    fault = strict.get("first_static_error") or (
        [strict["failed_step"], strict["reason"]] if strict["reason"] in FAULTS else None
    )
    verdict = {"valid": strict["valid"], "executable": strict["executable"]}
    if fault:
        return {**verdict, "executable": False, "failed_step": fault[0], "goal_reached": None, "reason": fault[1]}
    reason = {"undefined": "precondition", "conflict": "precondition"}.get(strict["reason"], strict["reason"])
    return {
        **verdict,
        "failed_step": strict["failed_step"],
        "goal_reached": strict["goal_reached"],
        "reason": reason,
    }


def our_verdict(report: Report) -> Case:
    """Return our report in the corpus's terms."""
    reasons = {Status.VALID: None, Status.GOAL_NOT_REACHED: "goal", Status.PRECONDITION_VIOLATED: "precondition"}
    return {
        "valid": report.status is Status.VALID,
        "executable": report.executable,
        "failed_step": report.failed_step,
        "goal_reached": report.goal_reached,
        "reason": str(report.fault.kind) if report.fault else reasons[report.status],
    }


UNREADABLE = {"valid": False, "executable": False, "failed_step": None, "goal_reached": None, "reason": "parse"}


def judge(task: Task, text: str) -> tuple[Case, str]:
    """Return our verdict on a plan text and what it rests on."""
    try:
        report = validate(task, read_plan(text, source="plan"))
    except InputError as error:
        return UNREADABLE, str(error)
    return our_verdict(report), report.fault.message if report.fault else "; ".join(map(str, report.unmet))


@cache
def task_of(domain: Path, problem: Path) -> Task:
    """Return the task of two files, read once."""
    return read_task(domain, problem)


def conformance(folder: Path) -> Tally:
    """Return the tally over plans on PDDL files."""
    tally = Tally()
    for case in cases(folder / "cases.jsonl.gz"):
        task = task_of(folder / case["domain_file"], folder / case["problem_file"])
        text = "".join(f"{line}\n" for line in case["plan"])
        tally.compare(case, strict_verdict(case), *judge(task, text))
    return tally


def corners(path: Path) -> Tally:
    """Return the tally over plans on inline PDDL."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        domain, problem = Path(name, "domain.pddl"), Path(name, "problem.pddl")
        for case in cases(path):
            domain.write_text(case["domain"], encoding="utf-8")
            problem.write_text(case["problem"], encoding="utf-8")
            try:
                verdict = judge(read_task(domain, problem), case["plan_text"])
            except InputError as error:
                verdict = {"valid": False, "reason": REFUSED}, str(error).replace(f"{name}/", "")
            tally.compare(case, strict_verdict(case), *verdict)
    return tally


def optimal(folder: Path, states: int, memory_gib: float) -> Tally:
    """Return the tally over optimal lengths; an instance beyond the limits is left out and named."""
    from planclaims.search import Limits, solve

    tally = Tally()
    for case in cases(folder / "cases.jsonl"):
        task = task_of(folder / case["domain_file"], folder / case["problem_file"])
        started = time.perf_counter()
        try:
            solution = solve(task, Limits(states=states, memory_bytes=int(memory_gib * 2**30)))
        except LimitExceeded as error:
            print(f"  left out: {case['id']}: {error}")
            continue
        ours: dict[str, object] = {"solvable": solution.solvable, "optimal_length": solution.optimal_length}
        if solution.plan is not None:
            text = "\n".join(map(str, solution.plan))
            ours["plan_valid"] = judge(task, text)[0]["valid"]
        theirs = {key: case[key] for key in ("solvable", "optimal_length")}
        if case["solvable"]:
            theirs["plan_valid"] = True
        tally.compare(case, theirs, ours, f"{time.perf_counter() - started:.1f} s")
    return tally


def cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a JSON-lines file, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def main() -> int:
    """Return 0 if every disagreement is explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--optimal", action="store_true", help="also search for optimal lengths")
    parser.add_argument("--states", type=int, default=5_000_000, help="states an instance may need")
    parser.add_argument("--memory-gib", type=float, default=1.0)
    options = parser.parse_args()
    runs: dict[str, Callable[[], Tally]] = {
        "plans on files": lambda: conformance(options.folder / "conformance"),
        "corner cases": lambda: corners(options.folder / "corner_cases.jsonl"),
    }
    if options.optimal:
        runs["optimal lengths"] = lambda: optimal(options.folder / "optimal", options.states, options.memory_gib)
    unexplained = 0
    for title, run in runs.items():
        started = time.perf_counter()
        tally = run()
        tally.show(title, time.perf_counter() - started)
        unexplained += len(tally.unexplained)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
