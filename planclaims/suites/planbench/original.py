"""Result files of the original PlanBench, in a folder of a person's own clone, judged again by rules alone.

A file `results/DOMAIN/MODEL/task_*.json` names instances whose PDDL lies in the same clone, by `configs/DOMAIN.yaml`.
Plans that were generated are read from the raw reply and validated; the files of other tasks are named and left, since
what their questions showed stands in them only as prose.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from planclaims.errors import InputError, PlanclaimsError
from planclaims.pddl_io import read_domain, read_plan, read_problem
from planclaims.semantics.formula import And, Holds, conjuncts
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.model import Domain, Problem
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, Status, validate
from planclaims.suites.planbench.generators.blocks import COLOURS
from planclaims.suites.planbench.instance import Instance, step_of
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.kinds.kind import VERDICTS, unmet_atoms
from planclaims.suites.planbench.renaming import Renaming, bare_phrases
from planclaims.suites.planbench.view import View
from planclaims.suites.planbench.world import World, world

JUDGED = "task_1_"
"""How the names of the files with generated plans begin."""
LETTERS = "abcdefghijklmnopqr"


@dataclass(frozen=True, slots=True)
class Rejudged:
    """One reply of a result file: the stored verdict, ours, and why; plans in the names of the PDDL."""

    file: str
    instance: str
    theirs: bool | None
    ours: bool
    reason: str
    their_plan: str
    our_plan: str

    @property
    def differs(self) -> bool:
        """Return whether there is a stored verdict and ours is another."""
        return self.theirs is not None and self.theirs != self.ours


@dataclass(frozen=True, slots=True)
class Unused:
    """A file, or an entry of one, that cannot be judged again, and why."""

    file: str
    instance: str
    reason: str


def rejudge(clone: Path) -> Iterator[Rejudged | Unused]:
    """Yield what becomes of every entry of every result file below the folder, in the order of their paths."""
    for path in sorted(clone.rglob("results/*/*/*.json")):
        name = path.relative_to(clone).as_posix()
        if not path.name.startswith(JUDGED):
            yield Unused(name, "", "not a file of generated plans; its questions stand in it only as prose")
            continue
        try:
            entries = _entries(path)
            source = Source.of(path)
        except PlanclaimsError as fault:
            yield Unused(name, "", str(fault))
            continue
        for entry in entries:
            yield _rejudged(name, source, entry)


def _entries(path: Path) -> list[Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise InputError(f"is no JSON that can be read ({problem})", file=path) from None
    entries = document.get("instances") if isinstance(document, dict) else None
    if not isinstance(entries, list):
        raise InputError("has no list 'instances'", file=path)
    return entries


@dataclass(frozen=True)
class Source:
    """Where the instances of a result file lie, and how its replies speak."""

    domain: Path
    folder: Path
    template: str
    pddl: bool

    @classmethod
    def of(cls, path: Path) -> Source:
        """Return the source of a result file; InputError if the clone does not tell it."""
        root, config = path.parents[3], path.parents[3] / "configs" / f"{path.parents[1].name}.yaml"
        try:
            told = yaml.safe_load(config.read_text(encoding="utf-8"))
            domain, folder = (root / "instances" / str(told[key]) for key in ("domain_file", "instance_dir"))
            template = str(told["instances_template"])
        except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError) as problem:
            told = f"does not say where the instances lie ({type(problem).__name__}: {problem})"
            raise InputError(told, file=config) from None
        return cls(domain, folder, template, "pddl" in path.stem)

    def task(self, instance: str) -> Task:
        """Return the task of an instance."""
        domain = _domain(self.domain)
        return Task(domain, read_problem(self.folder / self.template.format(instance), domain))


@cache
def _domain(path: Path) -> Domain:
    return read_domain(path)


def _rejudged(name: str, source: Source, entry: object) -> Rejudged | Unused:
    if not isinstance(entry, Mapping):
        return Unused(name, "", "an entry that is no object")
    instance, reply = str(entry.get("instance_id", "")), entry.get("llm_raw_response")
    if not instance or not isinstance(reply, str) or not reply.strip():
        return Unused(name, instance, "no instance_id, or no reply in llm_raw_response")
    try:
        task = source.task(instance)
        known = entry.get("ground_truth_plan")
        if isinstance(known, str) and known.strip() and not _solves(task, known):
            told = "its ground_truth_plan does not solve the instance that lies there, so another one was asked"
            return Unused(name, instance, told)
        return _judged(name, instance, task, view_of(task.domain, source.pddl), entry)
    except PlanclaimsError as fault:
        return Unused(name, instance, str(fault))


def _solves(task: Task, plan: str) -> bool:
    return validate(task, read_plan(plan, source="ground_truth_plan")).status is Status.VALID


def _judged(name: str, instance: str, task: Task, view: View, entry: Mapping[str, Any]) -> Rejudged:
    answer = KINDS["plan_generation"].read(view, view.task(instance_of(task)), entry["llm_raw_response"])
    theirs = entry.get("llm_correct")
    stored = theirs if isinstance(theirs, bool) else None
    their_plan = " ".join(str(entry.get("extracted_llm_plan") or "").split())
    if answer.kind != "plan":
        told = answer.kind if not answer.reason else f"{answer.kind}: {answer.reason}"
        return Rejudged(name, instance, stored, False, told, their_plan, "")
    steps = [step_of(text) for text in answer.steps]
    report = validate(task, steps)
    plan = " ".join(map(str, steps))
    reason = _reason(report)
    if stored is not None and stored != (report.status is Status.VALID) and their_plan != plan:
        reason += "; another plan was taken from the same reply"
    return Rejudged(name, instance, stored, report.status is Status.VALID, reason, their_plan, plan)


def _reason(report: Report) -> str:
    told = VERDICTS[report.status]
    if report.failed_step is not None:
        told += f" at step {report.failed_step}"
    unmet = unmet_atoms(report)
    return f"{told}: unmet {', '.join(unmet)}" if unmet else told


def instance_of(task: Task) -> Instance:
    """Return the instance of a task with a conjunctive goal, every object under its first type."""
    goal = tuple(part.atom for part in conjuncts(task.goal) if isinstance(part, Holds))
    return Instance(tuple((name, kinds[0]) for name, kinds in task.objects.items()), task.problem.facts, goal)


def view_of(domain: Domain, pddl: bool) -> View:
    """Return how replies speak of a domain: of blocks by their colours, of all else by its names."""
    blocks = world("blocksworld")
    if set(domain.predicates) == set(blocks.domain.predicates):
        letters = dict(zip(LETTERS, COLOURS, strict=True))
        return View(blocks, Renaming() if pddl else Renaming(objects=tuple(letters.items())))
    static = static_predicates(Task(domain, Problem("none", domain.name, {}, frozenset(), {}, And())))
    phrases = replace(bare_phrases(domain), imperatives={name: _words_of(domain, name) for name in domain.actions})
    return View(World(domain.name, domain, phrases, (), "object", {}, {}, None, static), Renaming())


def _words_of(domain: Domain, name: str) -> tuple[str, ...]:
    """Return the sentences for an action of an obfuscated domain with one or two objects."""
    if len(domain.actions[name].parameters) == 1:
        return (f"{name} object {{0}}", f"{name} {{0}}")
    if len(domain.actions[name].parameters) == 2:
        return (f"{name} object {{0}} from object {{1}}", f"{name} {{0}} from {{1}}", f"{name} {{0}} {{1}}")
    return ()
