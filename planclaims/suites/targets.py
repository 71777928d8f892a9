"""Files of a suite that somebody asks Snakemake for by name: whether there can be such a file, told before any job."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from planclaims.episodes.key import REPEAT
from planclaims.errors import ConfigError, did_you_mean
from planclaims.suites.outputs import figure_names
from planclaims.suites.study import SuiteStudy

LISTED = 12
"""Names that are listed when another one is asked for; of more, only what is near."""


def check_targets(study: SuiteStudy, words: Iterable[str]) -> None:
    """Raise ConfigError in one line a fault if a word of the command line is a file that the suite cannot have."""
    faults = [fault for word in sorted(words) for fault in _faults(study, word)]
    if faults:
        raise ConfigError("\n".join(faults))


def _faults(study: SuiteStudy, word: str) -> Iterator[str]:
    start = f"results/{study.suite.name}/"
    if not word.startswith(start):
        return
    folder, *names = word.removeprefix(start).split("/")
    for what, (name, known) in _parts(study, folder, names).items():
        if name not in known:
            allowed = ", ".join(known) if len(known) <= LISTED else f"{len(known)} names, as {next(iter(known))}"
            yield (
                f"{word}: suite {study.suite.name} has no such {what}; found {name!r}{did_you_mean(name, known)}; "
                f"allowed: {allowed or 'none, since no job makes its items'}"
            )


def _parts(study: SuiteStudy, folder: str, names: list[str]) -> Mapping[str, tuple[str, Collection[str]]]:
    """Return what the parts of a path name, with all that they could name; nothing for files of other rules."""
    suite = study.suite
    stem = names[-1].rpartition(".")[0] if names else ""
    if folder == "items" and len(names) == 1:
        return {"batch of items": (stem, study.batches)}
    if folder == "tables" and len(names) == 1:
        return {"table": (stem, suite.tables)}
    if folder == "figures" and len(names) == 1:
        return {"figure": (stem, figure_names(suite))}
    if folder != "episodes" or len(names) != 4:
        return {}
    model, method, condition, _ = names
    return {
        "model": (model, study.config["models"]),
        "method": (method, study.config["methods"]),
        "condition": (condition, suite.conditions),
        "group of items": (stem.partition(REPEAT)[0], study.groups),
    }
