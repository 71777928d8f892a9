"""A small workflow for failure drills: the model `llm` asks a provider that answers like the optimal reference."""

from __future__ import annotations

import csv
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

import yaml
from openai_server import TIMEOUT_SECONDS, Provider, canned_replies, recorded_calls, stored_replies

if TYPE_CHECKING:
    from conftest import Workflow

KEY_NAME, KEY = "PLANCLAIMS_DRILL_KEY", "sk-drill-4f1b8a77c2d94e6b"
TASKS = (("hospital", "01"), ("load-balancing", "01"))
TABLE = "results/tables/table4.csv"
CORES = "8"
"""More than there may be: a job that waits for a provider needs none."""


class Drill:
    """The workflow, its provider, and what a drill checks of both."""

    def __init__(self, workflow: Workflow, provider: Provider) -> None:
        self.workflow, self.provider = workflow, provider
        self.folder, self.results = workflow.folder, workflow.folder / "results"
        self.printed: list[str] = []
        for domain, task in TASKS:
            workflow.add_domain(domain, task)
        workflow.configure(self._configure)
        self.methods = yaml.safe_load((self.folder / "config.yaml").read_text(encoding="utf-8"))["experiment"][
            "methods"
        ]
        self.episodes = len(self.records("llm"))
        self.run(*self.records("reference-optimal"))
        provider.answers = canned_replies(self.results / "episodes")

    def _configure(self, config: dict[str, Any]) -> None:
        config["experiment"]["models"] = ["reference-optimal", "llm"]
        config["models"]["llm"] = {
            "kind": "litellm",
            "model": "openai/drill",
            "key": KEY_NAME,
            "api_base": self.provider.url,
            "timeout": TIMEOUT_SECONDS,
            "retries": {"attempts": 8, "base_seconds": 0.05, "max_seconds": 1.0},
            "price": {"input": 1.0, "output": 2.0},
            "tasks": "all",
        }

    def records(self, model: str) -> list[str]:
        """Return the places of all records of a model."""
        return [
            f"results/episodes/{model}/{method}/{domain}/{task}.json"
            for method in self.methods
            for domain, task in TASKS
        ]

    def first_requests(self) -> dict[str, str]:
        """Return by which request every episode of the model begins."""
        pairs = zip(self.records("llm"), self.records("reference-optimal"), strict=True)
        return {path: next(recorded_calls(self.folder / twin))[0] for path, twin in pairs}

    def attempts(self, number: int) -> None:
        """Set how often the model is asked before a call counts as failed."""
        self.workflow.configure(lambda config: config["models"]["llm"]["retries"].update(attempts=number))

    def start(self, *targets: str) -> subprocess.Popen[str]:
        """Start a run in a process group of its own, by default for all records of the model and table 4."""
        return subprocess.Popen(
            [*self.workflow.command(*(targets or (*self.records("llm"), TABLE))), "--cores", CORES],
            cwd=self.folder,
            env={**self.workflow.environment(), KEY_NAME: KEY},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def start_and_hold(self) -> subprocess.Popen[str]:
        """Start a run and return once the provider holds the request that it was told to hold."""
        process = self.start()
        while not self.provider.holding.wait(0.1):
            assert process.poll() is None, process.communicate()[0]
        return process

    def finish(self, process: subprocess.Popen[str], *, fails: bool = False) -> str:
        """Wait for a run and return what it printed; it must succeed unless told that it fails."""
        printed = process.communicate(timeout=300)[0]
        self.printed.append(printed)
        assert (process.returncode != 0) == fails, printed
        assert "Traceback" not in printed, printed
        return printed

    def run(self, *targets: str, fails: bool = False) -> str:
        """Run to the end and return what was printed."""
        return self.finish(self.start(*targets), fails=fails)

    def reset(self) -> None:
        """Forget all that the model said, and every result of it."""
        self.attempts(8)
        for folder in ("episodes/llm", "logs", "replies", "failures", "tables"):
            shutil.rmtree(self.results / folder, ignore_errors=True)
        for table in self.results.glob("episodes.*"):
            table.unlink()
        self.provider.new_books()

    def table(self) -> str:
        """Return table 4."""
        return (self.folder / TABLE).read_text(encoding="utf-8")

    def rows(self) -> list[dict[str, str]]:
        """Return the model's rows of the episodes table."""
        with (self.results / "episodes.csv").open(encoding="utf-8", newline="") as file:
            return [row for row in csv.DictReader(file) if row["model"] == "llm"]

    def wait_until_all_is_kept(self) -> None:
        """Wait until every reply that was paid is in the store."""
        deadline = time.monotonic() + 60
        while self.provider.paid != stored_replies(self.results / "replies"):
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def check_books(self) -> None:
        """Check that every reply that was paid is kept, and that no reply was paid twice."""
        assert not self.provider.unknown
        assert self.provider.paid == stored_replies(self.results / "replies")

    def check_secrecy(self) -> None:
        """Check that the key stands in no file and was never printed."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        assert [path for path in files if KEY.encode() in path.read_bytes()] == []
        assert not any(KEY in printed for printed in self.printed)
