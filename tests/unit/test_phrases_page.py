"""Every row of the table in docs/phrases.md is what the package says."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from planclaims.language.prose.phrases import Phrases
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import Domain

PAGE = Path(__file__).parents[2] / "docs" / "phrases.md"
ROW = re.compile(
    r"^\| `\((?P<declared>[^`]+)\)`(?: = (?P<value>\d+))? \| (?P<said>[^|]+) \| (?P<denied>[^|]*)\|$", re.MULTILINE
)
ROWS = [match.groupdict() for match in ROW.finditer(PAGE.read_text(encoding="utf-8"))]


def parameters(text: str) -> tuple[Parameter, ...]:
    """Return the parameters of a typed list."""
    found: list[Parameter] = []
    waiting: list[str] = []
    words = text.split()
    for before, word in zip(["", *words], words, strict=False):
        if before == "-":
            found += [Parameter(name, (word,)) for name in waiting]
            waiting = []
        elif word != "-":
            waiting.append(word)
    return (*found, *(Parameter(name) for name in waiting))


def test_the_page_has_its_table() -> None:
    assert len(ROWS) >= 14


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["declared"])
def test_a_row_holds(row: dict[str, str | None]) -> None:
    name, _, rest = str(row["declared"]).partition(" ")
    signature = {name: parameters(rest)}
    kinds: dict[str, tuple[str, ...]] = {kind: () for p in signature[name] for kind in p.types if kind != "object"}
    said, denied, atom = row["said"], row["denied"], (name, *(p.name for p in signature[name]))
    if row["value"]:
        phrases = Phrases.load(Domain("page", kinds, {}, {}, signature, {}))
        assert phrases.value(atom, Fraction(row["value"])) == said
    else:
        phrases = Phrases.load(Domain("page", kinds, {}, signature, {}, {}))
        assert (phrases.fact(atom), phrases.fact(atom, holds=False)) == (said, str(denied).strip())
