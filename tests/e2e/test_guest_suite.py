"""A toy suite from a folder outside the package, played through the whole workflow without an edit to the package."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

from conftest import Workflow

GUEST = Path(__file__).parents[1] / "guest" / "lamps"


def invited(workflow: Workflow, guest: Path) -> None:
    """Copy the guest to a folder of its own and name it in the configuration."""
    shutil.copytree(GUEST, guest, ignore=shutil.ignore_patterns("__pycache__"))

    def invite(config: dict[str, Any]) -> None:
        config["models"]["idle"] = {"kind": "reference", "script": "idle", "tasks": "all"}
        config["suites"]["lamps"] = {
            "folder": str(guest),
            "models": ["reference-optimal", "idle"],
            "methods": ["direct", "react"],
        }

    workflow.add_domain("hospital", "01")
    workflow.configure(invite)


def records(workflow: Workflow) -> dict[str, int]:
    folder = workflow.folder / "results/lamps/episodes"
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in sorted(folder.rglob("[0-9]*.json"))}


def test_the_guest_is_played_and_a_change_re_runs_only_what_depends_on_it(workflow: Workflow, tmp_path: Path) -> None:
    invited(workflow, tmp_path / "elsewhere" / "lamps")
    first = workflow.run("lamps")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "Suite lamps: 80 episodes, 0 unscored." in first.stdout
    assert "results/lamps/report.html" in first.stdout
    seen = records(workflow)
    assert len(seen) == 2 * 2 * 2 * 10
    with (workflow.folder / "results/lamps/episodes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["right"] for row in rows] == [str(row["model"] == "reference-optimal") for row in rows]
    assert len(rows) == 80
    assert "10 of 10" in (workflow.folder / "results/lamps/tables/right.md").read_text(encoding="utf-8")
    assert not (workflow.folder / "results/episodes").exists()
    assert (workflow.folder / "results/lamps/report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    figures = workflow.folder / "results/lamps/figures"
    assert sorted(path.name for path in figures.iterdir()) == ["presses.pdf", "presses.png", "presses.svg"]

    second = workflow.run("lamps")
    assert "Nothing to be done" in second.stdout + second.stderr

    workflow.configure(lambda config: config["suites"]["lamps"].update(conditions=["plain"]))
    assert workflow.run("lamps").returncode == 0
    assert records(workflow) == seen

    workflow.configure(lambda config: config["models"]["idle"].update(script="optimal"))
    assert workflow.run("lamps").returncode == 0
    changed = {name for name, time in records(workflow).items() if seen[name] != time}
    assert {name.split("/")[0] + "/" + name.split("/")[2] for name in changed} == {"idle/plain"}


def test_what_is_gone_or_damaged_is_played_again_and_nothing_else(workflow: Workflow, tmp_path: Path) -> None:
    invited(workflow, tmp_path / "elsewhere" / "lamps")
    assert workflow.run("lamps").returncode == 0
    seen, folder = records(workflow), workflow.folder / "results/lamps/episodes/idle"
    gone, torn, changed = (
        folder / name
        for name in ("react/plain/long/00.json", "react/hinted/long/02.json", "direct/plain/short/01.json")
    )
    content = {path: path.read_text(encoding="utf-8") for path in (torn, changed)}
    gone.unlink()
    torn.write_text(content[torn][:-40] + "\x01", encoding="utf-8")
    changed.write_text(content[changed].replace("idle", "idol"), encoding="utf-8")
    (folder / "direct/hinted/long.json").write_text("{", encoding="utf-8")
    ended = workflow.run("lamps")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = " ".join((ended.stdout + ended.stderr).split())
    assert "suite lamps: 4 files are missing or damaged, and are made again" in told
    again = {name for name, time in records(workflow).items() if seen[name] != time}
    assert again == {str(path.relative_to(folder.parent)) for path in (gone, torn, changed)}
    assert "idol" not in changed.read_text(encoding="utf-8")
    with (workflow.folder / "results/lamps/episodes.csv").open(encoding="utf-8", newline="") as file:
        assert {row["scored"] for row in csv.DictReader(file)} == {"True"}
    last = workflow.run("lamps")
    assert "Nothing to be done" in last.stdout + last.stderr


def test_what_fits_nowhere_is_told_before_any_work(workflow: Workflow, tmp_path: Path) -> None:
    invited(workflow, tmp_path / "elsewhere" / "lamps")
    entries: list[tuple[dict[str, Any], str]] = [
        ({"methods": ["tree-of-thoughts"]}, "tree-of-thoughts needs the words complete, rate, step"),
        ({"conditions": ["dark"]}, "there is no 'dark'; allowed: plain, hinted"),
        ({"settings": {"colour": 1}}, "suites.lamps.settings"),
        ({"models": ["nobody"]}, "'nobody' has no entry"),
        ({"models": ["reference-wanderer"]}, "the suite has no control 'wanderer'"),
        ({"folder": "nowhere"}, "nowhere/__init__.py"),
    ]
    for change, told in entries:
        original = (workflow.folder / "config.yaml").read_text(encoding="utf-8")
        workflow.configure(lambda config, change=change: config["suites"]["lamps"].update(change))  # type: ignore[misc]
        ended = workflow.run("lamps")
        assert ended.returncode != 0
        assert told in ended.stdout + ended.stderr
        assert "Traceback" not in ended.stdout + ended.stderr
        assert not (workflow.folder / "results").exists()
        (workflow.folder / "config.yaml").write_text(original, encoding="utf-8")


def test_a_key_that_is_missing_stops_the_suite_that_needs_it_and_no_other_target(
    workflow: Workflow, tmp_path: Path
) -> None:
    invited(workflow, tmp_path / "elsewhere" / "lamps")
    paid = {"kind": "litellm", "model": "openai/m", "key": "NOBODYS_KEY", "tasks": "all"}
    workflow.configure(lambda config: config["models"].update(paid=paid))
    workflow.configure(lambda config: config["suites"]["lamps"].update(models=["paid"], methods=["direct"]))
    ended = workflow.run("lamps")
    assert ended.returncode != 0
    told = ended.stdout + ended.stderr
    assert "missing: NOBODYS_KEY. Set them (export NAME=...) and start again; nothing was started." in told
    assert "With them, the run would make about 20 model calls" in told
    assert not (workflow.folder / "results").exists()
    workflow.configure(lambda config: config["experiment"].update(models=["paid"]))
    workflow.configure(lambda config: config["suites"]["lamps"].update(models=["idle"], settings={"items": 1}))
    ended = workflow.run("lamps")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_list_of_a_job_names_its_items(workflow: Workflow, tmp_path: Path) -> None:
    invited(workflow, tmp_path / "elsewhere" / "lamps")
    workflow.configure(lambda config: config["suites"]["lamps"].update(sample={"idle": 2}))
    assert workflow.run("lamps").returncode == 0
    listed = json.loads((workflow.folder / "results/lamps/episodes/idle/direct/plain/long.json").read_text("utf-8"))
    assert listed == {"00": None, "02": None}
