"""A suite as the configuration asks for it: who plays which items under which conditions, in which chunks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from planclaims.episodes.method import Settings, architecture_of, regime_of, strategy_of, temperatures
from planclaims.episodes.record import Regime
from planclaims.errors import ConfigError, InputError, did_you_mean
from planclaims.offline.asking import GENERAL
from planclaims.seam import Checked, Question
from planclaims.suites.contract import Asks, Enters, Item, Makes, Selects, Suite
from planclaims.suites.item_files import read_items, write_items
from planclaims.suites.keeping import keep_items, kept_items
from planclaims.suites.load import load_suite

FIRST_WORDS = ("context", "contract")
"""Words that every question must bring."""


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
                    for group in self.groups_of(model, condition):
                        repeats = range(self._repeats(model, method))
                        yield from (ChunkKey(model, method, condition, group, repeat) for repeat in repeats)

    def groups_of(self, model: str, condition: str) -> Sequence[str]:
        """Return the groups that a model plays under a condition."""
        suite = self.suite
        fitting = (group for group in self.groups if not isinstance(suite, Selects) or suite.plays(group, condition))
        return [group for group in fitting if self._most(model, group) != 0]

    def _most(self, model: str, group: str) -> int | None:
        """Return how many items of a group the model plays at most, by the first pattern that fits; None is all."""
        most = self.entry.get("sample", {}).get(model)
        if isinstance(most, Mapping):
            return next((int(number) for pattern, number in most.items() if fnmatchcase(group, pattern)), 0)
        return None if most is None else int(most)

    def chosen(self, model: str, group: str) -> Sequence[Item]:
        """Return the items of a group that the model plays: all, or so many as the configuration says per group."""
        most = self._most(model, group)
        items = self.items(group)
        return items if most is None else items[:most]

    def missing_keys(self, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
        """Return the environment variables that the suite's models need and that are not set."""
        needed = (self.config["models"][model].get("key") for model in self.models)
        return tuple(sorted({name for name in needed if name and not environ.get(name)}))

    def _repeats(self, model: str, method: str) -> int:
        scripted = self.config["models"][model]["kind"] == "reference"
        stochastic = not scripted and any(temperatures(method, self.config["methods"][method]))
        return int(self.config["repeats"]) if stochastic else 1


def read_suite(name: str, config: Mapping[str, Any], root: Path, results: Path = Path("results")) -> SuiteStudy:
    """Return the suite's part of a configuration; ConfigError in one line for what fits nowhere.

    No item is drawn yet; once they are, they are kept in the folder of results.
    """
    entry = config["suites"][name]
    folder = entry.get("folder")
    suite = load_suite(name, None if folder is None else (root / folder).resolve())
    study = SuiteStudy(suite, entry, config, root, results)
    faults = [*_name_faults(name, study), *_settings_faults(study)]
    if faults:
        raise ConfigError("\n".join(faults))
    _ = study.batches  # what the settings name and is not there is told now, not by an input function of Snakemake
    return study


def check_methods(study: SuiteStudy) -> None:
    """Raise ConfigError in one line a fault if items of the suite cannot be played as the configuration wants."""
    faults = [*_method_faults(study.suite.name, study)]
    if faults:
        raise ConfigError("\n".join(faults))


def _name_faults(name: str, study: SuiteStudy) -> Iterator[str]:
    place = f"config: at suites.{name}"
    for kind in ("models", "methods"):
        for wanted in study.entry[kind]:
            if wanted not in study.config[kind]:
                yield f"{place}.{kind}: {wanted!r} has no entry; allowed: {', '.join(study.config[kind])}"
    for model in study.models if study.config["spending"]["usd"] is not None else ():
        entry = study.config["models"].get(model, {})
        if entry.get("kind") == "litellm" and "price" not in entry:
            yield f"config: at spending.usd: the budget cannot be kept, because the model {model!r} has no price"
    yield from _condition_faults(place, study)
    for model in study.models:
        script = study.config["models"].get(model, {}).get("script")
        if script is not None and script not in study.suite.controls:
            known = ", ".join(study.suite.controls) or "none"
            yield f"{place}.models: the suite has no control {script!r}, which {model} plays; allowed: {known}"


