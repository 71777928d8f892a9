"""Every prompt of every method, taken from episodes that a scripted model plays, so that they are the real ones."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.appendix.document import Block, Heading, Listing, Paragraph
from planclaims.appendix.material import Example, play
from planclaims.episodes.record import EpisodeRecord, RecordedCall
from planclaims.interfaces import Model, Purpose, Reply, Request
from planclaims.models.reference import reference_model, words
from planclaims.offline import STRATEGIES
from planclaims.online import ARCHITECTURES

SCRIPTED = "scripted"
METHODS = (*((name, "offline") for name in STRATEGIES), *((name, "online") for name in ARCHITECTURES))
FAULTS = {
    Purpose.CRITIQUE: "The first line names an object that does not exist.",
    Purpose.ACT: "next_thought: A call that is not proper.\nnext_tool_name: no_such_tool\nnext_tool_args: {}",
    Purpose.REVIEW: "REJECT: look at the state first.",
}
"""What the scripted model answers at first, so that revisions, lessons and rejections come to be asked for."""


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
        opened = FaultyAtFirst(reference_model("optimal", example.oracle))
        record = play(example, SCRIPTED, {"kind": "reference", "script": "optimal"}, method, regime, opened)
        yield Heading(1, f"{method} ({regime})")
        for number, call in _telling(record):
            yield from _call(record, number, call, shown)


def _telling(record: EpisodeRecord) -> Iterator[tuple[int, RecordedCall]]:
    """Yield the calls that show a prompt not seen before: the first of each purpose, plans, and a call after a lesson."""
    known: set[str] = set()
    before = ""
    for number, call in enumerate(record.calls, start=1):
        if call.purpose not in known or call.purpose == Purpose.PLAN or before == Purpose.REFLECT:
            yield number, call
        known.add(call.purpose)
        before = call.purpose


def _call(record: EpisodeRecord, number: int, call: RecordedCall, shown: set[tuple[str, str]]) -> Iterator[Block]:
    tokens = f"at most {call.max_tokens} output tokens"
    yield Heading(2, f"Call {number} of {len(record.calls)}: {call.purpose}")
    yield Paragraph(f"Temperature {call.temperature:g}, {tokens}.")
    for place in call.messages:
        message = record.messages[place]
        if (message.role, message.content) in shown:
            continue
        shown.add((message.role, message.content))
        yield Paragraph("Scripted answer before:" if message.role == "assistant" else f"Message of the {message.role}:")
        yield Listing(message.content)
