"""Whether a run has to ask a provider anything: what is stored is not asked again, and needs no key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from planclaims.episodes.key import EpisodeKey
from planclaims.episodes.play import Player
from planclaims.study.experiment import Experiment
from planclaims.suites.hiddenpddl.episode import TaskFiles, all_stored


def has_to_ask(experiment: Experiment, variable: str, root: Path, results: Path, to_be_made: Sequence[str]) -> bool:
    """Return whether a model whose key the variable holds must be asked for some output that is to be made."""
    holders = [model for model in experiment.asked if experiment.config["models"][model].get("key") == variable]
    if experiment.brief_writer in holders and any(name.startswith(f"{results}/briefs") for name in to_be_made):
        return True
    return any(
        not _is_stored(experiment, key, root, results) for key in _played(experiment, holders, results, to_be_made)
    )


def _played(
    experiment: Experiment, models: Sequence[str], results: Path, to_be_made: Sequence[str]
) -> Iterator[EpisodeKey]:
    wanted = set(to_be_made)
    for key in experiment.episodes():
        if key.model in models and f"{results}/episodes/{key.path}.json" in wanted:
            yield key


def _is_stored(experiment: Experiment, key: EpisodeKey, root: Path, results: Path) -> bool:
    folder = root / "domains" / key.domain
    files = TaskFiles(
        folder / "domain.pddl",
        folder / "problems" / f"{key.task}.pddl",
        folder / "domain.json",
        results / "tasks" / key.domain / f"{key.task}.json",
        results / "briefs" / key.domain / f"{key.task}.json",
    )
    method = experiment.method_settings(key.method)
    player = Player(key.model, experiment.model_entry(key.model), key.method, method, key.repeat)
    config = experiment.config
    return all_stored(files, player, budget=config["budget"], replies=results / "replies")
