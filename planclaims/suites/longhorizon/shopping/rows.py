"""Reading JSON strictly: every key once, and every refusal names the file, the row and what was allowed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from planclaims.errors import InputError, json_fault

Row = Mapping[str, Any]


def read_document(path: Path) -> Any:  # noqa: ANN401 - JSON is anything until it is read
    """Return the file's JSON; InputError if it is absent, broken or says one key twice."""
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=lambda pairs: _once(pairs, path))
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", file=path) from None
    except json.JSONDecodeError as problem:
        raise InputError(json_fault(problem), file=path, line=problem.lineno) from None


def _once(pairs: list[tuple[str, Any]], path: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError("one key stands twice", file=path, found=repr(key), allowed="every key once")
        found[key] = value
    return found


class Rows:
    """Reads values of one row, and names the row in every refusal."""

    def __init__(self, row: Any, place: str, file: str | Path | None) -> None:  # noqa: ANN401
        self.place, self.file = place, file
        if not isinstance(row, Mapping):
            self.refuse("", row, "an object")
        self.row: Row = row

    def refuse(self, column: str, found: object, allowed: str) -> NoReturn:
        """Raise InputError about a column of the row."""
        where = f"{self.place}, {column}" if column else self.place
        raise InputError(f"wrong value at {where}", file=self.file, found=repr(found), allowed=allowed)

    def only(self, *columns: str) -> None:
        """Refuse a column that is not among these."""
        for column in self.row:
            if column not in columns:
                self.refuse("", column, f"the columns {', '.join(columns)}")

    def text(self, column: str) -> str:
        """Return a text that is not blank."""
        value = self.row.get(column)
        if not isinstance(value, str) or not value.strip() or value != value.strip():
            self.refuse(column, value, "a text without outer spaces")
        return value

    def whole(self, column: str, least: int = 0, most: int | None = None, meaning: str = "a whole number") -> int:
        """Return a whole number within bounds."""
        value = self.row.get(column)
        allowed = f"{meaning}, at least {least}" + ("" if most is None else f" and at most {most}")
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.refuse(column, value, allowed)
        if most is not None and value > most:
            self.refuse(column, value, allowed)
        return value

    def cents(self, column: str, least: int = 0) -> int:
        """Return an amount of money."""
        return self.whole(column, least, meaning="money in whole cents")

    def truth(self, column: str) -> bool:
        """Return true or false."""
        value = self.row.get(column)
        if not isinstance(value, bool):
            self.refuse(column, value, "true or false")
        return value

    def key(self, column: str, table: Mapping[str, object], name: str) -> str:
        """Return a key that is in the table."""
        value = self.text(column)
        if value not in table:
            self.refuse(column, value, f"a key of {name}: {', '.join(table) or 'none'}")
        return value
