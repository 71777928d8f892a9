"""One episode of the first study as a job of the pipeline: what could not be asked is tried again."""

from __future__ import annotations

from pathlib import Path

from planclaims.episodes.job import record_or_mark
from planclaims.episodes.play import Player
from planclaims.models.money.spending import Ledger
from planclaims.suites.hiddenpddl.episode import TaskFiles, play_episode


def play_job(
    results: Path,
    output: Path,
    log: Path,
    *,
    files: TaskFiles,
    player: Player,
    budget: dict[str, int],
    seed: int,
    ledger: Ledger,
) -> None:
    """Play an episode and write its record."""
    with record_or_mark(results, output, log):
        play_episode(files, player, output, budget=budget, seed=seed, replies=results / "replies", ledger=ledger)
