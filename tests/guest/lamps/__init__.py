"""A toy suite that lives outside the package: a switch turns over its own lamp and the next one.

One item is both asked (which lamps are lit after some switches were pressed?) and entered (press switches until
just the wanted lamps are lit).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from planclaims.episodes.record import EpisodeRecord
from planclaims.interfaces import Environment, Question, ToolCall
from planclaims.prompts import read_wording
from planclaims.suites.contract import Caption, Column, Control, Data, Item, Judgement, Value
from planclaims.suites.explanation import Block

from .controls import Scripted
from .explaining import explained
from .outputs import plot_presses, right_rate
from .world import LampRow, LampsQuestion, Panel, lit_after

TEXTS = Path(__file__).parent / "texts"
ASKED, ENTERED = read_wording(TEXTS / "question.toml"), read_wording(TEXTS / "environment.toml")


class Lamps:
    """The suite."""

    def __init__(self) -> None:
        self.name = "lamps"
        self.version = 1
        self.schema: Data = {
            "type": "object",
            "additionalProperties": False,
            "properties": {"seed": {"type": "integer"}, "items": {"type": "integer", "minimum": 1}},
        }
        self.defaults: Data = {"seed": 1, "items": 10}
        self.conditions: Mapping[str, Data] = {"plain": {}, "hinted": {"hint": True}}
        self.columns = (
            Column(
                "right",
                "truth",
                "whether just the right lamps are named, or lit at the end",
                averaged=True,
                verdict=True,
            ),
            Column("presses", "whole", "switches pressed by an agent"),
        )
        self.controls = {"optimal": Control(perfect, always(right=True)), "idle": Control(idle, always(right=False))}
        self.tables = {"right": right_rate}
        self.figures = {"presses": plot_presses}
        self.kinds = ("lit",)
        self.captions = {
            "report": Caption("Lamps and switches", "A toy: which lamps are lit after some switches were pressed?"),
            "presses": Caption("Switches pressed", "Each point is an episode."),
        }

    def items(self, settings: Data) -> Sequence[Item]:
        """Return rows of three to six lamps, half of them in each group."""
        chance = random.Random(settings["seed"])
        return [self._item(number, chance) for number in range(settings["items"])]

    def _item(self, number: int, chance: random.Random) -> Item:
        lamps = chance.randint(3, 6)
        pressed = chance.sample(range(1, lamps + 1), 2)
        shown = {"lamps": lamps, "pressed": pressed, "wanted": lit_after(lamps, pressed)}
        return Item("short" if number % 2 else "long", f"{number:02}", "lit", {k: shown[k] for k in shown}, {})

    def ask(self, item: Item, condition: str) -> Question:
        """Return the item as a question."""
        return LampsQuestion(item.shown, ASKED, hint=bool(self.conditions[condition].get("hint")))

    def enter(self, item: Item, condition: str) -> Environment:
        """Return the item as an environment."""
        return Panel(LampRow(item.shown["lamps"]), item.shown["wanted"], ENTERED)

    def budget(self, item: Item, condition: str) -> int:
        """Return twice the calls that the reference needs."""
        return 2 * (len(item.shown["pressed"]) + 1)

    def judge(self, record: EpisodeRecord, item: Item) -> Judgement:
        """Return whether just the right lamps are named, or lit at the end."""
        wanted = item.shown["wanted"]
        if record.turns is None:
            answer = LampsQuestion(item.shown, ASKED).read(record.output or "")
            right = answer.kind == "lamps" and answer.value == wanted
            return Judgement({"right": right}, {"presses": "nothing is pressed offline"})
        row = LampRow(item.shown["lamps"])
        for turn in record.turns:
            if turn.step is not None:
                row.press(int(turn.step))
        return Judgement({"right": row.lit == wanted and record.ending == "done", "presses": row.presses})

    def explain(self, record: EpisodeRecord, item: Item) -> Sequence[Block]:
        """Return which lamps had to be lit, what every switch did, and why it is wrong."""
        return explained(record, item, self.judge(record, item).values["right"] is True)


def perfect(item: Item, condition: str, seed: int) -> Scripted:
    """Return the control that is always right."""
    presses = [ToolCall("press", {"switch": switch}) for switch in item.shown["pressed"]]
    return Scripted(", ".join(map(str, item.shown["wanted"])) or "none", [*presses, ToolCall("done")])


def idle(item: Item, condition: str, seed: int) -> Scripted:
    """Return the control that says nothing and does nothing."""
    return Scripted("I do not know.", [ToolCall("done")])


def always(**values: Value) -> Callable[[Item], Mapping[str, Value]]:
    """Return the same known values for every item."""
    return lambda item: values


SUITE = Lamps()
