"""The scratchpad: an agent at a desk with a task to read, four files to work in, and one for the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from planclaims.episodes.record import RecordedTurn
from planclaims.seam import CallKind, EndedBy, IllFormedCall, Observation, Tool, ToolCall
from planclaims.suites.competence.question import CompetenceQuestion
from planclaims.suites.competence.questions.prose import text

TURNS = 24
ANSWER = "answer"
NOTES = ("frontier", "visited", "dead-ends", "candidates")
"""The files to work in."""
WRITABLE = (*NOTES, ANSWER)
LONGEST = 20_000
"""Characters of a file at most."""
TOOLS = (
    Tool("read_file", text("read_file"), {"name": "the name of the file"}),
    Tool("write_file", text("write_file"), {"name": "the name of the file", "text": "all that it is to hold"}),
    Tool("hand_in", text("hand_in"), {}),
)


class DeskEnding(StrEnum):
    """How the work at the desk ends by itself: the agent hands its answer in."""

    HANDED_IN = "handed_in"

    @property
    def by(self) -> EndedBy:
        """Return that the agent ended it."""
        return EndedBy.AGENT


class Desk:
    """The files of one question. What is in the file for the answer when the episode ends is what counts."""

    tools: Sequence[Tool] = TOOLS

    def __init__(self, question: CompetenceQuestion) -> None:
        self._task = task_text(question)
        self._files = dict.fromkeys(WRITABLE, "")
        self.ending: DeskEnding | None = None
        self.wording: Mapping[str, str] = {
            "mission": text("mission"),
            "rules": text("desk_rules"),
            "example": text("desk_example"),
        }

    def call(self, call: ToolCall) -> Observation:
        """Return what is read, or that something was written or handed in."""
        if call.tool == "hand_in":
            self.ending = DeskEnding.HANDED_IN
            return Observation("Handed in.", CallKind.TERMINAL)
        name = call.arguments["name"]
        if call.tool == "read_file":
            if name == "task":
                return Observation(self._task, CallKind.EPISTEMIC)
            return Observation(self._files[_known(name)] or "(the file is empty)", CallKind.EPISTEMIC)
        written = call.arguments["text"]
        if not isinstance(written, str):
            raise IllFormedCall("text must be a text")
        if len(written) > LONGEST:
            raise IllFormedCall(f"a file holds {LONGEST} characters at most; given: {len(written)}")
        self._files[_known(name)] = written
        return Observation(f"The file {name} now holds {len(written)} characters.", CallKind.ONTIC, str(name))


def _known(name: object) -> str:
    if name not in WRITABLE:
        raise IllFormedCall(f"there is no such file to write; the files are {', '.join(WRITABLE)}, and task to be read")
    return str(name)


def task_text(question: CompetenceQuestion) -> str:
    """Return the whole question, as the file of the task holds it."""
    words = question.wording
    return f"{words['context']}\n\nTHE QUESTION\n\n{question.asked()}\n\n{words['contract']}"


def last_answer(turns: Iterable[RecordedTurn]) -> str:
    """Return what the file for the answer held at the end."""
    held = ""
    for turn in turns:
        written = turn.arguments.get("text")
        if turn.kind is CallKind.ONTIC and turn.tool == "write_file" and turn.arguments.get("name") == ANSWER:
            held = str(written)
    return held
