"""What models and configurations write stays text: nothing runs it, opens it as a place or builds markup of it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from planclaims.episodes.play import EpisodeSetup, Player, play_to_file
from planclaims.episodes.record import load_record
from planclaims.errors import PlanclaimsError
from planclaims.language.hidden_task import read_hidden_task
from planclaims.seam import Reply, Request
from planclaims.study.experiment import read_experiment
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile
from planclaims.suites.hiddenpddl.episode import open_task
from planclaims.suites.hiddenpddl.scoring.judge import judge
from planclaims.suites.hiddenpddl.task_facts import TaskFacts

ROOT = Path(__file__).parents[2]
CODE = [*sorted((ROOT / "planclaims").rglob("*.py")), *sorted((ROOT / "scripts").glob("*.py"))]
RUNS_TEXT = {"eval", "exec", "os.system", "os.popen", "pickle.load", "pickle.loads", "marshal.loads", "yaml.load"}
MAY_RUN = {"planclaims/sandbox/bootstrap.py": {"exec"}}
"""The second half of the sandbox's child runs the program of a model: that is what the sandbox is for."""
BUILDS_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bsetTimeout\(['\"]"
)
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_no_text_is_run_and_no_shell_is_started() -> None:
    seen = 0
    for path in CODE:
        place = path.relative_to(ROOT).as_posix()
        for name, call in calls(path):
            seen += 1
            assert name not in RUNS_TEXT - MAY_RUN.get(place, set()), f"{place}:{call.lineno}: {name}"
            assert not any(word.arg == "shell" for word in call.keywords), f"{place}:{call.lineno}: a shell"
            if name in ("subprocess.run", "subprocess.Popen"):
                assert not isinstance(call.args[0], (ast.Constant, ast.JoinedStr)), f"{place}:{call.lineno}: one string"
    assert seen > 1000
    for path in [ROOT / "Snakefile", *(ROOT / "rules").rglob("*.smk")]:
        assert not re.search(r"^\s+shell:|\bshell\(", path.read_text(encoding="utf-8"), re.MULTILINE), path


def test_the_programs_of_the_pages_build_no_markup_from_text() -> None:
    programs = sorted((ROOT / "planclaims").rglob("*.js"))
    assert programs
    for path in programs:
        assert not BUILDS_MARKUP.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/b", "..", ".hidden", "a b", "a\nb", "~", "$(id)", "ä"])
@pytest.mark.parametrize("kind", ["models", "methods", "domains"])
def test_no_name_leaves_the_folder_of_results(kind: str, name: str) -> None:
    config = json.loads(json.dumps(CONFIG))
    config["experiment"][kind] = [name]
    if kind != "domains":
        config[kind][name] = next(iter(config[kind].values()))
    with pytest.raises(
        PlanclaimsError, match=re.escape(f"at {kind}") if kind != "domains" else "at experiment.domains"
    ):
        read_experiment(config, ROOT / "rules/config.schema.yaml", ROOT / "domains")


HOSTILE = [
    "{0.__class__.__mro__}{model}{}%s%n%(key)s",
    "$(touch pwned); `touch pwned`\n| touch pwned && touch pwned",
    "```\n../../../../tmp/pwned\n(act ../../pwned)\n```",
    'next_thought: {x}\nnext_tool_name: ../submit\nnext_tool_args: {"action": "$(touch pwned)", "arguments": ["../x"]}',
    'next_thought: {x}\nnext_tool_name: act\nnext_tool_args: {"action": "{0.__class__}", "arguments": ["{}", "%s"]}',
    "</script><script>alert(1)</script>\x00\x1b[2J\u202e\ud800"[:-1] + "\ufffe",
]


class Hostile:
    """A model whose replies try to be formats, commands, paths and markup, one after the other."""

    def __init__(self) -> None:
        self.said = 0

    def reply(self, request: Request) -> Reply:
        self.said += 1
        return Reply(HOSTILE[self.said % len(HOSTILE)], "stop", 10, 10, None, 0.1)


@pytest.mark.parametrize("method", CONFIG["experiment"]["methods"])
def test_hostile_replies_are_kept_word_for_word_and_do_nothing(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = ROOT / "domains/hospital"
    hidden = read_hidden_task(folder / "domain.pddl", folder / "problems/01.pddl", folder / "domain.json")
    facts = TaskFacts("hospital", "01", True, 2, ("(admit p1 b1 w_med)", "(admit p2 b2 w_med)"), 9, False, False)
    briefs = BriefFile("A hospital.", "Two patients.", "template")
    settings: dict[str, Any] = CONFIG["methods"][method]
    player = Player("hostile", {"kind": "litellm", "model": "none"}, method, settings)
    output = tmp_path / "results/record.json"
    play_to_file(EpisodeSetup(open_task(hidden, briefs, facts, 20), player), Hostile, output)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")} == {"results", "results/record.json"}
    record = load_record(output)
    assert {call.reply for call in record.calls} <= set(HOSTILE)
    assert not judge(record, hidden, optimal_length=2).row.success
