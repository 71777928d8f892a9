"""One run of the pipeline, from its start: the lock on its folder, the keys it needs, what it may pay."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING

from planclaims.episodes.kept import clear_left_over, keep_records
from planclaims.errors import ConfigError, PlanclaimsError
from planclaims.models.money.budget import Budget
from planclaims.models.money.spending import Ledger
from planclaims.schema import Config
from planclaims.storage import storing, try_lock
from planclaims.study.archive.pack import keep_config
from planclaims.study.asking import has_to_ask
from planclaims.study.experiment import PAID, Experiment
from planclaims.study.progress import Counted, Progress
from planclaims.suites.entry import check_methods
from planclaims.suites.study import SuiteStudy

if TYPE_CHECKING:
    from planclaims.study.estimate import Estimate


class Run:
    """A run of an experiment in its results folder. Until it begins, nothing is written, read or refused."""

    def __init__(self, experiment: Experiment, root: Path, results: Path) -> None:
        self.experiment, self.root, self.results = experiment, root, results
        self.started = time.time()
        self._once = threading.Lock()
        self.unpriced: tuple[str, ...] = ()
        self._lock: IO[bytes] | None = None
        self._ledger: Ledger | None = None

    def begin(
        self,
        counted: Callable[[], Counted],
        to_be_made: Callable[[], Sequence[str]],
        suites: Iterable[SuiteStudy] = (),
        *,
        experiment: bool,
    ) -> None:
        """Take the folder for this run alone and tell its progress; FolderInUse or ConfigError if it must not begin.

        What is refused depends on what is asked for, suites or the experiment, and on the outputs that are to be made.
        """
        with self._once:
            if self._lock is not None:
                return
            asked = list(suites)
            for suite in asked:
                check_methods(suite)
                if any(name.startswith(f"{self.results}/{suite.suite.name}/episodes/") for name in to_be_made()):
                    refuse_suite_without_keys(suite)
            if experiment:
                refuse_without_keys(self.experiment, self.root, self.results, to_be_made())
                refuse_what_providers_refuse(self.experiment)
            self._lock = hold_folder(self.results)
            clear_left_over(self.results)
            keep_config(self.results, self.experiment.config)
            keep_records(self.results)
            for suite in asked:
                suite.keep()
            playing = [*(self.experiment.asked if experiment else ()), *chain(*(suite.models for suite in asked))]
            self.unpriced = unpriced(playing, self.experiment.config)
        Progress.start(counted, lambda: f"{self.ledger.paid_since()}{unpriced_note(self.unpriced)}")

    @property
    def ledger(self) -> Ledger:
        """Return what the folder has paid, under the budget; it is read when a job first asks for it."""
        with self._once:
            if self._ledger is None:
                self._ledger = Ledger(self.results, Budget.from_settings(self.experiment.config["spending"]))
            return self._ledger


def unpriced(models: Iterable[str], config: Config) -> tuple[str, ...]:
    """Return which of the models a provider is asked for, and have no price: what they cost is not known."""
    entries = {model: config["models"][model] for model in models}
    return tuple(model for model, entry in entries.items() if entry["kind"] == PAID and "price" not in entry)


def unpriced_note(models: Sequence[str]) -> str:
    """Return what stands after an amount of money that leaves out models without a price."""
    return f" (not counted, for no price is set: {', '.join(models)})" if models else ""


class FolderInUse(PlanclaimsError):
    """Another run is working in the same folder."""


def hold_folder(results: Path) -> IO[bytes]:
    """Return an open lock on the results folder, held until the process ends, however it ends.

    Snakemake's own lock outlives a killed run and must be lifted by hand; the kernel drops this one.
    Raises FolderInUse if another run holds it, and StorageError if the folder cannot be written or locked.
    """
    with storing(results):
        results.mkdir(parents=True, exist_ok=True)
        handle = (results / ".lock").open("a+b", buffering=0)
    if not try_lock(handle, results / ".lock"):
        handle.seek(0)
        raise FolderInUse(
            f"another run (process {handle.read().decode().strip() or 'unknown'}) is working in {results}/; "
            "wait for it or stop it, then start again"
        )
    with storing(results):
        handle.truncate(0)
        handle.write(str(os.getpid()).encode())
    return handle


def refuse_without_keys(
    experiment: Experiment, root: Path, results: Path, to_be_made: Sequence[str] | None = None
) -> None:
    """Stop before any work if an API key is missing that the run needs, and say what it would cost (an estimate).

    A key is needed for what has to be asked: not for records that stay, nor for episodes whose replies are all stored.
    `to_be_made` are the outputs of the run, all of them if not given.
    """
    missing = experiment.missing_keys()
    if missing and to_be_made is not None:
        missing = tuple(name for name in missing if has_to_ask(experiment, name, root, results, to_be_made))
    if missing:
        from planclaims.study.estimate import estimate

        raise _without(missing, estimate(experiment, root, results).total)


def refuse_suite_without_keys(study: SuiteStudy) -> None:
    """Stop before any work if an API key is missing that a suite's models need, and say what the suite would cost."""
    missing = study.missing_keys()
    if missing:
        from planclaims.study.suite_estimate import suite_estimate

        raise _without(missing, suite_estimate(study).total)


def _without(missing: Sequence[str], cost: Estimate) -> ConfigError:
    return ConfigError(
        f"these environment variables are missing: {', '.join(missing)}. "
        "Set them (export NAME=...) and start again; nothing was started. "
        f"With them, the run would make {cost}; `planclaims cost` has it per model and method"
    )


def refuse_what_providers_refuse(experiment: Experiment) -> None:
    """Stop before any work if a model's provider is known to refuse what would be sent, with what to write instead."""
    refused = experiment.refused_settings()
    if refused:
        raise ConfigError("\n".join(refused))
