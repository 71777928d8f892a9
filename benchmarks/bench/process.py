"""What a command costs: seconds on the clock, seconds of the processor, and memory, its children's included."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PEERS = Path(os.environ.get("PLANCLAIMS_BENCH_PEERS", ROOT / ".venv-bench")) / "bin"
"""Programs of the environment with the peers, which may be missing."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds on the clock and of the processor, and the most memory that one process had, in bytes."""

    wall: float
    cpu: float
    memory: int
    printed: str = ""


def cost(command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Cost:
    """Return what the command costs; it must succeed."""
    started = time.perf_counter()
    process = subprocess.Popen(
        list(command),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    printed = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{printed[-2000:]}")
    return Cost(time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, printed)
