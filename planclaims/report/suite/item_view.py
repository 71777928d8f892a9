"""One episode of any suite as the viewer shows it: plain data that refers to its chunk's tables of texts and blocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from planclaims.episodes.record import EpisodeRecord, RecordedTurn, RunOutcome
from planclaims.errors import InputError
from planclaims.report.conversation import conversation
from planclaims.report.packing import TextTable
from planclaims.suites.contract import Explains, Item, Suite
from planclaims.suites.explanation import Block, Part, TextBlock, block_faults

View = dict[str, Any]
KINDS = {"TextBlock": "text", "TableBlock": "table", "TimelineBlock": "timeline", "ReceiptBlock": "receipt"}


@dataclass
class Tables:
    """What the episodes of one chunk share: longer texts, and blocks, which are often the same for many models."""

    texts: TextTable = field(default_factory=TextTable)
    blocks: TextTable = field(default_factory=TextTable)

    def block(self, block: Block) -> int:
        """Return where the block stands in the table of blocks."""
        return self.blocks.place(json.dumps({"type": KINDS[type(block).__name__], **asdict(block)}, sort_keys=True))


def item_view(suite: Suite, item: Item, record: EpisodeRecord, tables: Tables) -> View:
    """Return the data of an episode; its texts and blocks enter the tables. InputError if the suite fails to explain.

    Of an episode that the infrastructure broke off, there is what was said as far as it went.
    """
    place = tables.texts.place
    finished = record.outcome is RunOutcome.FINISHED
    return {
        "blocks": [tables.block(block) for block in blocks_of(suite, item, record)],
        "missing": dict(suite.judge(record, item).missing) if finished else {},
        "calls": conversation(record, place),
        "turns": None if record.turns is None else [_turn(turn, tables) for turn in record.turns],
        "budget": record.task_facts.get("budget"),
        "settings": place(_settings(record)),
    }


def blocks_of(suite: Suite, item: Item, record: EpisodeRecord) -> Sequence[Block]:
    """Return the suite's blocks, with the frame's own for what it does not say itself, in the order of the parts."""
    own = _explained(suite, item, record) if record.outcome is RunOutcome.FINISHED else []
    said = {block.part for block in own}
    blocks = [*own, *(block for block in _defaults(record) if block.part not in said)]
    return sorted(blocks, key=lambda block: list(Part).index(block.part))


def _explained(suite: Suite, item: Item, record: EpisodeRecord) -> Sequence[Block]:
    if not isinstance(suite, Explains):
        return []
    place = f"suite {suite.name}: {item.key} with {record.model} and {record.method} cannot be explained"
    try:
        blocks = list(suite.explain(record, item))
    except Exception as problem:
        raise InputError(f"{place}: {type(problem).__name__}: {problem}") from problem
    faults = next(iter(block_faults(blocks)), None)
    if faults is not None:
        raise InputError(f"{place}: {faults}")
    return blocks


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
