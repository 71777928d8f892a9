"""One episode as a job of the pipeline: an infrastructure failure becomes an output to be tried again."""

from __future__ import annotations

import json
from pathlib import Path

from planclaims.episodes.atomic import write_whole
from planclaims.episodes.kept import forget_kept, put_back
from planclaims.episodes.play import play_episode
from planclaims.episodes.record import failed_path, load_record
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import InfrastructureError

EARLIER = "the earlier record, from before the last change, stays until it can be played again"


def play_job(
    results: Path, output: Path, log: Path, *, model_settings: str, method_settings: str, **rest: object
) -> None:
    """Play an episode and write its record; settings come as the canonical JSON that the rule compares.

    If the model cannot be asked, the output is marked for the next run. It then holds the record of before, if the
    same episode was played before with other code or prompts, else the broken-off one, which is never scored.
    """
    settings = {"model_settings": json.loads(model_settings), "method_settings": json.loads(method_settings)}
    try:
        play_episode(output=output, replies=results / "replies", **settings, **rest)  # type: ignore[arg-type]
    except InfrastructureError as failure:
        message = str(failure).splitlines()[0]
        write_whole(log, f"{failure}\n".encode())
        mark_failure(results, output, message)
        if put_back(results, output, load_record(failed_path(output))):
            mark_failure(results, output, f"{message} ({EARLIER})")
            failed_path(output).unlink(missing_ok=True)
        else:
            failed_path(output).replace(output)
    else:
        forget_kept(results, output)
