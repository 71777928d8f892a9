"""The PlanBench suite: questions about plans over generated instances, judged by semantics alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from planclaims.analysis.formats.sheet import Sheet
from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Question
from planclaims.suites.contract import Caption, Data, Item, Judgement
from planclaims.suites.explanation import Block
from planclaims.suites.planbench.controls import controls
from planclaims.suites.planbench.explaining import explained
from planclaims.suites.planbench.figures import FIGURES
from planclaims.suites.planbench.items import draw_items
from planclaims.suites.planbench.judge import COLUMNS, judge_record
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.question import PlanbenchQuestion
from planclaims.suites.planbench.tables import TABLES

if TYPE_CHECKING:
    import pandas as pd

HERE = Path(__file__).parent


class Planbench:
    """The suite."""

    def __init__(self) -> None:
        self.name = "planbench"
        self.version = 1
        self.schema: Data = json.loads((HERE / "settings.schema.json").read_text(encoding="utf-8"))
        self.defaults: Data = yaml.safe_load((HERE / "settings.yaml").read_text(encoding="utf-8"))
        self.conditions: Mapping[str, Data] = yaml.safe_load((HERE / "conditions.yaml").read_text(encoding="utf-8"))
        self.columns = COLUMNS
        self.controls = controls(lambda condition: self.conditions[condition])
        self.tables: Mapping[str, Callable[[pd.DataFrame], Sheet]] = TABLES
        self.figures = FIGURES
        self.kinds = tuple(KINDS)
        self.captions = {
            name: Caption(**texts)
            for name, texts in yaml.safe_load((HERE / "texts/captions.yaml").read_text(encoding="utf-8")).items()
        }

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the questions, drawn from the seed of the settings."""
        return _items(json.dumps(settings, sort_keys=True))

    def ask(self, item: Item, condition: str) -> Question:
        """Return the item as a question under a condition."""
        return PlanbenchQuestion(item.kind, item.shown, self.conditions[condition])

    def judge(self, record: EpisodeRecord, item: Item) -> Judgement:
        """Return what a finished record is worth."""
        return judge_record(record, item, self.conditions[record.condition])

    def explain(self, record: EpisodeRecord, item: Item) -> Sequence[Block]:
        """Return the right answer, what a plan did, and why an answer is right or wrong."""
        return explained(record, item, self.conditions[record.condition], self.judge(record, item))


@lru_cache(maxsize=4)
def _items(settings: str) -> Sequence[Item]:
    return draw_items(json.loads(settings))


SUITE = Planbench()
