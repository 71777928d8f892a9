"""The lamps, as a question and as an environment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from planclaims.prompts import fill_text
from planclaims.seam import MALFORMED, Answer, CallKind, EndedBy, IllFormedCall, Observation, Tool, ToolCall
from planclaims.suites.contract import Data

TOOLS = (
    Tool("press", "Presses one switch.", {"switch": "its number"}, reviewed=True),
    Tool("look", "Tells which lamps are lit."),
    Tool("done", "Says that just the wanted lamps are lit.", reviewed=True),
)


@dataclass
class LampRow:
    """A row of lamps, all of them dark at first; a switch turns over its own lamp and the next one."""

    lamps: int
    on: set[int] = field(default_factory=set)
    presses: int = 0

    def press(self, switch: int) -> None:
        """Turn over the lamp of the switch, and the next one if there is one."""
        self.on ^= {lamp for lamp in (switch, switch + 1) if lamp <= self.lamps}
        self.presses += 1

    @property
    def lit(self) -> list[int]:
        """Return the numbers of the lamps that are lit."""
        return sorted(self.on)


def lit_after(lamps: int, pressed: Sequence[int]) -> list[int]:
    """Return the lamps that are lit after the switches were pressed."""
    row = LampRow(lamps)
    for switch in pressed:
        row.press(switch)
    return row.lit


@dataclass(frozen=True)
class LampsQuestion:
    """Which lamps are lit after some switches were pressed?"""

    shown: Data
    words: Mapping[str, str]
    hint: bool = False

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the words of the question, with the row and the switches as its context."""
        pressed = ", ".join(map(str, self.shown["pressed"]))
        hint = self.words["hint"] if self.hint else ""
        context = fill_text(self.words["context"], lamps=str(self.shown["lamps"]), pressed=pressed, hint=hint)
        return {**{name: text for name, text in self.words.items() if name != "hint"}, "context": context}

    def read(self, text: str) -> Answer:
        """Return the numbers of the last line, or none of them."""
        last = (text.strip().splitlines() or [""])[-1].strip().lower()
        if last == "none":
            return Answer("lamps", value=[])
        if not re.fullmatch(r"\d+(, *\d+)*", last):
            return Answer(MALFORMED, reason="the last line is no list of numbers")
        return Answer("lamps", value=sorted(map(int, last.split(","))))


class End(StrEnum):
    """How an agent ends an episode."""

    DONE = "done"

    @property
    def by(self) -> EndedBy:
        """Return that the agent did."""
        return EndedBy.AGENT


class Panel:
    """The lamps behind tools; nothing that an agent presses is fatal here."""

    tools: Sequence[Tool] = TOOLS

    def __init__(self, row: LampRow, wanted: Sequence[int], words: Mapping[str, str]) -> None:
        self.row = row
        self.ending: End | None = None
        listed = ", ".join(map(str, wanted)) or "none"
        self.wording = {**words, "mission": fill_text(words["mission"], lamps=str(row.lamps), wanted=listed)}

    def call(self, call: ToolCall) -> Observation:
        """Return what the agent is told."""
        if call.tool == "look":
            return Observation(f"Lit: {', '.join(map(str, self.row.lit)) or 'none'}.", CallKind.EPISTEMIC)
        if call.tool == "done":
            self.ending = End.DONE
            return Observation("That is all.", CallKind.TERMINAL)
        switch = call.arguments["switch"]
        if not isinstance(switch, int) or not 1 <= switch <= self.row.lamps:
            raise IllFormedCall(f"the switches are numbered from 1 to {self.row.lamps}")
        self.row.press(switch)
        return Observation("Click.", CallKind.ONTIC, str(switch))
