"""Check the PlanBench suite against judged instances and replies: `python planbench_oracles.py FOLDER [keys|replies]`.

The folder holds instances/*.jsonl (a problem with the truth about it, a line each), responses.jsonl (a reply with its
true verdict, a line each) and the domains that both name. Nothing of it is kept. Prints how many answer keys are
reproduced and how many replies are judged alike, and every difference.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from arguments import folder, reader

from planclaims.errors import LimitExceeded, PlanclaimsError
from planclaims.pddl_io import read_domain, read_problem
from planclaims.seam import Answer
from planclaims.search import Limits, solve
from planclaims.semantics.model import Domain
from planclaims.semantics.task import Task
from planclaims.semantics.validation import validate
from planclaims.suites.planbench.instance import atom_text, step_of, step_text
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.kinds.kind import VERDICTS, Case, unmet_atoms
from planclaims.suites.planbench.kinds.verification import verdict_of
from planclaims.suites.planbench.original import instance_of, view_of
from planclaims.suites.planbench.view import View
from planclaims.suites.planbench.world import world

Row = Mapping[str, Any]
LIMITS = Limits(states=8_000_000, memory_bytes=2 * 2**30)
STATED = {"load": 1, "unload": 1, "drive": 2, "fly": 5}


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a file of JSON lines."""
    yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def read(row: Row, folder: Path) -> Task:
    """Return the task of a row; its problem may name the domain in another way."""
    with tempfile.TemporaryDirectory() as scratch:
        problem_path = Path(scratch) / "problem.pddl"
        problem_path.write_text(row["problem_pddl"], encoding="utf-8")
        domain = domain_of(domain_text(row, folder))
        return Task(domain, read_problem(problem_path, domain))


def domain_text(row: Row, folder: Path) -> str:
    """Return the text of the domain of a row."""
    return str(row.get("domain_pddl_text") or (folder / row["domain_pddl"]).read_text(encoding="utf-8"))


