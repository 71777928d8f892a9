"""What of a suite's entry in the configuration fits nowhere, a line a fault, before anything is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from planclaims.episodes.method import WORLD_SETTINGS, Settings, architecture_of, regime_of, resolved, strategy_of
from planclaims.episodes.record import Regime
from planclaims.errors import ConfigError, did_you_mean
from planclaims.offline.asking import GENERAL
from planclaims.schema import CORRECT, schema_faults
from planclaims.seam import Checked, Question
from planclaims.suites.contract import Asks, Enters, Item, Makes, Selects, Suite
from planclaims.suites.load import suite_of
from planclaims.suites.study import SuiteStudy

SHOWN = 30
"""How many names that are allowed are listed."""
FIRST_WORDS = ("context", "contract")
"""Words that every question must bring."""


def read_suite(name: str, config: Mapping[str, Any], root: Path, results: Path = Path("results")) -> SuiteStudy:
    """Return the suite's part of a configuration; ConfigError, a line a fault, for what fits nowhere.

    No item is drawn yet; once they are, they are kept in the folder of results.
    """
    entry = config["suites"][name]
    study = SuiteStudy(suite_of(name, entry, root), entry, config, root, results)
    _refuse([*_name_faults(name, study), *_settings_faults(study)])
    _ = study.batches  # what the settings name and is not there is told now, not by an input function of Snakemake
    return study


def check_methods(study: SuiteStudy) -> None:
    """Raise ConfigError, a line a fault, if items of the suite cannot be played as the configuration wants."""
    try:
        faults = [*_method_faults(study), *_pattern_faults(study)]
    except ConfigError as fault:  # of the suite's own settings, found when its items are drawn
        told = str(fault)
        faults = told.removesuffix(CORRECT).strip().splitlines()
    _refuse(faults)


def checked_settings(suite: Suite, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a suite's settings, its defaults where none is given; ConfigError, a line a fault, for what is wrong."""
    settings = {**suite.defaults, **given}
    _refuse(_schema_faults(suite, settings))
    return settings


def _refuse(faults: Iterable[str]) -> None:
    found = list(dict.fromkeys(faults))
    if found:
        raise ConfigError("\n".join([*found, CORRECT]))


def _unknown(place: str, told: str, name: str, known: Iterable[str]) -> str:
    """Return the fault of a name that is not known, with its likes and with what is allowed."""
    names = list(known)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{place}: {told}{did_you_mean(name, names)}; allowed: {', '.join(names[:SHOWN]) or 'none'}{more}"


def _name_faults(name: str, study: SuiteStudy) -> Iterator[str]:
    place, config, entry = f"config: at suites.{name}", study.config, study.entry
    for kind in ("models", "methods"):
        for wanted in entry[kind]:
            if wanted not in config[kind]:
                yield _unknown(f"{place}.{kind}", f"{wanted!r} has no entry", wanted, config[kind])
    for model in entry.get("sample", {}):
        if model not in config["models"]:
            yield _unknown(f"{place}.sample", f"{model!r} has no entry", model, study.models)
    for model in study.models if config["spending"]["usd"] is not None else ():
        settings = config["models"].get(model, {})
        if settings.get("kind") == "litellm" and "price" not in settings:
            yield f"config: at spending.usd: the budget cannot be kept, as the model {model!r} has no price: add one"
    yield from _condition_faults(place, study)
    for model in study.models:
        script = config["models"].get(model, {}).get("script")
        if script is not None and script not in study.suite.controls:
            told = f"the suite has no control {script!r}, which {model} plays"
            yield _unknown(f"{place}.models", told, script, study.suite.controls)


def _condition_faults(place: str, study: SuiteStudy) -> Iterator[str]:
    named = study.entry.get("conditions") or ()
    if isinstance(named, Mapping):
        for method in sorted(set(named) - set(study.entry["methods"])):
            yield _unknown(f"{place}.conditions", f"{method!r} plays nothing", method, study.entry["methods"])
        named = [condition for listed in named.values() for condition in listed]
    for condition in dict.fromkeys(named):
        if condition not in study.suite.conditions:
            yield _unknown(f"{place}.conditions", f"there is no {condition!r}", condition, study.suite.conditions)


