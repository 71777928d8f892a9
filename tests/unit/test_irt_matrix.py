"""Response matrices from files: what is read, and how each fault is named in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from irt_matrices import matrix

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.matrix import matrix_csv, read_matrix, sorted_out

GOOD = "respondent,app/x/1,app/x/2,val/x/1\nann,1,0,1\nbob,,1,0\n"


def written(folder: Path, text: str, name: str = "matrix.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_rows_columns_kinds_and_cells(tmp_path: Path) -> None:
    found = read_matrix(written(tmp_path, GOOD))
    assert found.respondents == ("ann", "bob")
    assert found.kinds == ("app", "val")
    assert found.kind_of.tolist() == [0, 0, 1]
    assert found.answers.tolist() == [[1, 0, 1], [-1, 1, 0]]
    assert (found.responses, found.answered_items) == (5, 3)
    assert found.kind_accuracy().tolist() == [[0.5, 1.0], [1.0, 0.0]]


def test_a_matrix_is_read_as_it_was_written(tmp_path: Path) -> None:
    first = read_matrix(written(tmp_path, GOOD))
    again = read_matrix(written(tmp_path, matrix_csv(first)))
    assert again.items == first.items
    assert (again.answers == first.answers).all()


def test_model_and_condition_name_a_respondent(tmp_path: Path) -> None:
    text = "\ufeffmodel,condition,a/1\r\nm,cot,1\r\nm,direct,0\r\n\r\n"
    found = read_matrix(written(tmp_path, text))
    assert found.respondents == ("m/cot", "m/direct")
    assert found.labels["condition"] == ("cot", "direct")


def test_a_second_file_gives_kinds_and_floors(tmp_path: Path) -> None:
    items = written(tmp_path, "item,kind,floor,size\nq1,app,0.5,3\nq2,val,,4\nq3,val,0,5\n", "items.csv")
    found = read_matrix(written(tmp_path, "respondent,q1,q2\na,1,0\nb,0,1\n"), items)
    assert found.kinds == ("app", "val")
    assert found.floors.tolist() == [0.5, 0.0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "matrix.csv: the file is empty"),
        ("respondent,a/1\nx,2\ny,1\n", "matrix.csv:2: wrong cell in column 'a/1'; found '2'; allowed: 0, 1, empty"),
        ("respondent,a/1\nx,1.0\ny,1\n", "found '1.0'"),
        ("respondent,a/1\nx,1\n", "there is one respondent"),
        ("respondent,a/1,a/2\nx,1,0\ny,,\n", "matrix.csv:3: respondent 'y' has no answer"),
        ("respondent,a/1,a/2\nx,1\ny,1,1\n", "matrix.csv:2: the line has 2 cells, the header 3"),
        ("respondent,a/1\nx,1\nx,0\n", "matrix.csv:3: respondent 'x' stands twice"),
        ("respondent,a/1\n,1\nx,0\n", "matrix.csv:2: a respondent has no name"),
        ("respondent,a/1,a/1\nx,1,0\ny,0,0\n", "columns stand twice: a/1"),
        ("respondent,a/1,\nx,1,0\ny,0,0\n", "column 3 has no name"),
        ("respondent,q1\nx,1\ny,0\n", "column 'q1' names no kind"),
        ("name,a/1\nx,1\ny,0\n", "no column says who answers"),
        ("respondent\nx\ny\n", "there is no item"),
    ],
)
def test_a_fault_is_named_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_matrix(written(tmp_path, text))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ("item,kind\nq1,a\n", "1 columns of"),
        ("item\nq1\n", "missing columns: kind"),
        ("item,kind\nq1,a\nq1,a\nq2,a\n", "items stand twice: q1"),
        ("item,kind,floor\nq1,a,0\nq2,a,0.5\n", "items of kind 'a' have different floors"),
        ("item,kind,floor\nq1,a,1\nq2,a,1\n", "wrong floor of item 'q1'; found '1'"),
    ],
)
def test_a_fault_of_the_second_file_is_named(tmp_path: Path, items: str, told: str) -> None:
    with pytest.raises(InputError, match=r"items\.csv") as caught:
        read_matrix(written(tmp_path, "respondent,q1,q2\na,1,0\nb,0,1\n"), written(tmp_path, items, "items.csv"))
    assert told in str(caught.value)


def test_respondents_with_many_empty_cells_are_left_out() -> None:
    rows = ["10" * 20, "01" * 20, "10" * 18 + "1   ", " " + "1" * 39]
    fitted, left_out = sorted_out(matrix(rows, ["a"] * 40))
    assert left_out == ("r2",)
    assert fitted.respondents == ("r0", "r1", "r3")
    assert np.array_equal(fitted.answers[2], [-1] + [1] * 39)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["1011", "1011"], r"nothing can be said of it: a \(column 'a/0': all right\)"),
        (["0010", "0011"], r"nothing can be said of it: a \(column 'a/0': all wrong\)"),
        (["1   ", "0   "], "too few respondents for a fit: 0 of 2"),
    ],
)
def test_a_matrix_that_cannot_be_fitted_is_named(rows: list[str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        sorted_out(matrix(rows, ["a", "b", "b", "b"]))
