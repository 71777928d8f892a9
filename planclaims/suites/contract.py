"""What a suite is: the tasks there are, how one is asked or entered, and what a record of it is worth.

A suite is a folder that exports SUITE. It may lie in `planclaims/suites/` or anywhere else; nothing else names it but
its rules, its section of the configuration and the documentation. `planclaims.suites.check` tells whether one keeps
this contract.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Environment, Model, Question
from planclaims.suites.explanation import Block

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from planclaims.analysis.formats.sheet import Sheet

Data = Mapping[str, Any]
"""Plain JSON data."""
Value = bool | int | float | str | None
ValueType = Literal["text", "truth", "whole", "number"]


@dataclass(frozen=True)
class Item:
    """One task of a suite as frozen data: `shown` may reach a model, `truth` is for the suite alone.

    `group` is the unit of a job and of a table, `name` is unique in it; both are parts of paths. No method ever holds
    an item.
    """

    group: str
    name: str
    kind: str
    shown: Data
    truth: Data = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return what tells the item from all others of its suite."""
        return f"{self.group}/{self.name}"

    @cached_property
    def hash(self) -> str:
        """Return a hash of everything the item is: a record of another item of the same key is not of this one."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Column:
    """A measure of a suite: its name, the type of its values, what it means, and whether its mean means anything.

    A suite may mark one column of truths as the `verdict`: whether the item is solved, or the answer right.
    """

    name: str
    type: ValueType
    meaning: str
    averaged: bool = False
    verdict: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """The measures of one record by column; `missing` says of each that has no value why there is none."""

    values: Mapping[str, Value]
    missing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Control:
    """A scripted respondent: what it answers, and what every one of its records must be worth.

    `model` makes it for an item and a condition, with a seed; `known` gives the values that its judgements must have,
    or None for an item about which nothing is known beforehand.
    """

    model: Callable[[Item, str, int], Model]
    known: Callable[[Item], Mapping[str, Value] | None]


@runtime_checkable
class Suite(Protocol):
    """Tasks of one family. It has `ask` or `enter` or both (below); `shown` must determine what they open."""

    name: str
    version: int
    schema: Data
    """The closed JSON schema of the suite's own settings."""
    defaults: Data
    """The settings where the configuration gives none."""
    conditions: Mapping[str, Data]
    """Under which conditions an item can be played: named rows of settings, never a folder or a wildcard."""
    columns: Sequence[Column]
    controls: Mapping[str, Control]
    tables: Mapping[str, Callable[[pd.DataFrame], Sheet]]
    """The tables of the suite by name, made from one row per record: the shared columns and the suite's own."""

    def items(self, settings: Data) -> Sequence[Item]:
        """Return the tasks, the same for the same settings."""
        ...

    def judge(self, record: EpisodeRecord, item: Item) -> Judgement:
        """Return what a finished record is worth; pure, and what the record says of its worth is not taken on trust."""
        ...


@runtime_checkable
class Asks(Protocol):
    """A suite whose items are questions: strategies can answer them."""

    def ask(self, item: Item, condition: str) -> Question:
        """Return the item as a question; equal for equal items."""
        ...


@runtime_checkable
class Enters(Protocol):
    """A suite whose items are environments: architectures can act in them."""

    def enter(self, item: Item, condition: str) -> Environment:
        """Return a fresh environment of the item."""
        ...

    def budget(self, item: Item, condition: str) -> int:
        """Return how many calls an agent may make, which it is not told."""
        ...


