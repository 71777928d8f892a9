"""One reply graded on its own, away from any run: a question as a file, a reply, and what the suite's judge says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from planclaims.episodes.play import EpisodeSetup, Opened, Player, play
from planclaims.episodes.record import EpisodeRecord, RunOutcome, load_record
from planclaims.episodes.strict_json import read_json
from planclaims.errors import InputError
from planclaims.interfaces import Answer, Reply, Request
from planclaims.suites.contract import Asks, Explains, Item, Judgement, Kinds, Suite
from planclaims.suites.explanation import Block
from planclaims.suites.judging import check_judgement
from planclaims.suites.load import load_suite

FORMAT = 1
DIRECT = Player("reply", {"kind": "reply"}, "direct", {"regime": "offline"})
"""Who gives a reply that is graded on its own: nobody that is known."""
OURS = re.compile(r'\s*\{\s*"(question|format)"')
"""How a reply file of ours, or a record, begins; any other text is the reply itself."""


@dataclass(frozen=True)
class QuestionFile:
    """A question as a suite exports it: the item, truth included, and what a model is shown, for a reader.

    `hash` is that of the item; replies refer to it.
    """

    format: int
    suite: str
    suite_version: int
    condition: str
    hash: str
    item: Item
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grade:
    """What a reply was read as, what it is worth, and why; `right` is the suite's verdict, if it has one."""

    answer: Answer | None
    judgement: Judgement
    right: bool | None
    blocks: Sequence[Block] = ()


class Said:
    """A model that gives one reply."""

    def __init__(self, text: str) -> None:
        self.text = text

    def reply(self, request: Request) -> Reply:
        """Return the reply."""
        return Reply(self.text, "stop", 0, 0)


def export_question(suite: Suite, item: Item, condition: str) -> QuestionFile:
    """Return the item as a file that can be graded against; InputError if the suite has no questions."""
    if not isinstance(suite, Asks):
        raise InputError(f"suite {suite.name} has no questions: its items are acted in, not answered")
    if condition not in suite.conditions:
        known = ", ".join(suite.conditions)
        raise InputError(f"suite {suite.name} has no such condition", found=repr(condition), allowed=known)
    wording = suite.ask(item, condition).wording
    shown = {name: wording[name] for name in ("context", "contract")}
    return QuestionFile(FORMAT, suite.name, suite.version, condition, item.hash, item, shown)


def question_text(question: QuestionFile) -> str:
    """Return the question as JSON."""
    return json.dumps(asdict(question), ensure_ascii=False, indent=1) + "\n"


def read_question(path: Path, folder_of: Callable[[str], Path | None]) -> tuple[QuestionFile, Suite]:
    """Return the question in the file, and its suite; InputError in one line for anything that does not fit.

    `folder_of` tells by its name where a suite outside the package lies: a file of questions may not, because what lies
    there is run.
    """
    question = read_json(path, QuestionFile)
    if question.format != FORMAT:
        raise InputError("another format of question", file=path, found=str(question.format), allowed=str(FORMAT))
    suite = load_suite(question.suite, folder_of(question.suite))
    if question.suite_version != suite.version:
        told = f"a question of version {question.suite_version} of suite {suite.name}; export it again"
        raise InputError(told, file=path, allowed=f"version {suite.version}")
    if question.condition not in suite.conditions:
        known = ", ".join(suite.conditions)
        raise InputError("no such condition", file=path, found=repr(question.condition), allowed=known)
    if isinstance(suite, Kinds) and question.item.kind not in suite.kinds:
        known = ", ".join(suite.kinds)
        raise InputError(
            f"no such kind in suite {suite.name}", file=path, found=repr(question.item.kind), allowed=known
        )
    if question.item.hash != question.hash:
        raise InputError("the item is not the one that was exported: its hash is another", file=path)
    return question, suite


def read_reply(text: str, source: str, question: QuestionFile) -> str | EpisodeRecord:
    """Return the reply in a text, which is the reply itself, or a JSON object, or the record of an episode.

    An object has `question`, the hash of the question, and `reply`. InputError if it answers another question.
    """
    if not OURS.match(text):
        return text
    try:
        document = json.loads(text)
    except ValueError:
        raise InputError("the reply is cut off: it begins as JSON and does not end so", file=source) from None
    if "format" in document:
        return _record(Path(source), question)
    unknown = sorted(document.keys() ^ {"question", "reply"})
    if unknown or not isinstance(document["reply"], str):
        told = "no reply file"
        raise InputError(told, file=source, found=", ".join(unknown) or "a reply that is no text", allowed=ALLOWED)
    _same(document["question"], question, source)
    return str(document["reply"])


ALLOWED = "question (the hash in the question file) and reply (a text)"


def grade(question: QuestionFile, suite: Suite, reply: str | EpisodeRecord) -> Grade:
    """Return what a reply is worth, by the suite's own reading and judging.

    InputError if the suite cannot open the question; a fault of the suite never becomes a grade.
    """
    item = question.item
    place = f"suite {suite.name}: {item.key} of kind {item.kind!r}"
    try:
        record = reply if isinstance(reply, EpisodeRecord) else _played(question, suite, reply)
        judgement = suite.judge(record, item)
        blocks = suite.explain(record, item) if isinstance(suite, Explains) else ()
    except Exception as problem:
        raise InputError(f"{place} cannot be graded: {type(problem).__name__}: {problem}") from problem
    check_judgement(suite, item, judgement)
    verdict = next((column.name for column in suite.columns if column.verdict), None)
    value = None if verdict is None else judgement.values.get(verdict)
    return Grade(record.parsed, judgement, value if isinstance(value, bool) else None, blocks)


def _played(question: QuestionFile, suite: Suite, reply: str) -> EpisodeRecord:
    """Return the record of an episode in which the question was asked once and answered so."""
    assert isinstance(suite, Asks)
    item = question.item
    opened = Opened(
        group=item.group,
        name=item.name,
        facts={"budget": 0},
        budget=0,
        ask=lambda: suite.ask(item, question.condition),
        suite=suite.name,
        suite_version=suite.version,
        condition=question.condition,
        item_hash=item.hash,
    )
    return play(EpisodeSetup(opened, DIRECT), Said(reply))


def _record(path: Path, question: QuestionFile) -> EpisodeRecord:
    record = load_record(path)
    found = (record.suite, record.condition, record.item_hash)
    if found != (question.suite, question.condition, question.hash):
        told = f"a reply for another question: {record.suite} {record.domain}/{record.task} under {record.condition!r}"
        raise InputError(told, file=path, allowed=_named(question))
    if record.outcome is not RunOutcome.FINISHED:
        raise InputError(f"there is no reply: the episode was broken off ({record.failure})", file=path)
    return record


def _same(found: object, question: QuestionFile, source: str) -> None:
    if found != question.hash:
        told = "a reply for another question"
        raise InputError(told, file=source, found=repr(found), allowed=f"{question.hash} ({_named(question)})")


def _named(question: QuestionFile) -> str:
    return f"{question.suite} {question.item.key} under {question.condition!r}"
