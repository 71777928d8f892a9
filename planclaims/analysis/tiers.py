"""Tiers: which model is the smaller and which the larger one of a family, given as data and never guessed."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Tiers:
    """The lower-tier and the higher-tier model of a family."""

    lower: str
    higher: str


def tiers_of(entries: Sequence[Mapping[str, str]] | None) -> tuple[Tiers, ...]:
    """Return the pairs of a configuration; where it names none, those of the models that the paper compares."""
    return paper_tiers() if entries is None else tuple(Tiers(entry["lower"], entry["higher"]) for entry in entries)


@cache
def paper_tiers() -> tuple[Tiers, ...]:
    """Return the pairs of models that the paper compares."""
    text = files("planclaims.analysis").joinpath("paper", "tiers.csv").read_text(encoding="utf-8")
    return tuple(Tiers(line["lower"], line["higher"]) for line in csv.DictReader(text.splitlines()))
