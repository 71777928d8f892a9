"""What a rule is said to depend on, against what its processes really import, execute and read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, Workflow

from planclaims.study.dependence import SEARCH, Dependence, episode_files

HOOK = """
import atexit, json, os, sys
FOLDER = os.environ["WATCHED"]
PACKAGE, opened = os.path.join(FOLDER, "planclaims") + os.sep, set()
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(PACKAGE):
        opened.add(arguments[0])
sys.addaudithook(hook)
def tell():
    used = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    used = {path for path in used if path.startswith(PACKAGE)}
    read = {path for path in opened if not path.endswith((".py", ".pyc")) and os.path.isfile(path)}
    name = os.path.basename(sys.argv[0])
    with open(os.path.join(FOLDER, "seen", f"{name}-{os.getpid()}.json"), "w") as file:
        json.dump(sorted(used | read), file)
atexit.register(tell)
"""
SCRIPTS = {
    "solve_task": (),
    "test_domain": (SEARCH,),
    "write_briefs": (SEARCH,),
    "judge_episodes": (SEARCH,),
    "write_table": (SEARCH, "planclaims.suites.hiddenpddl.scoring.collect"),
    "plot_figure": (SEARCH, "planclaims.suites.hiddenpddl.scoring.collect"),
    "write_report": (SEARCH,),
}
EPISODE = """
import json, sys
from pathlib import Path
from planclaims.episodes.play import Player
from planclaims.models import build
from planclaims.models.money.spending import Ledger
from planclaims.suites.hiddenpddl.episode import TaskFiles, play_job
folder, output, settings, method = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
domain, results = folder / "domains/hospital", folder / "results"
files = TaskFiles(
    domain / "domain.pddl", domain / "problems/01.pddl", domain / "domain.json",
    results / "tasks/hospital/01.json", results / "briefs/hospital/01.json",
)
player = Player("m", {"kind": "reference", "script": "optimal"}, method, json.loads(settings))
executed, opened = set(), set()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
sys.setprofile(lambda frame, event, given: executed.add(frame.f_code.co_filename) if event == "call" else None)
play_job(
    folder, output, folder / "log", files=files, player=player, seed=0, ledger=Ledger(folder / "paid"),
    budget={"floor": 20, "factor": 3, "unsolvable": 40},
)
sys.setprofile(None)
package = str(folder / "planclaims") + "/"
read = {path for path in opened if not path.endswith((".py", ".pyc"))}
print(*sorted(path for path in executed | read if path.startswith(package)), sep="\\n")
"""


@pytest.fixture
def watched(workflow: Workflow, monkeypatch: pytest.MonkeyPatch) -> Workflow:
    workflow.add_domain("hospital", "01")
    (workflow.folder / "hook").mkdir()
    (workflow.folder / "seen").mkdir()
    (workflow.folder / "hook" / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    plain = workflow.environment()
    path = f"{workflow.folder}:{workflow.folder / 'hook'}"
    given = {**plain, "PYTHONPATH": path, "WATCHED": str(workflow.folder)}
    monkeypatch.setattr(workflow, "environment", lambda: given)
    return workflow


def test_what_scripts_and_episodes_really_use_is_within_what_is_derived(watched: Workflow) -> None:
    ended = watched.run()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    sources = Dependence(watched.folder)
    for script, without in SCRIPTS.items():
        reports = list((watched.folder / "seen").glob(f"*{script}.py-*.json"))
        assert reports, script
        used = {path for report in reports for path in json.loads(report.read_text(encoding="utf-8"))}
        derived = set(map(str, sources.files(f"scripts/{script}.py", without=without)))
        assert used, script
        assert used <= derived, f"{script}: {sorted(used - derived)}"

    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    for method in config["experiment"]["methods"]:
        settings = config["methods"][method]
        arguments = [str(watched.folder), str(watched.folder / f"{method}.json"), json.dumps(settings), method]
        played = subprocess.run(
            [sys.executable, "-c", EPISODE, *arguments],
            cwd=watched.folder,
            env=watched.environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        used = set(played.stdout.split())
        derived = set(map(str, episode_files(sources, method, settings, "reference")))
        assert any(Path(path).suffix == ".txt" for path in used), "prompts are read"
        assert used <= derived, f"{method}: {sorted(used - derived)}"


PARTS = {
    "planclaims/models/embedded/grammars/plan.gbnf": set(),
    "planclaims/analysis/paper/numbers.csv": {"write_table", "plot_figure", "write_controls_table"},
    "planclaims/report/page/assets/page.css": {"write_report"},
    "planclaims/analysis/table/frame.py": {"judge_episodes", "write_table", "plot_figure", "write_report"},
    "planclaims/suites/hiddenpddl/environment.py": {"play_episode"},
    "planclaims/suites/hiddenpddl/task_facts.py": {"solve_task", "test_domain", "play_episode"},
    "planclaims/offline/prompts/direct/answer.txt": {"play_episode"},
}


def test_an_edit_re_runs_the_rules_that_depend_on_it_and_a_touch_none(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    assert workflow.run().returncode == 0
    for path in sorted((workflow.folder / "planclaims").rglob("*")):
        path.touch()
    touched = workflow.run("-n")
    assert "Nothing to be done" in touched.stdout + touched.stderr
    for name, rules in PARTS.items():
        path = workflow.folder / name
        text = path.read_bytes()
        path.write_bytes(text + b"\n")
        planned = workflow.run("-n")
        path.write_bytes(text)
        told = planned.stdout + planned.stderr
        for rule in rules - {"write_controls_table"}:
            assert rule in told.replace(" ", "_"), f"{name}: {rule} is not run again\n{told}"
        if not rules:
            assert "Nothing to be done" in told, told
