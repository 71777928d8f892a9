"""One episode as a job of the pipeline: an infrastructure failure becomes an output to be tried again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planclaims.episodes.kept import forget_kept, put_back
from planclaims.episodes.record import failed_path, load_record
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import InfrastructureError
from planclaims.storage import write_whole

EARLIER = "the earlier record, from before the last change, stays until it can be played again"


@contextmanager
def record_or_mark(results: Path, output: Path, log: Path) -> Iterator[None]:
    """Have an episode played to its output; if the model cannot be asked, the output is the broken-off record.

    It is then marked for the next run. Where the same episode was played before with other code or prompts, that record
    stays instead of the broken-off one, which is never scored.
    """
    try:
        yield
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
