"""One reply graded on its own: questions and replies as files, and what fits nowhere told in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planclaims.cli.main import main
from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.episodes.record import write_record
from planclaims.errors import InputError
from planclaims.suites.chunk import Chunk
from planclaims.suites.contract import Item, Suite
from planclaims.suites.grading import export_question, grade, question_text, read_question, read_reply
from planclaims.suites.load import load_suite

GUEST = Path(__file__).parents[1] / "guest" / "lamps"
FOLDER = ("--folder", str(GUEST))


def lamps() -> Suite:
    return load_suite("lamps", GUEST)


def items() -> dict[str, Item]:
    return {item.key: item for item in lamps().items(lamps().defaults)}


@pytest.fixture
def question(tmp_path: Path) -> Path:
    path = tmp_path / "question.json"
    path.write_text(question_text(export_question(lamps(), items()["long/00"], "plain")), encoding="utf-8")
    return path


def wanted(key: str = "long/00") -> str:
    return ", ".join(map(str, items()[key].shown["wanted"]))


def record_of(folder: Path, key: str, condition: str = "plain") -> Path:
    suite, item = lamps(), items()[key]
    player = Player("optimal", {"kind": "reference"}, "direct", {"regime": "offline"})
    chunk = Chunk(suite, player, condition, [item], 1)
    record = play(EpisodeSetup(chunk.opened(item), player), suite.controls["optimal"].model(item, condition, 1))
    path = folder / f"{key.replace('/', '-')}.json"
    write_record(path, record)
    return path


@pytest.mark.parametrize(
    ("text", "right", "kind"),
    [
        ("so these\n{}", True, "lamps"),
        ("6", False, "lamps"),
        ("</script>", False, "malformed"),
        ("", False, "malformed"),
    ],
)
def test_a_reply_is_worth_what_the_judge_of_a_run_says(question: Path, text: str, right: bool, kind: str) -> None:
    read, suite = read_question(question, lambda _: GUEST)
    found = grade(read, suite, text.format(wanted()))
    assert found.right is right
    assert found.judgement.values["right"] is right
    assert found.judgement.missing == {"presses": "nothing is pressed offline"}
    assert found.answer is not None
    assert found.answer.kind == kind


def test_the_forms_of_a_reply_are_worth_the_same(question: Path, tmp_path: Path) -> None:
    read, suite = read_question(question, lambda _: GUEST)
    wrapped = json.dumps({"question": read.hash, "reply": wanted()})
    record = record_of(tmp_path, "long/00")
    forms = [wanted(), wrapped, record.read_text(encoding="utf-8")]
    found = [grade(read, suite, read_reply(text, str(record), read)) for text in forms]
    assert [one.right for one in found] == [True] * 3
    assert found[0].judgement == found[1].judgement == found[2].judgement


def test_the_command_exports_and_grades(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["grade", "--export", "lamps", *FOLDER]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 10
    assert listed[0] == "long/00\tlit"
    assert main(["grade", "--export", "lamps", "long/00", "-o", "q.json", *FOLDER, "--condition", "hinted"]) == 0
    Path("good.txt").write_text(wanted(), encoding="utf-8")
    Path("bad.txt").write_text("all of them", encoding="utf-8")
    assert main(["grade", "q.json", "good.txt", *FOLDER]) == 0
    assert capsys.readouterr().out.startswith("good.txt: right, read as lamps\n")
    assert main(["grade", "q.json", "bad.txt", "good.txt", "--json", *FOLDER]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["right"], second["right"]) == (False, True)
    assert first["answer"] == {"kind": "malformed", "reason": "the last line is no list of numbers"}
    assert first["explanation"][-1]["text"] == f"wanted: {wanted()}; answered: all of them"
    assert (first["item"], first["condition"], first["kind"]) == ("long/00", "hinted", "lit")


def test_the_items_are_those_of_the_configuration_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    config = f"suites: {{lamps: {{folder: {GUEST}, settings: {{items: 3}}}}}}"
    Path("config.yaml").write_text(config, encoding="utf-8")
    assert main(["grade", "--export", "lamps"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    Path("over.yaml").write_text("suites: {lamps: {settings: {items: 0}}}", encoding="utf-8")
    assert main(["grade", "--export", "lamps", "--config", "over.yaml"]) == 2
    assert "config: at suites.lamps.settings.items: 0 is less than" in capsys.readouterr().err


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda q: q.update(suite="lights"), "suite lights: "),
        (lambda q: q["item"].update(kind="dim"), "no such kind in suite lamps; found 'dim'; allowed: lit"),
        (lambda q: q["item"]["shown"].update(wanted=[1]), "the item is not the one that was exported"),
        (lambda q: q.update(suite_version=9), "version 9 of suite lamps; export it again; allowed: version 1"),
        (lambda q: q.update(format=2), "another format of question; found 2; allowed: 1"),
        (lambda q: q.update(condition="dark"), "no such condition; found 'dark'; allowed: plain, hinted"),
        (lambda q: q.pop("hash"), "missing key 'hash'"),
    ],
)
def test_a_question_that_fits_nowhere_is_told_in_one_line(
    question: Path, change: Change, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(question.read_text(encoding="utf-8"))
    change(document)
    question.write_text(json.dumps(document), encoding="utf-8")
    assert told in refused([str(question), str(question)], capsys)


@pytest.mark.parametrize("length", [0, 1, 120, 600])
def test_a_question_that_is_cut_off_is_told_in_one_line(
    question: Path, length: int, capsys: pytest.CaptureFixture[str]
) -> None:
    question.write_text(question.read_text(encoding="utf-8")[:length], encoding="utf-8")
    assert "question.json" in refused([str(question), str(question)], capsys)


def refused(names: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line with which the command refuses; nothing else is printed."""
    assert main(["grade", *names, *FOLDER]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_reply_for_another_question_or_cut_off_is_told_in_one_line(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_of(tmp_path, "long/02")
    assert "lamps long/02 under 'plain'; allowed: lamps long/00 under 'plain'" in refused(
        [str(question), str(record)], capsys
    )
    hinted = record_of(tmp_path, "long/00", "hinted")
    assert "a reply for another question: lamps long/00 under 'hinted'" in refused([str(question), str(hinted)], capsys)
    reply = tmp_path / "reply.json"
    for text, told in [
        ('{"question": "0000", "reply": "1"}', "a reply for another question; found '0000'"),
        ('{"question": "0000", "reply": "1', "the reply is cut off"),
        ('{"question": "0000"}', "no reply file; found reply"),
        (record.read_text(encoding="utf-8")[:300], "the reply is cut off"),
    ]:
        reply.write_text(text, encoding="utf-8")
        good = tmp_path / "good.txt"
        good.write_text(wanted(), encoding="utf-8")
        assert told in refused([str(question), str(good), str(reply)], capsys)


def test_an_item_that_is_not_there_and_a_suite_without_questions_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--export", "lamps", "long/99", *FOLDER]) == 2
    assert "suite lamps has no item 'long/99'; allowed: long/00, short/01" in capsys.readouterr().err
    with pytest.raises(InputError, match="suite mute has no questions"):
        export_question(Mute(), items()["long/00"], "plain")  # type: ignore[arg-type]


class Mute:
    name = "mute"


def test_a_fault_of_the_suite_is_no_grade(question: Path) -> None:
    read, suite = read_question(question, lambda _: GUEST)
    broken = copy(suite)
    broken.judge = None  # type: ignore[assignment, method-assign]
    with pytest.raises(InputError, match=r"long/00 of kind 'lit' cannot be graded: TypeError"):
        grade(read, broken, "1")
    with pytest.raises(InputError, match="cannot be graded: KeyError"):
        grade(replace(read, item=replace(read.item, shown={})), suite, "1")
