"""Sentences whose numbers lead to the episodes that they were counted from."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.analysis.filters import Filter
from planclaims.report.page.address import STUDY_LIST, list_address
from planclaims.report.page.html import Html, element, joined


@dataclass(frozen=True, slots=True)
class Sourced:
    """A text about the episodes that a filter selects."""

    text: str
    source: Filter


Piece = str | Sourced
"""A part of a sentence."""


def told(*pieces: Piece) -> str:
    """Return the sentence as bare text."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)


def linked(*pieces: Piece) -> Html:
    """Return the sentence, its numbers as links to the lists of their episodes."""
    return joined(*(piece if isinstance(piece, str) else _link(piece) for piece in pieces))


def _link(piece: Sourced) -> Html:
    return element("a", piece.text, href=list_address(piece.source, STUDY_LIST), class_="source")
