"""What a command says about input that it cannot use fits the command, and names what is allowed."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

import pytest
from analysis_rows import SUCCESS, row
from scoring_worlds import CLAIM, online_record, solvable_task

from planclaims.analysis.table.episodes_table import write_episodes
from planclaims.cli.main import COMMANDS, build_parser, main
from planclaims.episodes.record import write_record
from planclaims.errors import InputError
from planclaims.suites.longhorizon.confirming import confirm
from planclaims.suites.longhorizon.data import task_folders

ROOT = Path(__file__).parents[2]
GUEST = ["--folder", str(ROOT / "tests/guest/lamps")]


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 2) -> str:
    assert main([*words]) == code
    return capsys.readouterr().err


def test_showing_what_is_no_record_never_advises_to_delete_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "notes.json"
    other.write_text("# Notes", encoding="utf-8")
    assert "this is no record of an episode; name one, such as" in told(capsys, "show", str(other))
    broken = tmp_path / "results/episodes/m/direct/d/01.json"
    broken.parent.mkdir(parents=True)
    broken.write_text("{", encoding="utf-8")
    assert "delete it and run snakemake again" in told(
        capsys, "show", str(broken), "--results", str(tmp_path / "results")
    )
    assert "delete" not in told(capsys, "show", str(broken), "--results", str(tmp_path / "a"))


def test_the_record_of_a_suite_is_not_called_unsolvable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = online_record(solvable_task(), [CLAIM])
    other = replace(played, suite="lamps", condition="plain", task_facts={"budget": 5})
    write_record(tmp_path / "00.json", other)
    assert main(["show", str(tmp_path / "00.json")]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert "(suite lamps, condition plain, budget 5)" in head
    assert "unsolvable" not in head


@pytest.mark.parametrize("command", ["compare", "fit", "grade", "cost"])
def test_no_advice_about_pddl_where_there_is_none(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.csv"
    broken.write_text("{broken", encoding="utf-8")
    words = [command, str(broken), *([str(broken)] if command in ("compare", "grade") else [])]
    printed = told(capsys, *words)
    assert str(broken) in printed
    assert "docs/pddl.md" not in printed
    assert len(printed.splitlines()) == 1


def test_a_configuration_that_holds_nothing_is_told_as_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.yaml").write_text("# nothing yet\n", encoding="utf-8")
    assert "empty.yaml: holds no key, so it would change nothing" in told(capsys, "cost", str(tmp_path / "empty.yaml"))


def test_names_that_fit_nothing_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export = ["grade", "--export", "lamps"]
    assert "has no condition 'plane'; did you mean 'plain'?; allowed: plain, hinted" in told(
        capsys, *export, *GUEST, "--condition", "plane"
    )
    assert "has no item 'long/0'; did you mean 'long/" in told(capsys, *export, "long/0", *GUEST)
    assert "needs `folder:` in its entry of the configuration, or --folder" in told(capsys, *export)
    for suite, near in (("planbnech", "did you mean 'planbench'?"), ("hiddenpddl", "allowed: competence, longhorizon")):
        printed = told(capsys, "grade", "--export", suite)
        assert near in printed
        assert "hiddenpddl" not in printed.partition("allowed:")[2]
    write_episodes([row(task="01", **SUCCESS)], tmp_path / "e.csv", tmp_path / "e.parquet")
    words = ["analyse", str(tmp_path / "e.csv"), "-o", str(tmp_path / "out"), "--tier", "m", "n"]
    assert "--tier: the table has no model 'n'; allowed: m" in told(capsys, *words)
    assert not (tmp_path / "out").exists()


def test_nothing_to_confirm_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert confirm("travel", lambda task: [], [str(tmp_path / "nowhere")]) == 2
    assert "there is no such folder; allowed: a folder with a task.json" in capsys.readouterr().err
    assert confirm("travel", lambda task: [], [str(tmp_path)]) == 2
    (tmp_path / "small-01").mkdir()
    (tmp_path / "small-01/task.json").write_text("{}", encoding="utf-8")
    assert confirm("travel", lambda task: [], [str(tmp_path)]) == 0
    assert confirm("travel", lambda task: ["the bound does not hold"], [str(tmp_path)]) == 1
    assert "small-01: the bound does not hold" in capsys.readouterr().out


def test_tasks_that_are_not_there_are_told_with_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="asks for 9 travel tasks of size published, and there are 0 here") as caught:
        task_folders(str(tmp_path), "travel", "published", 9)
    days = "$(for each in $(seq 2); do echo 2 3 4 5 6 7; done)"
    generate = f"python -m planclaims.suites.longhorizon.travel.generate {tmp_path}/travel published {days}"
    assert str(caught.value).endswith(generate)
    with pytest.raises(InputError, match="99 travel tasks of size small, and there are 12 here; allowed: 12 of"):
        task_folders("domains/longhorizon", "travel", "small", 99)
    assert task_folders(str(tmp_path), "travel", "small", 0) == []


def test_the_readme_names_every_command_and_says_which_print_json() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.search(r"`planclaims (validate \|[^`]*)`", readme)
    assert listed is not None
    names = [module.__name__.rpartition(".")[2] for module in COMMANDS]
    assert sorted(listed[1].split(" | ")) == sorted(names)
    without = re.search(r"All take `--json` but (.*?)\. For example", readme, re.DOTALL)
    assert without is not None
    parser = build_parser()
    subparsers = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    plain = [name for name, one in subparsers.choices.items() if "--json" not in one.format_help()]
    assert sorted(re.findall(r"`(\w+)`", without[1])) == sorted(plain)
