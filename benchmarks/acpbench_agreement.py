"""How far our truth and grading agree with checked official questions: run by hand on a folder that holds them.

    python benchmarks/acpbench_agreement.py FOLDER

The folder has `items.jsonl` (questions with PDDL, official keys and checks of them) and `grading.jsonl` (answers with
demanded verdicts). Printed are the agreements per kind, and every disagreement.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arguments import folder, reader

from planclaims.errors import LimitExceeded
from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_domain, read_problem
from planclaims.semantics.task import Task
from planclaims.suites.competence.questions.goalward import land_truth, nexta_truth
from planclaims.suites.competence.questions.grading import grade
from planclaims.suites.competence.questions.lexicon import lexicon_of
from planclaims.suites.competence.questions.made import Effort
from planclaims.suites.competence.questions.official import official_verdict
from planclaims.suites.competence.questions.reaching import areach_truth, reach_truth
from planclaims.suites.competence.questions.reading import read_answer
from planclaims.suites.competence.questions.stepwise import just_truth, prog_truth, val_truth
from planclaims.suites.competence.questions.world import World

EFFORT = Effort(reach=1_500_000, goal=3_000_000, greedy=2000)
TERM = re.compile(r"\([^()]*\)")


def main(folder: Path) -> None:
    """Print the agreement."""
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    made: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
    agreed: Counter[tuple[str, str]] = Counter()
    for item in items:
        if item["form"] != "generative":
            made[item["id"] + item["kind"] + item["form"]] = closed(item)
            continue
        start = time.time()
        _, truth = made[item["id"] + item["kind"] + item["form"]] = question(item)
        if "limit" in truth:
            agreed[item["kind"], "undecided"] += 1
            print(f"{item['kind']} {item['domain']} {item['split']} {item['position']}: undecided, {truth['limit']}")
            continue
        for problem in disagreements(item, truth) if truth else ["no truth"]:
            agreed[item["kind"], "disagrees"] += 1
            print(f"{item['kind']} {item['domain']} {item['split']} {item['position']}: {problem}")
            break
        else:
            agreed[item["kind"], "agrees"] += 1
        agreed[item["kind"], "open candidates"] += bool(truth and truth.get("open"))
        if time.time() - start > 20:
            print(f"  {item['kind']} {item['domain']} {item['position']}: {time.time() - start:.0f} s")
    print(dict(sorted(agreed.items())))
    print(dict(graded(folder, made)))


def question(item: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return an official generative question as one of ours, and our truth of it."""
    world = world_of(item)
    state, kind = world.task.initial, item["kind"]
    asked: dict[str, Any] = {}
    if kind == "app":
        truth: Any = {"applicable": sorted(str(action) for action in world.applicable(state))}
    elif kind == "prog":
        key = item["official_answer"]
        wanted = {name: sorted(map(str.lower, key[part])) for name, part in (("gained", "pos"), ("lost", "neg"))}
        fitting = (a for a in map(str, world.applicable(state)) if prog_truth(world, state, a) == wanted)
        asked["action"] = next(fitting, None)
        truth = prog_truth(world, state, asked["action"]) if asked["action"] else {}
    elif kind in ("val", "just"):
        steps = [term.lower() for term in TERM.findall(re.search(r'"(.*)"', item["question"], re.DOTALL)[1])]  # type: ignore[index]
        asked["sequence" if kind == "val" else "plan"] = steps
        truth = val_truth(world, state, steps) if kind == "val" else just_truth(world, state, steps)
    elif kind in ("reach", "areach"):
        truth = dict((reach_truth if kind == "reach" else areach_truth)(world, state, EFFORT)[0])
        truth["stored"] = next(iter(item["official_answer"] or []), "None")
    else:
        try:
            truth = (land_truth if kind == "land" else nexta_truth)(world, state, EFFORT)
        except LimitExceeded as problem:
            truth = {"limit": str(problem)}
    return {"form": "generative", "kind": kind, "asked": asked, "lexicon": lexicon_of(world)}, truth


def world_of(item: Mapping[str, Any]) -> World:
    """Return the task of an official question."""
    with tempfile.TemporaryDirectory() as name:
        domain, problem = Path(name) / "domain.pddl", Path(name) / "problem.pddl"
        domain.write_text(item["pddl_domain"], encoding="utf-8")
        problem.write_text(item["pddl_problem"], encoding="utf-8")
        read = read_domain(domain)
        return World(item["domain"], "0", Task(read, read_problem(problem, read)), Phrases.load(read))


