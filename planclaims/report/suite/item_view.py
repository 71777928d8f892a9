"""One episode of any suite as the viewer shows it: plain data that refers to its chunk's tables of texts and blocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from planclaims.episodes.record import EpisodeRecord, RecordedTurn, RunOutcome
from planclaims.errors import InputError
from planclaims.report.conversation import conversation
from planclaims.report.packing import TextTable
from planclaims.suites.contract import Explains, Item, Suite
from planclaims.suites.explanation import Block, Part, TextBlock, block_faults

View = dict[str, Any]
ORDER = {str(part): place for place, part in enumerate(Part)}
KINDS = {"TextBlock": "text", "TableBlock": "table", "TimelineBlock": "timeline", "ReceiptBlock": "receipt"}


class Tables:
    """What the episodes of one chunk share: longer texts, and blocks, which are often the same for many models."""

    def __init__(self) -> None:
        self.texts = TextTable()
        self.blocks: list[View] = []
        self._places: dict[Block, int] = {}

    def block(self, block: Block) -> int:
        """Return where the block stands in the table of blocks; ValueError if the viewer could not show it."""
        try:
            known = self._places.get(block)
        except TypeError:  # a list within, so it is not looked for among the others
            known = None
        if known is not None:
            return known
        fault = next(block_faults([block]), None)
        if fault is not None:
            raise ValueError(fault)
        self.blocks.append({"type": KINDS[type(block).__name__], **asdict(block)})
        with suppress(TypeError):
            self._places[block] = len(self.blocks) - 1
        return len(self.blocks) - 1


def item_view(suite: Suite, item: Item, record: EpisodeRecord, tables: Tables) -> View:
    """Return the data of an episode; its texts and blocks enter the tables. InputError if the suite fails to explain.

    Of an episode that the infrastructure broke off, there is what was said as far as it went.
    """
    place = tables.texts.place
    finished = record.outcome is RunOutcome.FINISHED
    with _named_faults(suite, item, record):
        blocks = [tables.block(block) for block in blocks_of(suite, item, record)]
    return {
        "blocks": blocks,
        "missing": dict(suite.judge(record, item).missing) if finished else {},
        "calls": conversation(record, place),
        "turns": None if record.turns is None else [_turn(turn, tables) for turn in record.turns],
        "budget": record.task_facts.get("budget"),
        "settings": place(_settings(record)),
    }


@contextmanager
def _named_faults(suite: Suite, item: Item, record: EpisodeRecord) -> Iterator[None]:
    """Name the record at which a suite fails to explain."""
    try:
        yield
    except Exception as problem:
        place = f"suite {suite.name}: {item.key} with {record.model} and {record.method} cannot be explained"
        raise InputError(f"{place}: {type(problem).__name__}: {problem}") from problem


def blocks_of(suite: Suite, item: Item, record: EpisodeRecord) -> Sequence[Block]:
    """Return the suite's blocks, with the frame's own for what it does not say itself, in the order of the parts."""
    finished = record.outcome is RunOutcome.FINISHED
    own = list(suite.explain(record, item)) if finished and isinstance(suite, Explains) else []
    said = {getattr(block, "part", None) for block in own}
    blocks = [*own, *(block for block in _defaults(record) if block.part not in said)]
    return sorted(blocks, key=lambda block: ORDER.get(getattr(block, "part", ""), 0))


def _defaults(record: EpisodeRecord) -> Iterator[Block]:
    """Yield what the record itself tells: what the model was sent first, its output, and what that was read as."""
    for place in record.calls[0].messages if record.calls else ():
        message = record.messages[place]
        yield TextBlock(Part.ASKED, SENT.get(message.role, message.role), message.content, literal=True)
    if record.output is not None:
        yield TextBlock(Part.ANSWERED, "Output", record.output, literal=True)
    if record.parsed is not None:
        parsed = record.parsed
        read = [parsed.reason, *parsed.steps, "" if parsed.value is None else _argument(parsed.value)]
        yield TextBlock(Part.READ, f"Kind: {parsed.kind}", "\n".join(filter(None, read)), literal=True)
    elif record.ending is not None:
        yield TextBlock(Part.READ, "How the episode ended", record.ending.replace("_", " "))


SENT: Mapping[str, str] = {"system": "Instruction (system)", "user": "Told to the model (user)"}


def _turn(turn: RecordedTurn, tables: Tables) -> View:
    place = tables.texts.place
    return {
        "call": turn.call,
        "thought": place(turn.thought),
        "tool": turn.tool,
        "arguments": [[name, _argument(value)] for name, value in turn.arguments.items()],
        "kind": str(turn.kind),
        "observation": place(turn.observation),
    }


def _argument(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _settings(record: EpisodeRecord) -> str:
    settings = {"model": {**record.model_settings, **record.model_identity}, "method": record.method_settings}
    return "\n".join(
        f"{owner} {name}: {_argument(value)}" for owner, own in settings.items() for name, value in own.items()
    )
