"""A suite as the configuration asks for it: who plays which items under which conditions, in which chunks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from planclaims.episodes.method import resolved, temperatures
from planclaims.errors import InputError, did_you_mean
from planclaims.suites.contract import Item, Makes, Selects, Suite
from planclaims.suites.item_files import read_items, write_items
from planclaims.suites.keeping import keep_items, kept_items


@dataclass(frozen=True, slots=True, order=True)
class ChunkKey:
    """One job: a model with a method under a condition, on the items of one group, for the so-manieth time."""

    model: str
    method: str
    condition: str
    group: str
    repeat: int = 0

    @property
    def path(self) -> str:
        """Return the place of the chunk's records below the suite's folder of episodes."""
        again = f".repeat{self.repeat}" if self.repeat else ""
        return f"{self.model}/{self.method}/{self.condition}/{self.group}{again}"


@dataclass(frozen=True)
class SuiteStudy:
    """One suite of a checked configuration."""

    suite: Suite
    entry: Mapping[str, Any]
    config: Mapping[str, Any]
    root: Path = Path()
    results: Path = Path("results")

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the suite's own settings, its defaults where the configuration gives none."""
        return {**self.suite.defaults, **self.entry.get("settings", {})}

    @cached_property
    def batches(self) -> Mapping[str, Sequence[str]]:
        """Return the groups of each batch of a suite whose items are made by jobs of their own; else none."""
        return self.suite.batches(self.settings, self.root) if isinstance(self.suite, Makes) else {}

    @cached_property
    def groups(self) -> Sequence[str]:
        """Return the groups, known before any item is made."""
        if isinstance(self.suite, Makes):
            return [group for groups in self.batches.values() for group in groups]
        return list(self._items)

    @cached_property
    def _items(self) -> Mapping[str, Sequence[Item]]:
        groups: dict[str, list[Item]] = {}
        for item in kept_items(self.suite, self.settings, self._kept):
            groups.setdefault(item.group, []).append(item)
        return groups

    def items(self, group: str) -> Sequence[Item]:
        """Return the items of a group; InputError if they are made by a job and its file is not there or broken."""
        if not isinstance(self.suite, Makes):
            return self._items[group]
        return [item for item in read_items(self.item_file(group)) if item.group == group]

    def keep(self) -> None:
        """Write the items to the file that keeps them between the processes of a run, unless jobs make them."""
        if not isinstance(self.suite, Makes):
            items = [item for group in self._items.values() for item in group]
            keep_items(self.suite, self.settings, items, self._kept)

    @property
    def _kept(self) -> Path:
        return self.results / self.suite.name / "items.jsonl"

    def item_file(self, group: str) -> Path:
        """Return the file with the items of a group, where they are made by a job."""
        batch = next((name for name, groups in self.batches.items() if group in groups), None)
        if batch is None:
            told = f"{group!r}{did_you_mean(group, self.groups)}"
            raise InputError(f"suite {self.suite.name} has no such group of items", found=told)
        return self.results / self.suite.name / "items" / f"{batch}.json"

    def make_batch(self, batch: str) -> None:
        """Make the items of a batch and write their file."""
        assert isinstance(self.suite, Makes)
        made = self.suite.make(self.settings, batch, self.root)
        write_items(self.results / self.suite.name / "items" / f"{batch}.json", made)

    @property
    def models(self) -> Sequence[str]:
        """Return the models that play the suite."""
        return list(self.entry["models"])

    def conditions(self, method: str) -> Sequence[str]:
        """Return the conditions under which a method plays; all of them where the configuration names none."""
        named = self.entry.get("conditions") or list(self.suite.conditions)
        return list(named.get(method, ()) if isinstance(named, Mapping) else named)

    def chunks(self) -> Iterator[ChunkKey]:
        """Yield the jobs, by model, method, condition, group and repeat."""
        for model in self.models:
            for method in self.entry["methods"]:
                for condition in self.conditions(method):
                    for group in self.groups_of(model, method, condition):
                        repeats = range(self._repeats(model, method))
                        yield from (ChunkKey(model, method, condition, group, repeat) for repeat in repeats)

    def groups_of(self, model: str, method: str, condition: str) -> Sequence[str]:
        """Return the groups that a model plays with a method under a condition."""
        suite = self.suite
        fitting = (group for group in self.groups if not isinstance(suite, Selects) or suite.plays(group, condition))
        return [group for group in fitting if self._most(model, method, group) != 0]

    def _most(self, model: str, method: str, group: str) -> int | None:
        """Return how many items of a group are played at most, by the first pattern that fits; None is all.

        A pattern is one of groups, or of a method and groups with a stroke between.
        """
        most = self.entry.get("sample", {}).get(model)
        if isinstance(most, Mapping):
            places = (group, f"{method}/{group}")
            fitting = (n for pattern, n in most.items() if any(fnmatchcase(place, pattern) for place in places))
            return int(next(fitting, 0))
        return None if most is None else int(most)

    def chosen(self, model: str, method: str, group: str) -> Sequence[Item]:
        """Return the items of a group that the model plays: all, or so many as the configuration says per group."""
        most = self._most(model, method, group)
        items = self.items(group)
        return items if most is None else items[:most]

    def missing_keys(self, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
        """Return the environment variables that the suite's models need and that are not set."""
        needed = (self.config["models"][model].get("key") for model in self.models)
        return tuple(sorted({name for name in needed if name and not environ.get(name)}))

    def _repeats(self, model: str, method: str) -> int:
        scripted = self.config["models"][model]["kind"] == "reference"
        stochastic = not scripted and any(temperatures(method, resolved(method, self.config["methods"])))
        return int(self.config["repeats"]) if stochastic else 1
