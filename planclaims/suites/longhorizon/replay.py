"""The turns of a record taken afresh in a world: what each call returned is worked out again, not believed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from planclaims.episodes.record import EpisodeRecord
from planclaims.episodes.stage import well_formed
from planclaims.seam import CallKind, Environment, Hears, IllFormedCall, ToolCall, Turn
from planclaims.suites.longhorizon.measures import Cell, Look


class Tracing(Environment, Protocol):
    """An environment that tells of its last call which cells it returned; the agent is not told."""

    @property
    def returned(self) -> frozenset[Cell]:
        """Return the cells that the last well-formed call returned."""
        ...

    @property
    def found(self) -> bool:
        """Return whether the last well-formed call returned anything."""
        ...


@dataclass(frozen=True)
class Replayed:
    """A record's turns as looks, how many acts the world refused, and the world as it was at the end."""

    looks: Sequence[Look]
    environment: Tracing


def replay(record: EpisodeRecord, environment: Tracing) -> Replayed:
    """Return the turns of an online record, taken in a fresh environment until it ends; a rejected turn is no call."""
    looks: list[Look] = []
    offered = [tool for tool in environment.tools if not (record.shortcuts_withheld and tool.shortcut)]
    for turn in record.turns or ():
        if environment.ending is not None:
            break
        if turn.kind is CallKind.REJECTED:
            looks.append(Look(CallKind.REJECTED, ""))
            continue
        call = None if turn.tool is None else ToolCall(turn.tool, turn.arguments)
        if call is None and turn.call is not None and isinstance(environment, Hears) and not record.shortcuts_withheld:
            heard = environment.hear(record.calls[turn.call].reply)
            if heard is not None:
                looks.append(Look(heard.kind, ""))
                continue
        try:
            observation = environment.call(well_formed(Turn("", call), offered))
        except IllFormedCall:
            looks.append(Look(CallKind.ILL_FORMED, ""))
            continue
        looks.append(Look(observation.kind, call_text(call), environment.found, environment.returned))
    return Replayed(looks, environment)


def call_text(call: ToolCall | None) -> str:
    """Return a call as canonical text: equal for equal calls."""
    return "" if call is None else f"{call.tool} {json.dumps(dict(call.arguments), sort_keys=True, ensure_ascii=False)}"
