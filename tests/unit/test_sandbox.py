"""Programs of a model in the sandbox: each ends with its outcome, costs its limit and no more, and harms nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from planclaims.sandbox import Limits, Outcome, Sandbox, SandboxedPrograms, SandboxUnavailable, program_output

SECONDS = 3
BOX = Sandbox(Limits(seconds=SECONDS, memory=2**29))

try:
    BOX.check()
except SandboxUnavailable as unavailable:
    pytest.skip(str(unavailable), allow_module_level=True)


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("print(", Outcome.COMPILE_FAILED),
        ("print(1)\0", Outcome.COMPILE_FAILED),
        ("(" * 100_000, Outcome.COMPILE_FAILED),
        ("1 / 0", Outcome.CRASHED),
        ("import sys; sys.exit(3)", Outcome.CRASHED),
        ("import ctypes; ctypes.string_at(0)", Outcome.CRASHED),
        ("print(input())", Outcome.CRASHED),
        ("import os; os.fork()", Outcome.RESOURCE),
        ("import threading; threading.Thread(target=print).start()", Outcome.RESOURCE),
        ("import subprocess; subprocess.run(['true'])", Outcome.RESOURCE),
        ("bytearray(2 ** 31)", Outcome.RESOURCE),
        ("while True: print('x' * 1000)", Outcome.RESOURCE),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", Outcome.RESOURCE),
        ("open('big', 'wb').write(b'x' * 2 ** 21)", Outcome.RESOURCE),
        ("kept = [open('program.py') for _ in range(50)]", Outcome.RESOURCE),
        ("for n in range(99): open(f'f{n}', 'wb').write(b'x' * 2 ** 20)", Outcome.RESOURCE),
        ("print(1)", Outcome.RAN),
        ("open('own', 'w').write('1'); print(open('own').read())", Outcome.RAN),
    ],
)
def test_every_program_ends_with_its_outcome(source: str, outcome: Outcome) -> None:
    run = BOX.run(source)
    assert run.outcome is outcome, run
    assert len(run.printed) <= 2**20 + 2**16


@pytest.mark.parametrize(
    "source",
    [
        "while True: pass",
        "import time; time.sleep(1000)",
        "import os, time; os.close(1); os.close(2); time.sleep(1000)",
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        "import signal, time\nfor n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\nwhile True: time.sleep(1)",
    ],
)
def test_a_program_that_will_not_end_costs_its_time_and_no_more(source: str) -> None:
    start = time.monotonic()
    assert BOX.run(source).outcome is Outcome.TIMEOUT
    assert time.monotonic() - start < SECONDS + 20


class OneSecondOfTheProcessor(Limits):
    """Limits whose kernel ends a busy program long before the clock on the wall does."""

    def kernel(self) -> dict[str, int]:
        return {**Limits.kernel(self), "RLIMIT_CPU": 1}


@pytest.mark.parametrize("deaf", ["", "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"])
def test_used_up_time_of_the_processor_is_told_as_time_though_the_kernel_kills(deaf: str) -> None:
    run = Sandbox(OneSecondOfTheProcessor(seconds=60, memory=2**29)).run(deaf + "while True: pass")
    assert run.outcome is Outcome.TIMEOUT, run
    assert "of the processor" in run.reason


@pytest.mark.parametrize(
    "act",
    [
        "import socket; socket.socket()",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:1')",
        "import os; open(f'/proc/{os.getppid()}/environ').read()",
        "import os; os.kill(os.getppid(), 9)",
        "import os; os.killpg(0, 9)",
        "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))",
        "import os; os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
        "open('/etc/passwd').read()",
        "import os; os.listdir('/')",
    ],
)
def test_network_other_processes_and_files_are_out_of_reach(act: str) -> None:
    run = BOX.run(f"{act}\nprint('it could')")
    assert run.outcome is Outcome.CRASHED, run
    assert "it could" not in run.printed


def test_nothing_is_written_outside_and_nothing_is_left(tmp_path: Path) -> None:
    before = set(tmp_path.parent.iterdir())
    assert BOX.run(f"open({str(tmp_path / 'mark')!r}, 'w')").outcome is Outcome.CRASHED
    assert not (tmp_path / "mark").exists()
    assert set(tmp_path.parent.iterdir()) == before
    assert not list(Path("/tmp").glob("planclaims-program-*"))


def test_the_environment_holds_a_path_and_a_hash_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "a secret")
    run = BOX.run("import os; print(sorted(os.environ))")
    assert "SOME_KEY" in os.environ
    assert run.printed.replace("'LC_CTYPE', ", "").strip() == "['PATH', 'PYTHONHASHSEED']"


def test_two_runs_must_print_the_same() -> None:
    assert BOX.run("import random; print(random.random())", twice=True).outcome is Outcome.UNSTABLE
    assert BOX.run("print({'a', 'b', 'c'})", twice=True).outcome is Outcome.RAN


def test_an_output_tells_how_the_program_ended_and_marks_the_last_line_as_the_answer() -> None:
    programs = SandboxedPrograms()
    output = programs.run("Here it is:\n```python\nprint('reachable: [(a)]')\nprint('(b c)')\n```", SECONDS)
    assert output == "[program: ran]\nreachable: [(a)]\nAnswer: (b c)"
    told = program_output(output)
    assert told is not None
    assert (told.outcome, told.printed.splitlines()[-1]) == ("ran", "Answer: (b c)")
    assert programs.run("I cannot.", SECONDS).startswith("[program: compile_failed] the reply holds no program")
    assert programs.run("```\n1/0\n```", SECONDS) == "[program: crashed] ZeroDivisionError: division by zero\n"
    assert program_output("Answer: (b c)") is None
