"""Replies made elsewhere: every line is judged or named with its reason, and none is passed over."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from scoring_worlds import DOMAINS, OPTIMAL, block

from planclaims.analysis import outputs
from planclaims.cli.main import main
from planclaims.cli.outcome import ExitCode
from planclaims.suites.hiddenpddl.replies import Judge, Replies

LINE: dict[str, object] = {"task": "load-balancing/01", "model": "m", "method": "direct", "text": block(*OPTIMAL)}


def line(**changes: object) -> str:
    return json.dumps({key: value for key, value in {**LINE, **changes}.items() if value is not ...})


def judged(*lines: str, beside: Path = Path()) -> Replies:
    return Judge(DOMAINS, beside, 1_000_000, 2**30).all("\n".join(lines))


def test_replies_are_judged_against_the_hidden_task() -> None:
    found = judged(
        line(input_tokens=900, output_tokens=70),
        line(model="n", text=block(*OPTIMAL[1:])),
        line(model="o", text="UNSOLVABLE"),
        line(model="p", text="I do not know."),
        line(task="gripper/01", text="UNSOLVABLE"),
    )
    assert found.faults == []
    outcomes = ["success", "precondition_violation", "false_abstention", "malformed", "detection"]
    assert [str(row.outcome) for row in found.rows] == outcomes
    first = found.rows[0]
    assert (first.score, first.optimal_length, first.input_tokens, first.output_tokens) == (1.0, 4, 900, 70)
    assert (first.cost_usd, first.seconds, first.first_request, first.reference) == (None, None, None, False)
    assert found.rows[1].input_tokens is None


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("not json", "it is not JSON"),
        ('{"task": "load-balancing/01"', "it is not JSON"),
        ("[1, 2]", "no JSON object but a list"),
        ("[" * 100_000, "not JSON that can be read"),
        (line(task="load-balancing/1"), "there is no task 'load-balancing/1'"),
        (line(task="load-balancing/99"), "there is no task 'load-balancing/99'"),
        (line(text="  \n "), "text is blank"),
        (line(text=...), "text is missing"),
        (line(text=["a"]), "text must be text, not a list"),
        (line(model=7), "model must be text, not 7"),
        (line(model="a\u0007b"), "model is no name"),
        (line(repeat=True), "repeat must be a whole number from 0, not a truth value"),
        (line(input_tokens=-1), "input_tokens must be a whole number from 0, not -1"),
        (line(output_tokens="70"), "output_tokens must be a whole number from 0, not '70'"),
        (line().replace('"model": "m"', '"model": "m", "model": "n"'), "the key 'model' stands twice"),
        (line().replace('"m"', "NaN"), "NaN is no number"),
        (line(task=...), "it must name a task, or a domain and a problem file; named: none"),
        (line(domain="d.pddl"), "named: task, domain"),
        (line(task=..., domain="d.pddl", problem="p.pddl"), "there is no file"),
        (line(), "line 1 is the reply of m, direct, load-balancing/01, repeat 0 already"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_with_its_reason(bad: str, told: str) -> None:
    found = judged(line(), bad, "", line(repeat=1))
    assert [fault.line for fault in found.faults] == [2]
    assert told in found.faults[0].reason
    assert [row.repeat for row in found.rows] == [0, 1]


def test_any_domain_and_problem_file_will_do(tmp_path: Path) -> None:
    (tmp_path / "my.pddl").write_text((DOMAINS / "load-balancing/domain.pddl").read_text(encoding="utf-8"))
    (tmp_path / "p.pddl").write_text((DOMAINS / "load-balancing/problems/01.pddl").read_text(encoding="utf-8"))
    found = judged(line(task=..., domain="my.pddl", problem="p.pddl"), beside=tmp_path)
    assert [(row.domain, row.task, row.success) for row in found.rows] == [("my", "p", True)]


def test_broken_pddl_and_a_search_that_is_too_long_leave_a_line_unused(tmp_path: Path) -> None:
    (tmp_path / "my.pddl").write_text("(define (domain")
    (tmp_path / "p.pddl").write_text("")
    found = judged(line(task=..., domain="my.pddl", problem="p.pddl"), beside=tmp_path)
    assert (found.rows, len(found.faults)) == ([], 1)
    short = Judge(DOMAINS, Path(), 2, 2**30).all("\n".join([line(), line(model="n")]))
    assert [fault.line for fault in short.faults] == [1, 2]
    assert all("the optimal length of its task was not found" in fault.reason for fault in short.faults)


def test_a_key_that_means_nothing_is_told_and_the_line_used() -> None:
    found = judged(line(note="x"), line(model="n", note="y"))
    assert (len(found.rows), found.unread) == (2, {"note": 1})


def test_the_command_writes_everything_and_its_code_says_whether_all_lines_were_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    replies, out = tmp_path / "replies.jsonl", tmp_path / "out"
    replies.write_text(f"{line()}\nnonsense\n{line(model='n', text='UNSOLVABLE')}\n", encoding="utf-8")
    arguments = ["judge", str(replies), "-o", str(out), "--domains", str(DOMAINS)]
    assert main(arguments) == ExitCode.NEGATIVE
    told = capsys.readouterr()
    assert f"{replies}:2: not used: it is not JSON" in told.err
    assert "2 lines judged, 1 line unusable" in told.out
    with (out / "unusable.csv").open(encoding="utf-8") as file:
        assert [row["line"] for row in csv.DictReader(file)] == ["2"]
    for name in ("episodes.csv", "episodes.parquet", "tables/table4.csv", "tables/claims.md", "figures/figure2b.svg"):
        assert (out / name).stat().st_size
    monkeypatch.setattr(outputs, "write_all", lambda study, folder: [])
    replies.write_text(f"{line()}\n{line(model='n', text='UNSOLVABLE')}\n", encoding="utf-8")
    assert main(arguments) == ExitCode.POSITIVE
    assert (out / "unusable.csv").read_text(encoding="utf-8") == "line,reason\n"


def test_without_a_line_that_can_be_used_nothing_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text("nonsense\n", encoding="utf-8")
    out = tmp_path / "out"
    assert main(["judge", str(replies), "-o", str(out), "--domains", str(DOMAINS)]) == ExitCode.BAD_INPUT
    assert "no line could be judged" in capsys.readouterr().err
    assert (out / "unusable.csv").exists()
    assert not (out / "tables").exists()
