"""One episode as a job of the pipeline: an infrastructure failure becomes an output to be tried again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planclaims.episodes.atomic import write_whole
from planclaims.episodes.record import failed_path
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import InfrastructureError


@contextmanager
def record_or_mark(results: Path, output: Path, log: Path) -> Iterator[None]:
    """Have an episode played to its output; if the model cannot be asked, the output is the broken-off record.

    That is never scored, and is marked for the next run.
    """
    try:
        yield
    except InfrastructureError as failure:
        write_whole(log, f"{failure}\n".encode())
        failed_path(output).replace(output)
        mark_failure(results, output, str(failure).splitlines()[0])