def checked_settings(suite: Suite, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a suite's settings, its defaults where none is given; ConfigError in one line for what fits nowhere."""
    settings = {**suite.defaults, **given}
    faults = [*_schema_faults(suite, settings)]
    if faults:
        raise ConfigError("\n".join(faults))
    return settings


def _condition_faults(place: str, study: SuiteStudy) -> Iterator[str]:
    named = study.entry.get("conditions") or ()
    if isinstance(named, Mapping):
        for method in sorted(set(named) - set(study.entry["methods"])):
            yield f"{place}.conditions: {method!r} plays nothing; allowed: {', '.join(study.entry['methods'])}"
        named = [condition for listed in named.values() for condition in listed]
    for condition in dict.fromkeys(named):
        if condition not in study.suite.conditions:
            yield f"{place}.conditions: there is no {condition!r}; allowed: {', '.join(study.suite.conditions)}"


def _settings_faults(study: SuiteStudy) -> Iterator[str]:
    faults = list(_schema_faults(study.suite, study.settings))
    yield from faults or _selection_faults(study)


def _schema_faults(suite: Suite, settings: Mapping[str, Any]) -> Iterator[str]:
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(suite.schema).iter_errors(settings):
        place = ".".join(map(str, ["suites", suite.name, "settings", *error.absolute_path]))
        yield f"config: at {place}: {error.message}"


def _selection_faults(study: SuiteStudy) -> Iterator[str]:
    """Yield the settings that do not go with the conditions that are played."""
    suite = study.suite
    if isinstance(suite, Selects):
        played = dict.fromkeys(c for method in study.entry["methods"] for c in study.conditions(method))
        yield from (
            f"config: at suites.{suite.name}.settings.{fault}" for fault in suite.faults(study.settings, [*played])
        )


def _method_faults(name: str, study: SuiteStudy) -> Iterator[str]:
    """Yield the methods that the suite's items cannot be played with, found before anything is asked."""
    place = f"config: at suites.{name}.methods"
    for method in study.entry["methods"]:
        settings = study.config["methods"][method]
        offline = regime_of(method, settings) is Regime.OFFLINE
        if offline and not isinstance(study.suite, Asks):
            yield f"{place}: {method} answers questions, and the suite has none; allowed: an online method"
        elif not offline and not isinstance(study.suite, Enters):
            yield f"{place}: {method} acts in environments, and the suite has none; allowed: an offline method"
        elif offline:
            yield from _word_faults(place, method, settings, study)
        else:
            architecture_of(method, settings)


def _word_faults(place: str, method: str, settings: Settings, study: SuiteStudy) -> Iterator[str]:
    """Yield the words that a strategy needs and the first item of some kind does not bring."""
    assert isinstance(study.suite, Asks)
    strategy = strategy_of(method, settings)
    needed = {*FIRST_WORDS, *getattr(strategy, "needs", ())}
    conditions = study.conditions(method)
    for kind, item in _specimens(study).items() if conditions else ():
        question: Question = study.suite.ask(item, conditions[0])
        if getattr(strategy, "needs_critic", False) and not isinstance(question, Checked):
            yield f"{place}: {method} needs a critic, and questions of kind {kind!r} have none"
        missing = ", ".join(sorted(needed - {*GENERAL, *question.wording}))
        if missing:
            yield f"{place}: {method} needs the words {missing}, which questions of kind {kind!r} do not bring"


def _specimens(study: SuiteStudy) -> Mapping[str, Item]:
    """Return an item of each kind."""
    suite = study.suite
    if isinstance(suite, Makes):
        items = list(suite.specimens(study.settings, study.root))
    else:
        items = [item for group in study.groups for item in study.items(group)]
    return {item.kind: item for item in reversed(items)}
