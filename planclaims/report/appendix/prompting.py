"""Every prompt of every method, taken from episodes that a scripted model plays, so that they are the real ones."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.episodes.record import EpisodeRecord, RecordedCall
from planclaims.offline import STRATEGIES
from planclaims.online import ARCHITECTURES
from planclaims.report.appendix.document import Block, Heading, Listing, Paragraph
from planclaims.report.appendix.material import Example, play
from planclaims.seam import Model, Purpose, Reply, Request
from planclaims.suites.hiddenpddl.controls.reference import reference_model, words

SCRIPT = "optimal"
OF_OTHER_STUDIES = frozenset({"memory", "program", "backprompt", "plan-then-act"})
"""Methods that the paper is not played with; one that has its plans made by another asks nothing of its own."""
METHODS = (
    *((name, "offline") for name in STRATEGIES if name not in OF_OTHER_STUDIES),
    *((name, "online") for name in ARCHITECTURES if name not in OF_OTHER_STUDIES),
)
FAULTS = {
    Purpose.CRITIQUE: "The first line names an object that does not exist.",
    Purpose.ACT: "next_thought: A call that is not proper.\nnext_tool_name: no_such_tool\nnext_tool_args: {}",
    Purpose.REVIEW: "REJECT: look at the state first.",
}
"""What the scripted model answers at first, so that revisions, lessons and rejections come to be asked for."""


FOLLOWED = (Purpose.REFLECT, Purpose.REVIEW)
"""Purposes whose answers change what the next call is told."""


class FaultyAtFirst:
    """A scripted reference whose first answer to some purposes is at fault, so that every prompt of a method occurs."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._faults = dict(FAULTS)

    def reply(self, request: Request) -> Reply:
        """Return the fault that is due, else the reference's answer."""
        text = self._faults.pop(request.purpose, None)
        if text is None:
            return self._model.reply(request)
        return Reply(text, "stop", sum(words(message.content) for message in request.messages), words(text))


def prompt_blocks(example: Example) -> Iterator[Block]:
    """Yield every prompt of all methods on one task; a message that stood in a call before is not repeated."""
    yield Heading(0, "Prompts")
    yield Paragraph(
        f"All prompts on task {example.name}, in the order in which they are sent. A scripted model answers; its first "
        "critique, call and review are faulty on purpose, so that revisions, lessons and rejections occur. Of calls "
        "that differ only in what was said before, the first is shown; a message that was shown is not repeated."
    )
    shown: set[tuple[str, str]] = set()
    for method, regime in METHODS:
        opened = FaultyAtFirst(reference_model(SCRIPT, example.oracle))
        record = play(example, SCRIPT, opened, method=method, regime=regime)
        yield Heading(1, f"{method} ({regime})")
        for number, call in _telling(record):
            yield from _call(record, number, call, shown)


def _telling(record: EpisodeRecord) -> Iterator[tuple[int, RecordedCall]]:
    """Yield the calls that show a new prompt: the first of each purpose, plans, and what follows a lesson or review."""
    known: set[str] = set()
    before, reviewed = "", False
    for number, call in enumerate(record.calls, start=1):
        if call.purpose not in known or call.purpose == Purpose.PLAN or before in FOLLOWED:
            yield number, call
        known.add(call.purpose)
        before = call.purpose if call.purpose != Purpose.REVIEW or not reviewed else ""
        reviewed = reviewed or call.purpose == Purpose.REVIEW


def _call(record: EpisodeRecord, number: int, call: RecordedCall, shown: set[tuple[str, str]]) -> Iterator[Block]:
    tokens = f"at most {call.max_tokens} output tokens"
    yield Heading(2, f"Call {number} of {len(record.calls)}: {call.purpose}")
    yield Paragraph(f"Temperature {call.temperature:g}, {tokens}.")
    messages = [record.messages[place] for place in call.messages]
    new = [message for message in messages if (message.role, message.content) not in shown]
    if len(new) < len(messages):
        old = len(messages) - len(new)
        yield Paragraph(f"Messages shown before: {old} of {len(messages)}, the {messages[0].role} message first.")
    for message in new:
        shown.add((message.role, message.content))
        yield Paragraph("Scripted answer before:" if message.role == "assistant" else f"Message of the {message.role}:")
        yield Listing(message.content)
