"""The response matrix: who answered which item right, wrong or not at all, and the faults of a file that holds one."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from planclaims.errors import InputError

Numbers = NDArray[np.float64]
Cells = NDArray[np.int8]
Places = NDArray[np.intp]

RIGHT, WRONG, EMPTY = 1, 0, -1
CELLS: Mapping[str, int] = {"1": RIGHT, "0": WRONG, "": EMPTY}
LABELS = ("respondent", "model", "condition", "family", "parameters", "scripted")
"""The columns that say who a respondent is; every other column is an item."""
SOME = 4
"""So many of what is wrong are named; more would hide the message."""
MOST_EMPTY = 0.05
"""The share of empty cells above which a respondent enters no fit."""


@dataclass(frozen=True)
class ResponseMatrix:
    """Answers of respondents (rows) to items (columns), each item of one kind.

    `answers` is I x J of 1 (right), 0 (wrong) and -1 (empty); `kind_of` gives each item's place in `kinds`, `floors`
    each kind's chance of a right answer without any ability, `labels` more about each respondent.
    """

    respondents: tuple[str, ...]
    items: tuple[str, ...]
    kinds: tuple[str, ...]
    kind_of: Places
    answers: Cells
    floors: Numbers
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def scripted(self, place: int) -> bool:
        """Return whether a respondent is a script, a control and no model."""
        return self.labels.get("scripted", ("",) * len(self.respondents))[place].lower() == "true"

    def told(self, place: int) -> str:
        """Return a respondent's name, marked if it is a script."""
        return f"{self.respondents[place]}{' (scripted)' if self.scripted(place) else ''}"

    @cached_property
    def seen(self) -> NDArray[np.bool_]:
        """Return where there is an answer."""
        return np.asarray(self.answers != EMPTY)

    @cached_property
    def responses(self) -> int:
        """Return how many answers there are."""
        return int(self.seen.sum())

    @cached_property
    def answered_items(self) -> int:
        """Return how many items have an answer."""
        return int(self.seen.any(axis=0).sum())

    def accuracy(self, axis: int) -> Numbers:
        """Return the share of right answers, pulled half an answer towards one half, over respondents or items."""
        right = (self.answers == RIGHT).sum(axis=axis)
        return np.asarray((right + 0.5) / (self.seen.sum(axis=axis) + 1))

    def kind_accuracy(self) -> Numbers:
        """Return the share of right answers, respondents x kinds; nan where a respondent answered none of a kind."""
        right = np.stack([(self.answers[:, self.kind_of == t] == RIGHT).sum(axis=1) for t in range(len(self.kinds))], 1)
        seen = np.stack([self.seen[:, self.kind_of == t].sum(axis=1) for t in range(len(self.kinds))], 1)
        return np.asarray(np.divide(right, seen, out=np.full(right.shape, np.nan), where=seen > 0))

    def of_respondents(self, chosen: Sequence[int]) -> ResponseMatrix:
        """Return the matrix of some respondents."""
        labels = {name: tuple(values[i] for i in chosen) for name, values in self.labels.items()}
        names = tuple(self.respondents[i] for i in chosen)
        return replace(self, respondents=names, answers=self.answers[list(chosen)], labels=labels)

    def of_items(self, chosen: Places) -> ResponseMatrix:
        """Return the matrix of some items; kinds stay, also those that lose all items."""
        items = tuple(self.items[j] for j in chosen)
        return replace(self, items=items, kind_of=self.kind_of[chosen], answers=self.answers[:, chosen])

    def with_answers(self, answers: Cells) -> ResponseMatrix:
        """Return the same respondents and items with other answers."""
        return replace(self, answers=answers)


