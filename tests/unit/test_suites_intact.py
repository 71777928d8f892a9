"""Records that are missing or were changed since their job ended are found, and a copy of them is as good."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from planclaims.episodes.record import EpisodeRecord
from planclaims.episodes.strict_json import read_json
from planclaims.errors import InputError
from planclaims.suites.intact import damage_text, damaged, forget_changed, note_records


def played(folder: Path) -> Path:
    """Return the list of a job with two records and an item whose model could not be asked."""
    output = folder / "long.json"
    output.with_suffix("").mkdir()
    for name in ("00", "01"):
        (output.with_suffix("") / f"{name}.json").write_text(f"record {name}", encoding="utf-8")
    note_records(output.with_suffix(""), ["00", "01", "02"])
    output.write_text(json.dumps({"00": None, "01": None, "02": "no answer"}), encoding="utf-8")
    return output


def test_what_is_missing_or_changed_is_found(tmp_path: Path) -> None:
    output = played(tmp_path)
    record, other = (output.with_suffix("") / name for name in ("00.json", "01.json"))
    assert damaged(output) == []
    os.utime(record, ns=(1, 1))
    assert damaged(output) == [], "only copied"
    record.write_text("Record 00", encoding="utf-8")
    assert damaged(output) == [record]
    other.unlink()
    assert damaged(output) == [record, other]
    assert "suite lamps: 2 files are missing or damaged" in damage_text("lamps", damaged(output))
    forget_changed(output.with_suffix(""))
    assert not record.exists()
    assert damaged(output) == [output], "until the job ends"


@pytest.mark.parametrize("content", ["{", "[]", '{"00": null}', ""])
def test_a_list_that_is_not_that_of_the_job_is_found(tmp_path: Path, content: str) -> None:
    output = played(tmp_path)
    output.write_text(content, encoding="utf-8")
    assert damaged(output) == [output]
    output.unlink()
    assert damaged(output) == [], "Snakemake sees this itself"
    assert damage_text("lamps", []) == ""


def test_a_text_that_is_no_json_is_told_in_whole_words(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{\n"a": "\x01"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"a.json:2: is not JSON: Invalid control character in column 7$"):
        read_json(tmp_path / "a.json", EpisodeRecord)
