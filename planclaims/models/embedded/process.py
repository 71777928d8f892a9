"""A server of the embedded model in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from planclaims.errors import InfrastructureError

MODULE = "planclaims.models.embedded.server"
START_SECONDS, STOP_SECONDS = 120.0, 5.0
ENVIRONMENT = {"OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "1"}
"""Else threads that wait for work spin and take the processor from the other servers."""


class ServerProcess:
    """A running server; it ends with `close` or with this process, whichever comes first."""

    def __init__(self, weights: Path, context: int) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", MODULE, str(weights), str(context)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, **ENVIRONMENT},
        )
        self.url = f"{self._address()}/v1"

    @property
    def alive(self) -> bool:
        """Return whether the server still runs."""
        return self._process.poll() is None

    @property
    def process_id(self) -> int:
        """Return the number of the server's process."""
        return self._process.pid

    def close(self) -> None:
        """End the server, by force if it does not end by itself."""
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._log.close()

    def _address(self) -> str:
        """Return the address that the server says when it is ready."""
        overdue = threading.Timer(START_SECONDS, self._process.kill)
        overdue.start()
        line = self._process.stdout.readline().strip() if self._process.stdout else ""
        overdue.cancel()
        if line:
            return line
        self._process.wait()
        self._log.seek(0)
        said = [text for text in self._log.read().splitlines() if text.strip()] or ["it gave no reason"]
        code = self._process.returncode
        self.close()
        raise InfrastructureError(f"the server of the embedded model did not start (exit code {code}): {said[-1]}")