def sorted_out(
    matrix: ResponseMatrix, most_empty: float = MOST_EMPTY, file: Path | None = None
) -> tuple[ResponseMatrix, tuple[str, ...]]:
    """Return the matrix without the respondents that have too many empty cells, and their names.

    InputError, naming the file that the matrix is from, if fewer than two respondents are left or if all answers to a
    kind are equal.
    """
    missing = 1 - matrix.seen.mean(axis=1)
    kept = [i for i, share in enumerate(missing) if share <= most_empty]
    if len(kept) < 2:
        raise InputError(
            f"too few respondents for a fit: {len(kept)} of {len(matrix.respondents)} have at most "
            f"{most_empty:.0%} empty cells",
            file=file,
            found=_emptiest(matrix, missing),
            allowed="two or more",
        )
    left_out = tuple(name for i, name in enumerate(matrix.respondents) if i not in kept)
    fitted = matrix.of_respondents(kept)
    constant = list(_constant_kinds(fitted))
    if constant:
        raise InputError(
            f"all answers to a kind are equal, so nothing can be said of it: {', '.join(constant[:SOME])}",
            file=file,
            found=f"{len(constant)} of {len(matrix.kinds)} kinds so, in the rows of all {len(kept)} respondents, "
            f"{fitted.respondents[0]!r} to {fitted.respondents[-1]!r}",
            allowed="kinds with a 0 and a 1; leave the columns of the others out",
        )
    return fitted, left_out


def _emptiest(matrix: ResponseMatrix, missing: Numbers) -> str:
    """Return which rows have most empty cells."""
    order = sorted(range(len(matrix.respondents)), key=lambda i: -missing[i])[:SOME]
    return ", ".join(f"{matrix.respondents[i]!r} with {missing[i]:.0%} empty" for i in order)


def _constant_kinds(matrix: ResponseMatrix) -> Iterator[str]:
    for place, kind in enumerate(matrix.kinds):
        answers = matrix.answers[:, matrix.kind_of == place]
        values = sorted({int(value) for value in np.unique(answers)} - {EMPTY})
        if len(values) < 2:
            names = [name for name, own in zip(matrix.items, matrix.kind_of, strict=True) if own == place]
            columns = f"column {names[0]!r}" if len(names) == 1 else f"columns {names[0]!r} to {names[-1]!r}"
            yield f"{kind} ({columns}: all {'right' if values == [RIGHT] else 'wrong' if values else 'empty'})"


def read_matrix(path: Path, items: Path | None = None) -> ResponseMatrix:
    """Return the matrix of a CSV file: a row per respondent, a column per item, cells 0, 1 or empty.

    A respondent is named by the column `respondent`, or by `model` and `condition`. The kind of an item is what stands
    before the first slash of its column's name, or what the second file says (columns `item`, `kind`, and `floor` for
    kinds that can be guessed). InputError in one line for anything else.
    """
    lines = list(_lines(path))
    if not lines:
        raise InputError("the file is empty", file=path, allowed="a header and a row per respondent")
    header = [name.strip() for name in lines[0][1]]
    _check_header(header, path)
    columns = [place for place, name in enumerate(header) if name not in LABELS]
    names = [header[place] for place in columns]
    kinds, floors = _kinds(names, path) if items is None else _described(names, path, items)
    rows = lines[1:]
    respondents = _respondents(header, rows, path)
    answers = np.array([_cells(header, columns, row, line, path) for line, row in rows], dtype=np.int8)
    for (line, _), name, given in zip(rows, respondents, answers, strict=True):
        if (given == EMPTY).all():
            raise InputError(f"respondent {name!r} has no answer", file=path, line=line, allowed="at least one 0 or 1")
    if len(rows) < 2:
        raise InputError("there is one respondent; nothing can be compared", file=path, allowed="two or more")
    order = tuple(dict.fromkeys(kinds))
    labels = {name: tuple(row[header.index(name)].strip() for _, row in rows) for name in LABELS if name in header}
    places = np.array([order.index(kind) for kind in kinds], dtype=np.intp)
    return ResponseMatrix(
        respondents, tuple(names), order, places, answers, np.array([floors.get(kind, 0.0) for kind in order]), labels
    )


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of every line that is not blank, with its number."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            yield from ((reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells))
    except OSError as problem:
        raise InputError(f"cannot be read ({problem.strerror})", file=path) from None
    except (UnicodeDecodeError, csv.Error) as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None


def _check_header(header: Sequence[str], path: Path) -> None:
    doubled = [name for name, times in Counter(header).items() if times > 1]
    if "" in header:
        raise InputError(f"column {list(header).index('') + 1} has no name", file=path, line=1)
    if doubled:
        raise InputError(f"columns stand twice: {', '.join(doubled[:5])}", file=path, line=1)
    if "respondent" not in header and "model" not in header:
        raise InputError(
            "no column says who answers", file=path, line=1, allowed="a column respondent, or model and condition"
        )
    if all(name in LABELS for name in header):
        raise InputError("there is no item", file=path, line=1, allowed="a column per item, named kind/item")


