"""Shopping: carts over worlds of products, shops and coupons, judged by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Environment, Question
from planclaims.suites.contract import Column, Control, Data, Item, Judgement
from planclaims.suites.explanation import Block
from planclaims.suites.longhorizon.domain import Extent
from planclaims.suites.longhorizon.shopping.controls import CONTROLS
from planclaims.suites.longhorizon.shopping.explaining import explained
from planclaims.suites.longhorizon.shopping.items import GROUP, behind, items
from planclaims.suites.longhorizon.shopping.judge import COLUMNS, judge
from planclaims.suites.longhorizon.shopping.question import ShoppingQuestion, entered_wording
from planclaims.suites.longhorizon.shopping.store.environment import Shop


class Shopping:
    """The shopping domain; under `strict`, an act that the shop refuses ends the episode."""

    name: str = GROUP
    columns: Sequence[Column] = COLUMNS
    controls: Mapping[str, Control] = CONTROLS

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the tasks, in the order of their names."""
        return items(settings)

    def ask(self, item: Item, condition: Data) -> Question:
        """Return the task with all relevant facts and without tools."""
        known = behind(item)
        return ShoppingQuestion(known.world, known.task, known.brief)

    def enter(self, item: Item, condition: Data) -> Environment:
        """Return the task as a shop behind tools."""
        known, strict = behind(item), bool(condition["strict"])
        return Shop(known.world, known.task, entered_wording(known.brief, strict=strict), strict=strict)

    def extent(self, item: Item) -> Extent:
        """Return how large the task is."""
        known = behind(item)
        world, task = known.world, known.task
        rows = sum(map(len, (world.shops, world.base, world.provider, world.users, world.coupons, world.products)))
        asked = sum(len(slot.conditions) + 1 for slot in task.slots)
        return Extent(rows, asked + (task.budget is not None))

    def budget(self, item: Item) -> int:
        """Return how many calls an agent may make."""
        return int(item.shown["budget"])

    def judge(self, record: EpisodeRecord, item: Item, condition: Data) -> Judgement:
        """Return the common measures and those of shopping."""
        return judge(record, item, condition)

    def explain(self, record: EpisodeRecord, item: Item, condition: Data) -> Sequence[Block]:
        """Return the record as receipts, checks and facts, for a reader."""
        return explained(record, item, condition)


DOMAIN = Shopping()
