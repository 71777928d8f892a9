"""Travel: itineraries over worlds of tables, judged by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Environment, Question
from planclaims.suites.contract import Column, Control, Data, Item, Judgement
from planclaims.suites.explanation import Block
from planclaims.suites.longhorizon.domain import Extent
from planclaims.suites.longhorizon.travel.controls import CONTROLS
from planclaims.suites.longhorizon.travel.environment import TravelEnvironment
from planclaims.suites.longhorizon.travel.explaining import explained
from planclaims.suites.longhorizon.travel.items import GROUP, behind, items
from planclaims.suites.longhorizon.travel.judge import COLUMNS, judge
from planclaims.suites.longhorizon.travel.question import TravelQuestion, entered_wording


class Travel:
    """The travel domain; it has no acts that a world could refuse, so `strict` changes nothing here."""

    name: str = GROUP
    columns: Sequence[Column] = COLUMNS
    controls: Mapping[str, Control] = CONTROLS

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the tasks, in the order of their names."""
        return items(settings)

    def ask(self, item: Item, condition: Data) -> Question:
        """Return the task with all facts and without tools."""
        known = behind(item)
        return TravelQuestion(known.world, known.task, known.brief)

    def enter(self, item: Item, condition: Data) -> Environment:
        """Return the task as a world behind tools."""
        known = behind(item)
        return TravelEnvironment(known.world, known.task, entered_wording(known.task, known.brief))

    def extent(self, item: Item) -> Extent:
        """Return how large the task is."""
        known = behind(item)
        return Extent(known.world.rows, len(known.task.constraints))

    def budget(self, item: Item) -> int:
        """Return how many calls an agent may make."""
        return int(item.shown["budget"])

    def judge(self, record: EpisodeRecord, item: Item, condition: Data) -> Judgement:
        """Return the common measures and those of travel."""
        return judge(record, item)

    def explain(self, record: EpisodeRecord, item: Item, condition: Data) -> Sequence[Block]:
        """Return the best plan, the plan that was handed in with its faults, and the facts seen and missed."""
        return explained(record, item)


DOMAIN = Travel()