@runtime_checkable
class Makes(Protocol):
    """A suite whose items take long to make: jobs of their own make them, a batch each, and keep them as files.

    Its groups must be known without its items; `items` is then the batches one after the other. `root` is the folder
    from which paths in the settings start, that of the Snakefile.
    """

    item_code: Sequence[str]
    """Patterns of files of the package, from its folder, that the items hang on."""
    item_settings: Sequence[str]
    """The settings that the items hang on."""

    def batches(self, settings: Data, root: Path) -> Mapping[str, Sequence[str]]:
        """Return the groups of each batch, by the batch's name; ConfigError if the settings name what is not there."""
        ...

    def make(self, settings: Data, batch: str, root: Path) -> Sequence[Item]:
        """Return the items of one batch, the same for the same settings."""
        ...

    def specimens(self, settings: Data, root: Path) -> Sequence[Item]:
        """Return an item of each kind, quickly: what methods need of a question is compared with them at the start."""
        ...


@runtime_checkable
class Selects(Protocol):
    """A suite some of whose groups make no sense under some condition, or some conditions under some settings."""

    def faults(self, settings: Data, conditions: Sequence[str]) -> Sequence[str]:
        """Return what of the settings does not go with the conditions, one line each that names the setting."""
        ...

    def plays(self, group: str, condition: str) -> bool:
        """Return whether the group is played under the condition."""
        ...


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands above a table or below a figure: its title, and a line on how to read it."""

    title: str
    reading: str = ""


@runtime_checkable
class Draws(Protocol):
    """A suite that has figures."""

    figures: Mapping[str, Callable[[pd.DataFrame], Figure]]
    """The figures of the suite by name, drawn from the same rows as its tables; no pyplot, so that nothing is shared.

    The frame sets the style, and writes each as PDF, PNG and SVG, the same bytes for the same rows.
    """


@runtime_checkable
class Captions(Protocol):
    """A suite that says how to read its tables and figures."""

    captions: Mapping[str, Caption]
    """By the name of a table or a figure; without one, a table goes by its own title and a figure by its name."""


@runtime_checkable
class Kinds(Protocol):
    """A suite that lists its kinds of items, so that a question of no such kind is told at once."""

    kinds: Sequence[str]


@runtime_checkable
class Explains(Protocol):
    """A suite that explains single records: what was asked, answered, read and expected, and why it is wrong."""

    def explain(self, record: EpisodeRecord, item: Item) -> Sequence[Block]:
        """Return blocks of plain data about a finished record; pure, like `judge`, and shown to readers only."""
        ...


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a suite says in words, under a title, and the tables behind it."""

    title: str
    text: str
    sheets: Sequence[Sheet] = ()


@runtime_checkable
class Concludes(Protocol):
    """A suite whose own rules make something that its report says in words.

    `conclusion_files` are what it is read from, paths below the suite's folder of results.
    """

    conclusion_files: Sequence[str]

    def conclusions(self, folder: Path) -> Sequence[Conclusion]:
        """Return what the files in the suite's folder of results say; none where they have not been made."""
        ...


SHARED = (
    Column("model", "text", "the model's name in the configuration"),
    Column("method", "text", "the method's name in the configuration"),
    Column("condition", "text", "the condition of the suite under which the item was played"),
    Column("regime", "text", "offline for a question, online for an environment"),
    Column("group", "text", "the group of the item"),
    Column("item", "text", "the name of the item in its group"),
    Column("kind", "text", "the kind of the item"),
    Column("repeat", "whole", "which repeat, from 0"),
    Column("reference", "truth", "whether the model is a scripted reference, a control"),
    Column("scored", "truth", "whether there are measures: not where a model could not be asked"),
    Column("failure", "text", "why an episode is unscored"),
    Column("answer_kind", "text", "what the last output was read as, offline"),
    Column("ending", "text", "how the episode ended, online"),
    Column("calls_used", "whole", "units of the budget, online"),
    Column("ill_formed_calls", "whole", "calls that were not well-formed, online"),
    Column("model_calls", "whole", "calls of the model"),
    Column("input_tokens", "whole", "tokens that the model read; empty if a reply did not tell"),
    Column("output_tokens", "whole", "tokens that the model wrote; empty if a reply did not tell"),
    Column("seconds", "number", "seconds that the model took"),
)
"""The columns that the frame fills in for every suite."""