def _kinds(names: Sequence[str], path: Path) -> tuple[list[str], Mapping[str, float]]:
    for name in names:
        if not name.partition("/")[0] or "/" not in name:
            raise InputError(
                f"column {name!r} names no kind",
                file=path,
                line=1,
                allowed=f"kind/item, {', '.join(LABELS)}; or a second file that gives the kinds",
            )
    return [name.partition("/")[0] for name in names], {}


def _described(names: Sequence[str], path: Path, items: Path) -> tuple[list[str], Mapping[str, float]]:
    """Return each item's kind and the floors of the kinds, from the file that describes the items."""
    described = {row["item"]: row for row in read_items(items)}
    absent = [name for name in names if name not in described]
    if absent:
        raise InputError(f"{len(absent)} columns of {path} are not described, the first is {absent[0]!r}", file=items)
    floors: dict[str, float] = {}
    for name in names:
        row = described[name]
        floor = _floor(row.get("floor", ""), name, items)
        if floors.setdefault(row["kind"], floor) != floor:
            raise InputError(f"items of kind {row['kind']!r} have different floors", file=items)
    return [described[name]["kind"] for name in names], floors


def _floor(text: str, item: str, path: Path) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1:
        raise InputError(f"wrong floor of item {item!r}", file=path, found=repr(text), allowed="from 0 to below 1")
    return value


def read_items(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file that describes items; it has the columns `item` and `kind`."""
    lines = list(_lines(path))
    header = [name.strip() for name in lines[0][1]] if lines else []
    missing = [name for name in ("item", "kind") if name not in header]
    if missing:
        raise InputError(f"missing columns: {', '.join(missing)}", file=path)
    rows = []
    for line, cells in lines[1:]:
        _check_width(cells, header, line, path)
        row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
        if not row["item"] or not row["kind"]:
            raise InputError("an item has no name or no kind", file=path, line=line)
        rows.append(row)
    doubled = [name for name, times in Counter(row["item"] for row in rows).items() if times > 1]
    if doubled:
        raise InputError(f"items stand twice: {', '.join(doubled[:5])}", file=path)
    return rows


def _check_width(cells: Sequence[str], header: Sequence[str], line: int, path: Path) -> None:
    if len(cells) != len(header):
        raise InputError(f"the line has {len(cells)} cells, the header {len(header)}", file=path, line=line)


def _respondents(header: Sequence[str], rows: Sequence[tuple[int, list[str]]], path: Path) -> tuple[str, ...]:
    """Return the respondents' names, each of them once."""
    parts = ["respondent"] if "respondent" in header else [name for name in ("model", "condition") if name in header]
    places = [header.index(part) for part in parts]
    names: list[str] = []
    for line, row in rows:
        _check_width(row, header, line, path)
        name = "/".join(row[place].strip() for place in places)
        if not name.strip("/"):
            raise InputError("a respondent has no name", file=path, line=line)
        if name in names:
            raise InputError(f"respondent {name!r} stands twice", file=path, line=line)
        names.append(name)
    return tuple(names)


def _cells(header: Sequence[str], columns: Sequence[int], row: Sequence[str], line: int, path: Path) -> list[int]:
    values = []
    for place in columns:
        text = row[place].strip()
        if text not in CELLS:
            raise InputError(
                f"wrong cell in column {header[place]!r}", file=path, line=line, found=repr(text), allowed="0, 1, empty"
            )
        values.append(CELLS[text])
    return values


def matrix_csv(matrix: ResponseMatrix) -> str:
    """Return the matrix as the text of a CSV file that `read_matrix` reads."""
    names = [name for name in LABELS if name in matrix.labels] or ["respondent"]
    labels = matrix.labels or {"respondent": matrix.respondents}
    lines = [",".join([*names, *matrix.items])]
    texts = np.array(["0", "1", ""])[matrix.answers]
    for place, row in enumerate(texts):
        lines.append(",".join([*(labels[name][place] for name in names), *row]))
    return "\n".join(lines) + "\n"
