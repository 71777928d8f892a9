"""Long-horizon planning under constraints: tasks whose proved optimum is hidden in the tables of a world.

One suite of two domains (domain.py). A task is entered as a world behind tools; asked, it shows all relevant facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Environment, Model, Question
from planclaims.suites.contract import Column, Control, Data, Item, Judgement, Value
from planclaims.suites.explanation import Block
from planclaims.suites.longhorizon.domain import Domain
from planclaims.suites.longhorizon.figures import FIGURES
from planclaims.suites.longhorizon.measures import COLUMNS
from planclaims.suites.longhorizon.outputs import CAPTIONS, TABLES
from planclaims.suites.longhorizon.shopping import DOMAIN as SHOPPING
from planclaims.suites.longhorizon.travel import DOMAIN as TRAVEL

if TYPE_CHECKING:
    import pandas as pd

DOMAINS: Mapping[str, Domain] = {domain.name: domain for domain in (TRAVEL, SHOPPING)}
"""The domains by their names, which are the groups of the suite's items; each package exports its own as DOMAIN."""
TASKS = {"travel": 12, "shopping": 12}
"""How many small tasks the repository holds."""


class LongHorizon:
    """The suite: the sum of its domains."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.domains = domains
        self.name = "longhorizon"
        self.version = 1
        self.schema: Data = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "folder": {"type": "string"},
                "size": {"enum": ["tiny", "small", "published"]},
                "tasks": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {name: {"type": "integer", "minimum": 0} for name in domains},
                },
                "budget": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["floor", "factor"],
                    "properties": {
                        "floor": {"type": "integer", "minimum": 1},
                        "factor": {"type": "integer", "minimum": 1},
                    },
                },
            },
        }
        self.defaults: Data = {
            "folder": "domains/longhorizon",
            "size": "small",
            "tasks": {name: number for name, number in TASKS.items() if name in domains},
            "budget": {"floor": 40, "factor": 4},
        }
        self.conditions: Mapping[str, Data] = {"plain": {"strict": False}, "strict": {"strict": True}}
        own = [column for domain in domains.values() for column in domain.columns]
        self.columns: Sequence[Column] = (*COLUMNS, *own)
        self.controls = {script: self._control(script) for script in _scripts(domains)}
        self.tables: Mapping[str, Callable[[pd.DataFrame], Sheet]] = TABLES
        self.figures = FIGURES
        self.captions = CAPTIONS

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the tasks of every domain."""
        return [item for domain in self.domains.values() for item in domain.items(settings)]

    def ask(self, item: Item, condition: str) -> Question:
        """Return the task with all relevant facts and without tools."""
        return self.domains[item.group].ask(item, self.conditions[condition])

    def enter(self, item: Item, condition: str) -> Environment:
        """Return the task as a world behind tools."""
        return self.domains[item.group].enter(item, self.conditions[condition])

    def budget(self, item: Item, condition: str) -> int:
        """Return how many calls an agent may make."""
        return self.domains[item.group].budget(item)

    def judge(self, record: EpisodeRecord, item: Item) -> Judgement:
        """Return the measures of the item's domain; those of the others are missing with that reason."""
        domain = self.domains[item.group]
        judged = domain.judge(record, item, self.conditions[record.condition])
        extent = domain.extent(item)
        size = {"rows": extent.rows, "constraints": extent.constraints, "calls_allowed": domain.budget(item)}
        foreign = {
            column.name: f"{item.group} has no such measure"
            for name, other in self.domains.items()
            for column in other.columns
            if name != item.group
        }
        return Judgement({**judged.values, **size}, {**foreign, **judged.missing})

    def explain(self, record: EpisodeRecord, item: Item) -> Sequence[Block]:
        """Return what the answer was and how it fared: a plan as a timeline, a cart as a receipt."""
        return self.domains[item.group].explain(record, item, self.conditions[record.condition])

    def _control(self, script: str) -> Control:
        def model(item: Item, condition: str, seed: int) -> Model:
            return self.domains[item.group].controls[script].model(item, condition, seed)

        def known(item: Item) -> Mapping[str, Value] | None:
            return self.domains[item.group].controls[script].known(item)

        return Control(model, known)


def _scripts(domains: Mapping[str, Domain]) -> Sequence[str]:
    """Return the scripts that every domain has."""
    listed = [domain.controls for domain in domains.values()]
    return [script for script in (listed[0] if listed else ()) if all(script in controls for controls in listed)]


SUITE = LongHorizon(DOMAINS)
