"""Running a program in the sandbox: what it printed, or what stopped it."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from planclaims.errors import ConfigError

PACKAGE = Path(__file__).parent
PATHS = "/usr/local/bin:/usr/bin:/bin"
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/dev/urandom", "/dev/null")
"""What an interpreter reads beside its own files."""
EXHAUSTED = (
    "MemoryError",
    "BlockingIOError",
    "can't start new thread",
    "File too large",
    "Too many open files",
    "No space left",
)
"""Ends of tracebacks that tell of a limit."""
KEPT_ERRORS = 4000


class SandboxUnavailable(ConfigError):
    """A program cannot be confined on this machine, so none is run."""


class Outcome(StrEnum):
    """How the running of a program ended, before anything is said of its answer."""

    COMPILE_FAILED = "compile_failed"
    TIMEOUT = "timeout"
    RESOURCE = "resource"
    CRASHED = "crashed"
    UNSTABLE = "unstable"
    RAN = "ran"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: seconds by the wall clock and of the processor, bytes, files, bytes of output.

    `written` is the size of one file that it writes, `disk` that of all of them.
    """

    seconds: int = 60
    memory: int = 2**30
    files: int = 16
    output: int = 2**20
    written: int = 2**20
    disk: int = 2**24

    def kernel(self) -> Mapping[str, int]:
        """Return the limits that the kernel keeps, by their names in the module resource."""
        return {
            "RLIMIT_CPU": self.seconds,
            "RLIMIT_AS": self.memory,
            "RLIMIT_NOFILE": self.files,
            "RLIMIT_FSIZE": self.written,
            "RLIMIT_CORE": 0,
            "RLIMIT_NPROC": 1,
        }


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a program: its outcome with the reason, what it printed, and what confined it."""

    outcome: Outcome
    reason: str = ""
    printed: str = ""
    seconds: float = 0.0
    confined: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Sandbox:
    """Runs programs under limits."""

    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Raise SandboxUnavailable unless a trial program is confined as it must be."""
        fault = _fault()
        if fault is not None:
            raise SandboxUnavailable(f"programs that a model writes cannot be run safely here: {fault}")

    def run(self, source: str, *, twice: bool = False) -> Run:
        """Return what came of a program; with `twice`, a second run must print the same."""
        self.check()
        first = _run(source, self.limits)
        if not twice or first.outcome is not Outcome.RAN:
            return first
        again = _run(source, self.limits)
        if again.outcome is Outcome.RAN and again.printed == first.printed:
            return first
        return Run(Outcome.UNSTABLE, "a second run gave something else", first.printed, first.seconds, first.confined)


@cache
def _fault() -> str | None:
    """Return why programs cannot be confined, or None; found out once per process by a trial."""
    if sys.platform != "linux":
        return f"this needs Linux, and this is {sys.platform}"
    trial = _run("print('trial')", Limits(seconds=20))
    if trial.outcome is not Outcome.RAN or trial.printed.strip() != "trial":
        return f"a trial program ended as {trial.outcome}: {trial.reason}"
    if not trial.confined.get("files"):
        return "the kernel cannot keep programs from reading files (Landlock, Linux 5.13 or newer)"
    if not trial.confined.get("network") and not trial.confined.get("calls"):
        return "the kernel cannot keep programs from the network"
    if not trial.confined.get("calls"):
        return "the kernel cannot keep programs from starting processes"
    return None