@cache
def domain_of(text: str) -> Domain:
    """Return the domain of a text."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "domain.pddl"
        path.write_text(text, encoding="utf-8")
        return read_domain(path)


@cache
def shown(text: str, pddl: bool) -> View:
    """Return how replies speak of the domain of a text."""
    return view_of(domain_of(text), pddl)


def check_key(row: Row, folder: Path) -> Iterator[tuple[str, object, object]]:
    """Yield what an answer key says, what it should say and what we find."""
    task, truth = read(row, folder), row["truth"]
    plan = [step_of(text.strip("()")) for text in row.get("plan_shown", ())]
    if row["kind"] == "plan_verification":
        found = verdict_of(validate(task, plan), [step_text(step) for step in plan])
        wanted = {key: truth[key] for key in ("verdict", "step", "action") if key in truth}
        wanted |= (
            {"unmet": sorted(truth.get("unmet", truth.get("unmet_goal", ())))} if truth["verdict"] != "valid" else {}
        )
        yield "verdict", wanted, found
        return
    if row["kind"] == "plan_execution":
        steps = [step_of(text.strip("()")) for text in row["actions_executed"]]
        yield "state", sorted(truth["state"]), sorted(map(atom_text, validate(task, steps).trace[-1].facts))
        return
    if "state_after_event" in truth:
        yield "state after the event", sorted(truth["state_after_event"]), sorted(map(atom_text, task.initial.facts))
        yield "already there", truth["goal_already_true"], task.goal_reached(task.initial)
    if "example_plan" in row and "example_plan_solves_asked_goal" in truth:
        steps = [step_of(text.strip("()")) for text in row["example_plan"]]
        yield "copy solves", truth["example_plan_solves_asked_goal"], validate(task, steps).goal_reached is True
    if "a_valid_plan" in truth:
        steps = [step_of(text.strip("()")) for text in truth["a_valid_plan"]]
        yield "plan", True, validate(task, steps).goal_reached is True
    yield from check_lengths(task, truth)


def check_lengths(task: Task, truth: Row) -> Iterator[tuple[str, object, object]]:
    """Yield what search finds; a key without a proof by search is only an upper bound."""
    try:
        if "reachable_states" in truth:
            found = solve(task, LIMITS, symmetry=False)
            yield "unsolvable", (False, truth["reachable_states"]), (found.solvable, found.reachable_states)
        elif truth.get("optimal_length") is not None:
            found = solve(task, LIMITS)
            yield "optimal length", truth["optimal_length"], found.optimal_length
        if truth.get("optimal_cost_as_stated") is not None:
            costs = {name: STATED[name.split("-")[0]] for name in task.domain.actions}
            cheapest = solve(task, LIMITS, costs=costs).plan
            yield "cost", truth["optimal_cost_as_stated"], sum(costs[action.name] for action in cheapest or ())
    except LimitExceeded:
        yield "search", "an answer", "too large"


def check_reply(row: Row, folder: Path) -> Iterator[tuple[str, object, object]]:
    """Yield what a reply is worth in truth and by the suite."""
    plain, truth = read(row, folder), row["truth"]
    view = shown(domain_text(row, folder), "pddl" in row["style"])
    instance = instance_of(plain)
    kind = KINDS.get(row["kind"], KINDS["plan_generation"])
    answer = kind.read(view, view.task(instance), row["response"])
    if row["kind"] == "plan_verification":
        yield from verification(row, answer)
    elif row["kind"] == "plan_execution":
        yield from execution(row, plain, answer)
    elif row["kind"] == "unsolvable" and truth.get("claims_unsolvable"):
        yield "claim", "unsolvable", answer.kind
    else:
        yield from plans(truth, plain, answer)


def plans(truth: Row, task: Task, answer: Answer) -> Iterator[tuple[str, object, object]]:
    """Yield verdict, first failing step and unmet atoms of a reply that should hold a plan."""
    if answer.kind != "plan":
        empty = truth["plan"] == [] and not answer.steps
        told = truth["verdict"] if answer.kind == "malformed" and empty and truth["verdict"] != "valid" else answer.kind
        yield "verdict", truth["verdict"], f"{told}" if told == truth["verdict"] else f"{told}: {answer.reason}"
        return
    report = validate(task, [step_of(text) for text in answer.steps])
    found: dict[str, object] = {"verdict": VERDICTS[report.status]}
    wanted: dict[str, object] = {"verdict": truth["verdict"]}
    if "step" in truth and truth["verdict"] == "inexecutable":
        wanted |= {"step": truth["step"], "unmet": sorted(truth["unmet"])}
        found |= {"step": report.failed_step, "unmet": unmet_atoms(report)}
    if "unmet_goal" in truth:
        wanted["unmet"] = sorted(truth["unmet_goal"])
        found["unmet"] = unmet_atoms(report)
    if "stated_cost" in truth:
        wanted["total"], found["total"] = truth["stated_cost"], answer.value
    if found != wanted:
        found["plan"] = list(answer.steps)
        wanted["plan"] = [text.strip("()") for text in truth["plan"]]
    yield "verdict", wanted, found


def verification(row: Row, answer: Answer) -> Iterator[tuple[str, object, object]]:
    """Yield what a reply claims of a plan."""
    claimed = row["truth"]["claimed"]
    wanted = {"verdict": claimed["verdict"], "unmet": sorted(claimed.get("unmet", claimed.get("unmet_goal", ())))}
    wanted |= {"step": claimed.get("step"), "action": claimed.get("action")}
    found = answer.value if isinstance(answer.value, dict) else {"malformed": answer.reason}
    yield "claim", wanted, dict(found)


def execution(row: Row, task: Task, answer: Answer) -> Iterator[tuple[str, object, object]]:
    """Yield the state that a reply claims, and whether it is right."""
    truth = row["truth"]
    found = answer.value if isinstance(answer.value, dict) else {"malformed": answer.reason}
    yield "state", {"true": sorted(truth["claimed"]), "false": sorted(truth["claimed_false"])}, dict(found)
    if isinstance(answer.value, dict):
        state = world("blocksworld")
        case = Case(state, instance_of(task), {"actions": []}, {"state": truth["state"]}, {})
        yield "correct", truth["correct"], KINDS["plan_execution"].grade(case, answer)["correct"]


def run(title: str, found: Iterator[tuple[str, str, object, object]]) -> None:
    """Print the differences and the counts."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for group, place, wanted, ours in found:
        total[group] += 1
        right[group] += wanted == ours
        if wanted != ours:
            print(f"  {place}\n    key:  {wanted}\n    ours: {ours}")
    print(f"{title}:")
    for group in sorted(total):
        print(f"  {group}: {right[group]} of {total[group]}")
    everything, same = sum(total.values()), sum(right.values())
    print(f"  all: {same} of {everything} = {100 * same / max(1, everything):.1f}%\n")


def keys(folder: Path) -> Iterator[tuple[str, str, object, object]]:
    """Yield every comparison of an answer key."""
    for path in sorted((folder / "instances").glob("*.jsonl")):
        for row in rows(path):
            try:
                for what, wanted, found in check_key(row, folder):
                    yield f"{row['kind']}, {what}", str(row["id"]), wanted, found
            except PlanclaimsError as error:
                yield f"{row['kind']}, reading", str(row["id"]), "readable", str(error)


def replies(folder: Path) -> Iterator[tuple[str, str, object, object]]:
    """Yield every comparison of a reply."""
    for number, row in enumerate(rows(folder / "responses.jsonl"), start=1):
        place = f"line {number}, {row['model']}, {row['domain']} {row['instance_id']}, {row['style']}"
        try:
            for what, wanted, found in check_reply(row, folder):
                yield f"{row['kind']}, {what}", place, wanted, found
        except PlanclaimsError as error:
            yield f"{row['kind']}, reading", place, "readable", str(error)


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("folder", type=folder, help="the folder with the cases")
    arguments.add_argument("only", nargs="?", choices=("keys", "replies"), help="one half alone")
    given = arguments.parse_args()
    if given.only != "replies":
        run("answer keys", keys(given.folder))
    if given.only != "keys":
        run("replies", replies(given.folder))
