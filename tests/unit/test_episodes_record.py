import json
from dataclasses import replace
from pathlib import Path

import pytest
from scoring_worlds import CLAIM, LOOK, OPTIMAL, act, block, offline_record, online_record, solvable_task

from planclaims.episodes.record import EpisodeRecord, load_record, record_bytes, write_record
from planclaims.errors import InputError, PlanclaimsError

OFFLINE = offline_record(block(*OPTIMAL))


def broken(tmp_path: Path, change: object) -> Path:
    document = json.loads(record_bytes(OFFLINE))
    assert callable(change)
    change(document)
    path = tmp_path / "01.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "record", [OFFLINE, online_record(solvable_task(), [LOOK, act(OPTIMAL[0]), None, CLAIM])], ids=["offline", "online"]
)
def test_a_record_read_back_is_equal_and_gives_the_same_bytes(tmp_path: Path, record: EpisodeRecord) -> None:
    path = tmp_path / "deep" / "01.json"
    write_record(path, record)
    read = load_record(path)
    assert read == record
    assert record_bytes(read) == path.read_bytes()
    assert [found.name for found in path.parent.iterdir()] == ["01.json"]


@pytest.mark.parametrize(
    "text", ["naïve ✓ plan", "half of a pair: \ud83d", "nul \x00 and \u2028", 'quote " and \\ud83d']
)
def test_whatever_a_model_writes_survives(tmp_path: Path, text: str) -> None:
    path = tmp_path / "01.json"
    write_record(path, replace(OFFLINE, output=text))
    assert load_record(path).output == text


def test_a_number_that_json_cannot_hold_is_kept_as_text(tmp_path: Path) -> None:
    record = online_record(solvable_task(), [LOOK, CLAIM])
    assert record.turns is not None
    odd = replace(record.turns[0], arguments={"x": [float("nan"), float("inf")]})
    path = tmp_path / "01.json"
    write_record(path, replace(record, turns=(odd, record.turns[1])))
    read = load_record(path)
    assert read.turns is not None
    assert read.turns[0].arguments == {"x": ["nan", "inf"]}


def test_what_a_killed_writer_left_is_removed(tmp_path: Path) -> None:
    left_over = tmp_path / ".01.json.999-1.tmp"
    left_over.write_text("half", encoding="utf-8")
    write_record(tmp_path / "01.json", OFFLINE)
    assert not left_over.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(colour="red"), "unknown key at the document; found 'colour'"),
        (lambda d: d.pop("output"), "missing key 'output' at the document"),
        (lambda d: d.update(repeat="0"), "wrong type at the document.repeat; found '0'; allowed: int"),
        (lambda d: d.update(repeat=True), "wrong type at the document.repeat; found True; allowed: int"),
        (lambda d: d.update(calls={}), "wrong type at the document.calls; found dict; allowed: list"),
        (lambda d: d["calls"][1].update(reply=3), r"document.calls\[1\].reply; found 3; allowed: str"),
        (lambda d: d.update(regime="sideways"), "regime; found 'sideways'; allowed: offline, online"),
        (lambda d: d.update(format=9), "its format is 9"),
        (lambda d: d.update(output=None), "a finished offline episode has no output"),
        (lambda d: d.update(turns=[]), "an offline episode has turns"),
        (lambda d: d.update(failure="x"), "a failure is named for a finished episode"),
        (lambda d: d.update(outcome="infrastructure_failure"), "an infrastructure failure is not named"),
        (lambda d: d["calls"][0].update(messages=[7]), "a call names a message that is not there"),
    ],
)
def test_a_broken_record_is_named_in_one_line(tmp_path: Path, change: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        load_record(broken(tmp_path, change))
    assert str(tmp_path / "01.json") in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "is not JSON"), (b'{"format": 1,\n "model"', "01.json:2: is not JSON"), (b"\xff\xfe", "is not UTF-8")],
)
def test_a_file_that_is_no_json_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "01.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load_record(path)


def test_an_absent_record_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_record(tmp_path / "02.json")


def test_a_file_that_cannot_be_written_is_named_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "01.json"
    path.mkdir()
    (path / "in the way").touch()
    with pytest.raises(PlanclaimsError, match=r"01\.json: cannot be written: "):
        write_record(path, OFFLINE)
    assert [found.name for found in tmp_path.iterdir()] == ["01.json"]
    with pytest.raises(PlanclaimsError, match=r"02\.json: cannot be written: "):
        write_record(path / "in the way" / "02.json", OFFLINE)
