"""One episode as a job of the pipeline: an infrastructure failure becomes an output to be tried again."""

from __future__ import annotations

import json
from pathlib import Path

from planclaims.episodes.atomic import write_whole
from planclaims.episodes.play import play_episode
from planclaims.episodes.record import failed_path
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import InfrastructureError


def play_job(
    results: Path, output: Path, log: Path, *, model_settings: str, method_settings: str, **rest: object
) -> None:
    """Play an episode and write its record; settings come as the canonical JSON that the rule compares.

    If the model cannot be asked, the output holds the broken-off record, is never scored, and is marked for the
    next run.
    """
    settings = {"model_settings": json.loads(model_settings), "method_settings": json.loads(method_settings)}
    try:
        play_episode(output=output, replies=results / "replies", **settings, **rest)  # type: ignore[arg-type]
    except InfrastructureError as failure:
        write_whole(log, f"{failure}\n".encode())
        failed_path(output).replace(output)
        mark_failure(results, output, str(failure).splitlines()[0])
