"""What the paper published, to stand beside what is measured here; never mixed with it."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PAPER = "arXiv:2610.22469"
BESIDE = (
    f"Paper: published values of {PAPER}, from its own tasks and runs, shown only beside the same models and methods; "
    "nothing in that column was measured here."
)
ALL = "all"
SEPARATOR = ";"


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """The paper's results of one configuration."""

    regime: str
    method: str
    model: str
    tokens: float
    success_rate: float
    executable_rate: float
    detections: int
    starred: bool


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """A number of the paper's text: of which models and methods, its value as printed, and where it stands."""

    claim: str
    models: frozenset[str]
    methods: frozenset[str]
    value: str
    counts: str
    interval: str
    source: str

    def __str__(self) -> str:
        details = "; ".join(part for part in (self.counts, self.interval) if part)
        return f"{self.value} ({details})" if self.value and details else self.value or details


@cache
def published_cells() -> dict[tuple[str, str], PublishedCell]:
    """Return table 4 of the paper, by model and method."""
    return {
        (line["model"], line["method"]): PublishedCell(
            line["regime"],
            line["method"],
            line["model"],
            tokens=1000 * float(line["tokens_k"]),
            success_rate=float(line["success_pct"]) / 100,
            executable_rate=float(line["executable_pct"]) / 100,
            detections=int(line["detections_of_10"]),
            starred=line["starred"] == "yes",
        )
        for line in _lines("table4.csv")
    }


@cache
def published_numbers() -> tuple[PublishedNumber, ...]:
    """Return the numbers of the paper's text and figures."""
    return tuple(
        PublishedNumber(
            line["claim"],
            frozenset(_names(line["models"], "models")),
            frozenset(_names(line["methods"], "methods")),
            *(line[name] for name in ("value", "counts", "interval", "source")),
        )
        for line in _lines("numbers.csv")
    )


def published(claim: str, models: Iterable[str], methods: Iterable[str]) -> PublishedNumber | None:
    """Return the paper's number for a claim about exactly these models and methods, if it has one."""
    about = frozenset(models), frozenset(methods)
    found = (number for number in published_numbers() if number.claim == claim)
    return next((number for number in found if (number.models, number.methods) == about), None)


def _names(text: str, kind: str) -> Iterable[str]:
    """Return the names in a cell; `all` and a regime stand for those of the paper's table 4."""
    cells = published_cells().values()
    if kind == "models":
        return {cell.model for cell in cells} if text == ALL else text.split(SEPARATOR)
    chosen = {cell.method for cell in cells if text in (ALL, cell.regime)}
    return chosen or text.split(SEPARATOR)


def _lines(name: str) -> list[dict[str, str]]:
    text = files("planclaims.analysis").joinpath("paper", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