def closed(item: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return an official closed question with its official key as the truth."""
    if item["form"] == "boolean":
        return {"form": "boolean", "kind": item["kind"], "asked": {}}, {"answer": item["official_answer"] == "yes"}
    asked = {"options": item["choices"]["text"]}
    return {"form": "choice", "kind": item["kind"], "asked": asked}, {"answer": item["official_answer"]}


def disagreements(item: Mapping[str, Any], truth: Mapping[str, Any]) -> Iterator[str]:
    """Yield where our truth contradicts a key that was found correct, or agrees with one that was found wrong."""
    faulty = item["check"]["verdict"] in ("wrong", "incomplete")
    found = list(key_faults(item, truth))
    if faulty and not found:
        yield f"the key is {item['check']['verdict']}, ours agrees with it: {item['check']['detail']}"
    if not faulty:
        yield from found


def key_faults(item: Mapping[str, Any], truth: Mapping[str, Any]) -> Iterator[str]:
    """Yield what our truth says against the official key."""
    kind, key, detail = item["kind"], item["official_answer"], item["check"]["detail"]
    low = [str(part).lower() for part in key] if isinstance(key, list) else []
    if kind == "app" and sorted(low) != truth["applicable"]:
        yield f"applicable differ: {set(low) ^ set(truth['applicable'])}"
    if kind == "val" and key != truth["index"]:
        yield f"index {key} against {truth['index']}"
    if kind in ("reach", "areach"):
        terms = [name if name.startswith("(") else f"({name})" for name in low]
        yield from (f"{name} is reached" for name in terms if name in truth["reached"])
        yield from (f"{name} is open" for name in terms if name in truth["open"])
        some = truth["candidates"] > len(truth["reached"]) + len(truth["open"])
        if not terms and some:
            yield "the key is None, there are unreachable ones"
        counted = re.search(r"(\d+) proved unreachable.*?(\d+) undecided", detail)
        ours = truth["candidates"] - len(truth["reached"]) - len(truth["open"])
        if counted and not int(counted[2]) and not truth["open"] and int(counted[1]) != ours:
            yield f"{counted[1]} unreachable counted, {ours} by us"
    if kind == "land":
        landmarks, no = set(truth["landmarks"]), {name.lower() for name in key["no"]}
        yield from (f"the key denies {name}" for name in sorted(landmarks & no))
        yield from (f"{name} is no landmark" for name in key["yes"] if name.lower() not in landmarks)
    if kind == "nexta":
        yield from (f"{name} is not nearer" for name in map(str.lower, key["yes"]) if name not in truth["nearer"])
        yield from (f"{name} is nearer" for name in map(str.lower, key["no"]) if name in truth["nearer"])
        if int(key["opt"]) != truth["length"]:
            yield f"h* {key['opt']} against {truth['length']}"
    if kind == "just":
        single = sum("-" not in name for name in truth["right"])
        told = f"{single} single actions and {len(truth['right']) - single} consecutive pairs"
        if told not in detail or "omits a duplicate" in detail:
            yield f"{told}: {detail}"


def graded(folder: Path, made: Mapping[str, Any]) -> Counter[tuple[str, str]]:
    """Return how many of the demanded verdicts are ours, by kind; every other is printed."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in (folder / "grading.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        shown, truth = made[case["item"] + case["kind"] + case["form"]]
        if "limit" in truth:
            counts[case["kind"], "undecided"] += 1
            continue
        verdict = grade(read_answer(case["answer"], shown), shown, truth)
        told = (
            "malformed" if verdict.malformed else {True: "correct", False: "incorrect", None: "unscored"}[verdict.right]
        )
        published = published_verdict(case, shown, truth)
        if published is not None:
            counts[case["kind"], "official same" if published else "official different"] += 1
        counts[case["kind"], "same" if told == case["verdict"] else "different"] += 1
        if told != case["verdict"]:
            print(f"{case['case']}: {told} ({verdict.reason}), demanded {case['verdict']} ({case['reason']})")
    return counts


def published_verdict(case: Mapping[str, Any], shown: Mapping[str, Any], truth: Mapping[str, Any]) -> bool | None:
    """Return whether our emulation of the published grader says what it was seen to say; None where there is none."""
    if case["official"] not in ("correct", "incorrect"):
        return None
    own = {"scripts": {"exact": str(truth.get("stored", ""))}, **truth}
    found = official_verdict(case["answer"], shown, own)
    if found is not None and found != (case["official"] == "correct"):
        print(f"  {case['case']}: the published grader says {case['official']}: {case['answer'][:60]!r}")
    return None if found is None else found == (case["official"] == "correct")


if __name__ == "__main__":
    random.seed(0)
    arguments = reader(__doc__)
    arguments.add_argument("folder", type=folder, help="the folder with the cases")
    main(arguments.parse_args().folder)
