"""Filters of episodes, and tables whose cells name the episodes they were made from."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from planclaims.analysis.filters import Filter, Span, filter_data, filter_of, selected
from planclaims.analysis.formats.sheet import Sheet, read_sheet, write_sheet
from planclaims.analysis.grouped import EMPTY, grouped_sheet
from planclaims.errors import InputError
from planclaims.report.page.address import list_address

FRAME = pd.DataFrame(
    {
        "model": pd.array(["a", "a", "b", "b", "b"], dtype="string"),
        "right": pd.array([True, False, None, True, True], dtype="boolean"),
        "length": pd.array([1, 2, 3, None, 5], dtype="Int64"),
    }
)


@pytest.mark.parametrize(
    ("wanted", "places", "address"),
    [
        ({}, [0, 1, 2, 3, 4], "#episodes"),
        ({"model": "a"}, [0, 1], "#episodes?model=a"),
        ({"model": ["a", "b"], "right": True}, [0, 3, 4], "#episodes?model=a&model=b&right=true"),
        ({"right": None}, [2], "#episodes?right~="),
        ({"right": [False, None]}, [1, 2], "#episodes?right=false&right~="),
        ({"length": 3}, [2], "#episodes?length=3"),
        ({"length": Span(2, 4)}, [1, 2], "#episodes?length=2..4"),
        ({"length": Span(low=2)}, [1, 2, 4], "#episodes?length=2.."),
        ({"length": Span()}, [0, 1, 2, 4], "#episodes?length=.."),
        ({"model": "a & b=c"}, [], "#episodes?model=a%20%26%20b%3Dc"),
    ],
)
def test_a_filter_selects_its_rows_and_has_an_address(wanted: Filter, places: list[int], address: str) -> None:
    assert list(selected(FRAME, wanted).index) == places
    assert list_address(wanted) == address
    assert list(selected(FRAME, filter_of(filter_data(wanted))).index) == places


def test_a_filter_of_no_column_is_an_error() -> None:
    with pytest.raises(InputError, match="no such column; found 'colour'; allowed: model, right, length"):
        selected(FRAME, {"colour": "red"})


def counted(episodes: pd.DataFrame) -> str:
    return str(len(episodes))


def test_each_cell_of_a_grouped_table_is_made_from_the_rows_it_names() -> None:
    measures = {"all": counted, "right": (counted, {"right": True}), "long": (counted, {"length": Span(3, None)})}
    sheet = grouped_sheet("T", FRAME, ("model",), measures)  # type: ignore[arg-type]
    assert sheet.header == ("model", "all", "right", "long")
    assert sheet.rows == (("a", "2", "1", EMPTY), ("b", "3", "2", "2"))
    for row, sources in zip(sheet.rows, sheet.sources, strict=True):
        for text, source in zip(row, sources, strict=True):
            assert source is None or counted(selected(FRAME, source)) == text
    assert sheet.sources[0][0] is None
    assert sheet.sources[0][3] is None


def test_a_group_is_narrower_than_the_filter_of_a_measure() -> None:
    sheet = grouped_sheet("T", FRAME, ("model",), {"n": (counted, {"model": ["a", "b"]})})
    assert sheet.sources[0][1] == {"model": "a"}


def test_a_sheet_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    sheet = Sheet("T", ("a", "b"), (("x", "1"),), ("note",), ((None, {"length": Span(1, None), "model": ["a", None]}),))
    write_sheet(sheet, [path])
    assert read_sheet(path) == sheet
    path.write_text(path.read_text(encoding="utf-8")[:40], encoding="utf-8")
    with pytest.raises(InputError, match=r"t\.json: holds no table of this version; make it again"):
        read_sheet(path)
