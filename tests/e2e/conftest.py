"""A copy of the workflow in a folder of its own, small enough to run in seconds, and a way to run it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from drills import Drill
from openai_server import providing

ROOT = Path(__file__).parents[2]
PARTS = ("Snakefile", "config.yaml", "rules", "scripts", "profiles", "envs", "planclaims")


class Workflow:
    """The copied workflow: its folder, its configuration, and runs of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / part)
        (folder / "domains").mkdir()
        self.configure(lambda config: config.update(suites={}))

    def add_domain(self, name: str, *tasks: str) -> None:
        """Copy a domain of the suite with some of its tasks."""
        target = self.folder / "domains" / name
        (target / "problems").mkdir(parents=True)
        for file in (ROOT / "domains" / name).glob("domain.*"):
            shutil.copy(file, target)
        for task in tasks:
            shutil.copy(ROOT / "domains" / name / "problems" / f"{task}.pddl", target / "problems")

    def configure(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change the configuration file."""
        path = self.folder / "config.yaml"
        config = yaml.safe_load(path.read_text(encoding="utf-8"))
        change(config)
        path.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")

    def command(self, *options: str) -> list[str]:
        """Return the command line of a run."""
        return [sys.executable, "-m", "snakemake", "--cores", "2", *options]

    def environment(self) -> dict[str, str]:
        """Return the environment of a run: the copied package goes before the installed one, no keys."""
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        return {**kept, "PYTHONPATH": str(self.folder)}

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run the workflow to its end and return what it printed."""
        return subprocess.run(
            self.command(*options),
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def episodes(self) -> dict[str, int]:
        """Return the time of the last change of every episode record."""
        folder = self.folder / "results" / "episodes"
        return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in sorted(folder.rglob("*.json"))}

    def replayed(self, before: dict[str, int]) -> set[str]:
        """Return the episodes whose record is new since an earlier look."""
        return {name for name, changed in self.episodes().items() if before.get(name) != changed}


@pytest.fixture
def workflow(tmp_path: Path) -> Workflow:
    copied = Workflow(tmp_path)

    def shrink(config: dict[str, Any]) -> None:
        config["experiment"]["models"] = ["reference-optimal", "reference-abstainer"]
        config["experiment"]["methods"] = ["direct", "react"]

    copied.configure(shrink)
    return copied


@pytest.fixture(scope="session")
def drill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drill]:
    """The workflow of the failure drills; each drill resets it."""
    with providing() as provider:
        yield Drill(Workflow(tmp_path_factory.mktemp("drill")), provider)
