"""The seam inside the suite: what a domain (travel, shopping) brings, so that the suite is the sum of its domains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Environment, Question
from planclaims.suites.contract import Column, Control, Data, Item, Judgement
from planclaims.suites.explanation import Block


class Extent(NamedTuple):
    """How large a task is: rows of its world, and constraints."""

    rows: int
    constraints: int


class Domain(Protocol):
    """One family of worlds. Every item of it has the domain's name as its group."""

    name: str
    columns: Sequence[Column]
    """The domain's own measures, beside those of measures.py that every domain fills in."""
    controls: Mapping[str, Control]
    """The scripted respondents; the domains have the same ones."""

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the tasks, in the order of their names; InputError with the row for a broken file."""
        ...

    def ask(self, item: Item, condition: Data) -> Question:
        """Return the task with all relevant facts and without tools (the oracle-information arm)."""
        ...

    def enter(self, item: Item, condition: Data) -> Environment:
        """Return the task as a world behind tools."""
        ...

    def extent(self, item: Item) -> Extent:
        """Return how large the task is."""
        ...

    def budget(self, item: Item) -> int:
        """Return how many calls an agent may make."""
        ...

    def judge(self, record: EpisodeRecord, item: Item, condition: Data) -> Judgement:
        """Return the common measures and the domain's own."""
        ...

    def explain(self, record: EpisodeRecord, item: Item, condition: Data) -> Sequence[Block]:
        """Return what the answer was and how it fared, for readers."""
        ...
