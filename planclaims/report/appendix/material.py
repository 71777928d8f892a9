"""What the appendix is written from: a task with its facts and briefs, and episodes played on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from planclaims.episodes.method import Settings
from planclaims.episodes.play import EpisodeSetup, Player, play_to_file
from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import InputError, did_you_mean
from planclaims.language.briefs import checked_in_brief, template_brief
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.seam import Model
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile, read_brief
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.episode import open_task
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, TaskFacts, read_facts, solve_to_file

SEED, STATES, MEMORY_GIB = 20260101, 200_000_000, 2.0


@dataclass(frozen=True)
class Example:
    """A task of a domain: its files, its hidden side, what search found out, and its briefs."""

    problem_file: Path
    hidden: HiddenTask
    facts: TaskFacts
    briefs: BriefFile

    @property
    def name(self) -> str:
        """Return the task as domain and number."""
        return f"{self.facts.domain}/{self.facts.task}"

    @property
    def budget(self) -> int:
        """Return how many calls an agent may make."""
        return BudgetRule().calls(self.facts.optimal_length)

    @property
    def oracle(self) -> Oracle:
        """Return what scripted models may know of the task."""
        return Oracle(self.hidden.task, self.facts.steps(), self.facts.solvable, SEED, self.budget)


def read_example(domains: Path, name: str, results: Path | None) -> Example:
    """Return a task by domain and number; facts and briefs of a results folder are taken before our own."""
    domain, _, task = name.partition("/")
    folder = domains / domain
    problem = folder / "problems" / f"{task}.pddl"
    if not task or not problem.is_file():
        known = [f"{path.parent.parent.name}/{path.stem}" for path in sorted(domains.glob("*/problems/*.pddl"))]
        found = f"{name!r}{did_you_mean(name, known)}"
        raise InputError("there is no such task", found=found, allowed=f"domain/number of a folder of {domains}")
    phrases = folder / "domain.json"
    hidden = read_hidden_task(folder / "domain.pddl", problem, phrases if phrases.exists() else None)
    return Example(problem, hidden, _facts(folder, problem, results), _briefs(hidden, domain, task, results))


def counterpart(domains: Path, example: Example, results: Path | None) -> Example | None:
    """Return a task of the same domain that is unsolvable if the example is not, and the other way round; the last."""
    for problem in sorted(example.problem_file.parent.glob("*.pddl"), reverse=True):
        other = read_example(domains, f"{example.facts.domain}/{problem.stem}", results)
        if other.facts.solvable is not example.facts.solvable:
            return other
    return None


def play(example: Example, script: str, model: Model, *, method: str, regime: str) -> EpisodeRecord:
    """Return the record of a method, with its default settings, played by a scripted model."""
    settings: Settings = {"kind": "reference", "script": script}
    opened = open_task(example.hidden, example.briefs, example.facts, example.budget)
    setup = EpisodeSetup(opened, Player(f"reference-{script}", settings, method, {"regime": regime}))
    with TemporaryDirectory() as folder:
        return play_to_file(setup, lambda: model, Path(folder) / "episode.json")


def _facts(folder: Path, problem: Path, results: Path | None) -> TaskFacts:
    known = None if results is None else results / "tasks" / folder.name / f"{problem.stem}.json"
    if known is not None and known.exists():
        return read_facts(known)
    with TemporaryDirectory() as scratch:
        found = Path(scratch) / "facts.json"
        solve_to_file(folder / "domain.pddl", problem, found, states=STATES, memory_gib=MEMORY_GIB)
        return read_facts(found)


def _briefs(hidden: HiddenTask, domain: str, task: str, results: Path | None) -> BriefFile:
    known = None if results is None else results / "briefs" / domain / f"{task}.json"
    if known is not None and known.exists() and (briefs := read_brief(known)).failure is None:
        return briefs
    checked = checked_in_brief(hidden.phrases, task)
    brief = checked or template_brief(hidden.task, hidden.phrases)
    return BriefFile(brief.domain, brief.instance, "checked-in" if checked else "template")