def _run(source: str, limits: Limits) -> Run:
    folder = tempfile.mkdtemp(prefix="planclaims-program-")
    try:
        program = Path(folder) / "program.py"
        program.write_text(source, encoding="utf-8", errors="replace")
        return _Child(folder, program, limits).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _Child:
    """One process with its pipes."""

    def __init__(self, folder: str, program: Path, limits: Limits) -> None:
        self.limits = limits
        self.start = time.monotonic()
        self.report, report = os.pipe()
        interpreter = os.path.realpath(sys.executable)
        settings = {
            "package": str(PACKAGE),
            "bootstrap": str(PACKAGE / "bootstrap.py"),
            "program": str(program),
            "folder": folder,
            "interpreter": interpreter,
            "readable": [*SYSTEM, sys.base_prefix, str(Path(interpreter).parent), str(PACKAGE)],
            "limits": dict(limits.kernel()),
            "disk": limits.disk,
            "report": report,
        }
        self.process = subprocess.Popen(
            [interpreter, "-I", "-S", str(PACKAGE / "launcher.py"), json.dumps(settings)],
            cwd=folder,
            env={"PATH": PATHS, "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(report,),
            start_new_session=True,
        )
        os.close(report)
        self.texts: dict[str, bytearray] = {"printed": bytearray(), "errors": bytearray(), "report": bytearray()}

    def run(self) -> Run:
        """Return what came of the program once it has ended or was ended."""
        try:
            stopped = self._read() or self._wait()
        finally:
            self._end()
        seconds = round(time.monotonic() - self.start, 3)
        told, _, compiled = self.texts["report"].decode("utf-8", "replace").partition("\n")
        confined = json.loads(told) if told.startswith("{") else {}
        printed = self.texts["printed"].decode("utf-8", "replace")
        outcome, reason = stopped or self._ended(compiled, seconds)
        return Run(outcome, reason, printed, seconds, confined)

    def _read(self) -> tuple[Outcome, str] | None:
        """Take in what the process writes until it closes its pipes; return why it has to be stopped, if it has."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ, "printed")
            selector.register(self.process.stderr, selectors.EVENT_READ, "errors")
            selector.register(self.report, selectors.EVENT_READ, "report")
            while selector.get_map():
                left = self.limits.seconds - (time.monotonic() - self.start)
                if left <= 0:
                    return Outcome.TIMEOUT, f"more than {self.limits.seconds} seconds"
                for key, _ in selector.select(left):
                    part = os.read(key.fd, 1 << 16)
                    if not part:
                        selector.unregister(key.fileobj)
                    self.texts[key.data] += part
                if len(self.texts["printed"]) + len(self.texts["errors"]) > self.limits.output:
                    return Outcome.RESOURCE, f"more than {self.limits.output} bytes of output"
        return None

    def _wait(self) -> tuple[Outcome, str] | None:
        """Wait for a process that writes no more to end within its time."""
        try:
            self.process.wait(timeout=max(0.0, self.limits.seconds - (time.monotonic() - self.start)))
        except subprocess.TimeoutExpired:
            return Outcome.TIMEOUT, f"more than {self.limits.seconds} seconds"
        return None

    def _end(self) -> None:
        """End the process and whatever belongs to it, and close the pipes."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        os.close(self.report)

    def _ended(self, compiled: str, seconds: float) -> tuple[Outcome, str]:
        errors = self.texts["errors"].decode("utf-8", "replace")[-KEPT_ERRORS:].strip()
        last = errors.splitlines()[-1] if errors else ""
        code = self.process.returncode
        if compiled != "compiled" and code >= 0:
            return (Outcome.COMPILE_FAILED, compiled) if compiled else (Outcome.CRASHED, last or "it did not start")
        if code == 0:
            return Outcome.RAN, ""
        # A program that ignores the first signal is killed, and only its time tells that from other kills.
        if code == -signal.SIGXCPU or (code == -signal.SIGKILL and seconds >= self.limits.kernel()["RLIMIT_CPU"]):
            return Outcome.TIMEOUT, f"more than {self.limits.seconds} seconds of the processor"
        if any(sign in last for sign in EXHAUSTED) or code in (-signal.SIGKILL, -signal.SIGXFSZ):
            return Outcome.RESOURCE, last or f"ended by signal {-code}"
        return Outcome.CRASHED, last or f"ended with code {code}"


def describe(run: Run) -> Mapping[str, object]:
    """Return a run as plain data."""
    return asdict(run)
