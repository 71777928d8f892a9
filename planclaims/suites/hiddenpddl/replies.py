"""Replies made elsewhere: a line of JSON each, read strictly and judged as if they were answers of this study.

A line that cannot be used is a fault with its number and its reason; it is never passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from planclaims.analysis.table.row import EpisodeRow
from planclaims.episodes.record import FORMAT, EpisodeRecord, RecordedCall, Regime, RunOutcome
from planclaims.errors import InputError, LimitExceeded, did_you_mean
from planclaims.language.hidden_task import read_hidden_task
from planclaims.pddl_io import read_task
from planclaims.seam import Purpose
from planclaims.suites.hiddenpddl.scoring.judge import judge
from planclaims.suites.hiddenpddl.task_facts import BudgetRule

NEEDED = ("model", "method", "text")
TASK, FILES = "task", ("domain", "problem")
COUNTS = ("repeat", "input_tokens", "output_tokens")
KEYS = (*NEEDED, TASK, *FILES, *COUNTS)
MOST_IN_A_NAME = 200
ELSEWHERE: Mapping[str, object] = {"kind": "elsewhere"}
"""Stands for the settings of a model that was asked by somebody else."""


class Unusable(Exception):
    """A line that cannot be judged; the message is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that could not be used, by its number from 1, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class GivenReply:
    """A reply to a task, with what is known of how it was made; the files of the task, and the names it goes by."""

    model: str
    method: str
    text: str
    domain_file: Path
    problem_file: Path
    domain: str
    task: str
    repeat: int
    input_tokens: int | None
    output_tokens: int | None

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Return what a table may hold only once."""
        return self.model, self.method, self.domain, self.task, self.repeat


@dataclass
class Replies:
    """What a file of replies comes to: the rows of those that could be judged, and the faults of all other lines."""

    rows: list[EpisodeRow] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    unread: dict[str, int] = field(default_factory=dict)
    """Keys that mean nothing here, with the first line that has them."""


@dataclass
class Judge:
    """Judges replies against tasks of a folder of domains, or of any files named in a line, relative to `beside`."""

    domains: Path
    beside: Path
    states: int
    memory_bytes: int
    _lines: dict[tuple[object, ...], int] = field(default_factory=dict)
    _files: dict[tuple[str, str], tuple[Path, Path]] = field(default_factory=dict)
    _lengths: dict[tuple[Path, Path], int | Unusable | None] = field(default_factory=dict)

    def all(self, text: str) -> Replies:
        """Return the rows and faults of all lines; empty lines are none."""
        found = Replies()
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            if not line.strip():
                continue
            try:
                document = _document(line)
                for name in document.keys() - set(KEYS):
                    found.unread.setdefault(name, number)
                found.rows.append(self._judged(self._reply(document, number)))
            except (Unusable, InputError) as fault:
                found.faults.append(Fault(number, " ".join(str(fault).split())))
        return found

    def _reply(self, document: Mapping[str, Any], number: int) -> GivenReply:
        texts = {name: _text(document, name) for name in NEEDED}
        for name in ("model", "method"):
            if len(texts[name]) > MOST_IN_A_NAME or not texts[name].isprintable():
                raise Unusable(f"{name} is no name: {texts[name][:40]!r}")
        counts = {name: _count(document, name) for name in COUNTS}
        domain_file, problem_file = self._task_files(document)
        folder = domain_file.resolve().parent.name if domain_file.stem == "domain" else domain_file.stem
        place = (folder, problem_file.stem)
        if self._files.setdefault(place, (domain_file, problem_file)) != (domain_file, problem_file):
            raise Unusable(f"{'/'.join(place)} is the name of other files already: {self._files[place][1]}")
        reply = GivenReply(
            **texts,
            domain_file=domain_file,
            problem_file=problem_file,
            domain=folder,
            task=problem_file.stem,
            repeat=counts["repeat"] or 0,
            input_tokens=counts["input_tokens"],
            output_tokens=counts["output_tokens"],
        )
        earlier = self._lines.setdefault(reply.key, number)
        if earlier != number:
            named = f"{reply.model}, {reply.method}, {reply.domain}/{reply.task}, repeat {reply.repeat}"
            raise Unusable(f"line {earlier} is the reply of {named} already; tell several runs apart by `repeat`")
        return reply

    def _task_files(self, document: Mapping[str, Any]) -> tuple[Path, Path]:
        """Return the PDDL files of the task that a line names, by its name or by both files."""
        named = [name for name in (TASK, *FILES) if name in document]
        if named not in ([TASK], [*FILES]):
            raise Unusable(f"it must name a task, or a domain and a problem file; named: {', '.join(named) or 'none'}")
        if named == [TASK]:
            return self._known_task(_text(document, TASK))
        domain, problem = (self.beside / _text(document, name) for name in FILES)
        for path in (domain, problem):
            if not path.is_file():
                raise Unusable(f"there is no file {path}")
        return domain, problem

    def _known_task(self, name: str) -> tuple[Path, Path]:
        known = {f"{path.parts[-3]}/{path.stem}": path for path in sorted(self.domains.glob("*/problems/*.pddl"))}
        if name not in known:
            some = did_you_mean(name, known) or f"; tasks are named like {next(iter(known), 'domain/number')}"
            raise Unusable(f"there is no task {name!r} in {self.domains}{some}")
        return known[name].parents[1] / "domain.pddl", known[name]

    def _judged(self, reply: GivenReply) -> EpisodeRow:
        phrases = reply.domain_file.with_name("domain.json")
        hidden = read_hidden_task(reply.domain_file, reply.problem_file, phrases)
        length = self._optimal_length(reply.domain_file, reply.problem_file)
        judged = judge(record_of(reply, length), hidden, optimal_length=length)
        return replace(judged.row, model_calls=None, seconds=None, first_request=None)

    def _optimal_length(self, domain: Path, problem: Path) -> int | None:
        """Return L* of a task, None if it is unsolvable; each task is searched once."""
        if (domain, problem) not in self._lengths:
            self._lengths[domain, problem] = self._searched(domain, problem)
        found = self._lengths[domain, problem]
        if isinstance(found, Unusable):
            raise found
        return found

    def _searched(self, domain: Path, problem: Path) -> int | Unusable | None:
        from planclaims.search import Limits, solve

        try:
            return solve(read_task(domain, problem), Limits(self.states, self.memory_bytes)).optimal_length
        except LimitExceeded as limit:
            return Unusable(f"the optimal length of its task was not found: {limit}")


def record_of(reply: GivenReply, length: int | None) -> EpisodeRecord:
    """Return the reply as the record of an offline episode; its one call has the tokens that are known, and no cost."""
    budget = BudgetRule().calls(length)
    call = RecordedCall(
        *(Purpose.PLAN, (), 0.0, 0, reply.text, "", reply.input_tokens, reply.output_tokens, None, 0.0, True)
    )
    return EpisodeRecord(
        format=FORMAT,
        model=reply.model,
        method=reply.method,
        regime=Regime.OFFLINE,
        domain=reply.domain,
        task=reply.task,
        repeat=reply.repeat,
        model_settings=ELSEWHERE,
        model_identity={},
        method_settings={"regime": str(Regime.OFFLINE)},
        reference=False,
        task_facts={"solvable": length is not None, "optimal_length": length, "budget": budget},
        outcome=RunOutcome.FINISHED,
        failure=None,
        messages=(),
        calls=(call,),
        output=reply.text,
        parsed=None,
        turns=None,
        ending=None,
    )


def _document(line: str) -> Mapping[str, Any]:
    """Return a line as an object; Unusable for anything else, and for a key that stands twice in it."""
    try:
        document = json.loads(line, object_pairs_hook=_without_doubles, parse_constant=_no_number)
    except json.JSONDecodeError as problem:
        raise Unusable(f"it is not JSON: {problem.msg} at character {problem.colno}") from None
    except (ValueError, RecursionError):
        raise Unusable("it is not JSON that can be read") from None
    if not isinstance(document, dict):
        raise Unusable(f"it is no JSON object but {_spoken(document)}")
    return document


def _without_doubles(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise Unusable(f"the key {doubled[0]!r} stands twice in it")
    return dict(pairs)


def _no_number(text: str) -> NoReturn:
    raise Unusable(f"it is not JSON: {text} is no number")


def _text(document: Mapping[str, Any], name: str) -> str:
    if name not in document:
        raise Unusable(f"{name} is missing")
    value = document[name]
    if not isinstance(value, str):
        raise Unusable(f"{name} must be text, not {_spoken(value)}")
    if not value.strip():
        raise Unusable(f"{name} is blank")
    return value


def _count(document: Mapping[str, Any], name: str) -> int | None:
    value = document.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise Unusable(f"{name} must be a whole number from 0, not {_spoken(value)}")
    return value


def _spoken(value: object) -> str:
    kinds = {dict: "an object", list: "a list", type(None): "null", bool: "a truth value"}
    return kinds.get(type(value)) or f"{value!r}"[:40]