def _settings_faults(study: SuiteStudy) -> Iterator[str]:
    faults = list(_schema_faults(study.suite, study.settings))
    yield from faults or _selection_faults(study)


def _schema_faults(suite: Suite, settings: Mapping[str, Any]) -> Iterator[str]:
    return schema_faults(settings, suite.schema, f"suites.{suite.name}.settings")


def _selection_faults(study: SuiteStudy) -> Iterator[str]:
    """Yield the settings that do not go with the conditions that are played."""
    suite = study.suite
    if isinstance(suite, Selects):
        played = dict.fromkeys(c for method in study.entry["methods"] for c in study.conditions(method))
        yield from (
            f"config: at suites.{suite.name}.settings.{fault}" for fault in suite.faults(study.settings, [*played])
        )


def _pattern_faults(study: SuiteStudy) -> Iterator[str]:
    """Yield the patterns of samples that no group fits, neither of these settings nor of the suite's own.

    An overlay that plays fewer groups need not take away the patterns of the others.
    """
    patterns = [
        (model, pattern)
        for model, most in study.entry.get("sample", {}).items()
        for pattern in (most if isinstance(most, Mapping) else ())
    ]
    strange = [one for one in patterns if not _fits(one[1], study, study.groups)]
    groups = [*study.groups, *_groups_otherwise(study)] if strange else []
    for model, pattern in strange:
        if not _fits(pattern, study, groups):
            place = f"config: at suites.{study.suite.name}.sample.{model}"
            yield _unknown(place, f"no group fits {pattern!r}", pattern, dict.fromkeys(groups))


def _fits(pattern: str, study: SuiteStudy, groups: Iterable[str]) -> bool:
    methods = study.entry["methods"] if "/" in pattern else ()
    return any(
        fnmatchcase(place, pattern) for group in groups for place in (group, *(f"{name}/{group}" for name in methods))
    )


def _groups_otherwise(study: SuiteStudy) -> Sequence[str]:
    """Return the groups that the suite has by its own settings."""
    return SuiteStudy(study.suite, {}, study.config, study.root, study.results).groups


def _method_faults(study: SuiteStudy) -> Iterator[str]:
    """Yield the methods that the suite's items cannot be played with, found before anything is asked."""
    place = f"config: at suites.{study.suite.name}.methods"
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
            architecture_of(method, resolved(method, study.config["methods"]))
            for key in sorted(WORLD_SETTINGS[Regime.ONLINE] & settings.keys()):
                yield f"{place}: {method} sets {key}, which is for the first study alone; allowed: leave it out"


def _word_faults(place: str, method: str, settings: Settings, study: SuiteStudy) -> Iterator[str]:
    """Yield what a strategy needs and questions do not bring, each once with the kinds that lack it."""
    assert isinstance(study.suite, Asks)
    strategy = strategy_of(method, settings)
    needed = {*FIRST_WORDS, *getattr(strategy, "needs", ())}
    conditions = study.conditions(method)
    lacking: dict[str, list[str]] = {}
    for kind, item in _specimens(study).items() if conditions else ():
        question: Question = study.suite.ask(item, conditions[0])
        if getattr(strategy, "needs_critic", False) and not isinstance(question, Checked):
            lacking.setdefault(f"{method} needs a critic, which questions", []).append(kind)
        missing = ", ".join(sorted(needed - {*GENERAL, *question.wording}))
        if missing:
            lacking.setdefault(f"{method} needs the words {missing}, which questions", []).append(kind)
    for told, kinds in lacking.items():
        yield f"{place}: {told} of kind {', '.join(sorted(kinds))} do not bring; allowed: another method"


def _specimens(study: SuiteStudy) -> Mapping[str, Item]:
    """Return an item of each kind."""
    suite = study.suite
    if isinstance(suite, Makes):
        items = list(suite.specimens(study.settings, study.root))
    else:
        items = [item for group in study.groups for item in study.items(group)]
    return {item.kind: item for item in reversed(items)}
