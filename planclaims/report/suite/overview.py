"""What the page says of every suite by itself: who played how often, what came out, and what was not scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter, Span
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.grouped import EMPTY, Measure, grouped_sheet
from planclaims.report.page.address import list_address
from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.numbers import count, listing, percent, plural
from planclaims.report.summary.pool import CONTROL
from planclaims.suites.contract import Column

if TYPE_CHECKING:
    import pandas as pd

BY = ("model", "method", "condition")
SCORED: Filter = {"scored": True}
UNSCORED: Filter = {"scored": False}


def overview(frame: pd.DataFrame, columns: Sequence[Column]) -> Sheet:
    """Return a row per model, method and condition: how many episodes, the verdict, meaningful means."""
    measures: dict[str, Measure | tuple[Measure, Filter]] = {"episodes": _count, "not scored": (_count, UNSCORED)}
    for column in columns:
        if column.verdict:
            measures[column.name] = (_share_of(column.name), {**SCORED, column.name: [True, False]})
        elif column.averaged:
            measures[f"mean {column.name}"] = (_mean_of(column.name), {**SCORED, column.name: _any_value(column)})
    measures["mean model calls"] = (_mean_of("model_calls"), {"model_calls": Span()})
    return grouped_sheet("Who played, and what came out", frame, BY, measures)


def in_short(frame: pd.DataFrame, controls: Sequence[str]) -> Html:
    """Return how many episodes there are of whom, and what a reader must know before any number."""
    models = list(dict.fromkeys(frame["model"]))
    llms = [model for model in models if model not in controls]
    played = element("a", plural(len(frame), "episode"), href=list_address({}), class_="source")
    told = [element("p", played, f" of {plural(len(models), 'model')}: {listing(models)}.", class_="scope")]
    if controls:
        are = "is a" if len(controls) == 1 else "are each a"
        told.append(element("p", f"{listing(list(controls))} {are} {CONTROL}.", class_="scope"))
    if not llms:
        told.append(element("p", "No language model played: every number is of controls.", class_="warning"))
    unscored = int((~frame["scored"].astype(bool)).sum())
    if unscored:
        link = element("a", plural(unscored, "episode"), href=list_address(UNSCORED), class_="source")
        why = " not scored, because the model could not be asked or has not been yet, and counted nowhere."
        told.append(element("p", link, (" is" if unscored == 1 else " are") + why, class_="warning"))
    return joined(*told)


def _count(episodes: pd.DataFrame) -> str:
    return count(len(episodes))


def _share_of(column: str) -> Measure:
    def share(episodes: pd.DataFrame) -> str:
        part = int(episodes[column].sum())
        return f"{percent(part, len(episodes))} ({count(part)} of {count(len(episodes))})"

    return share


def _mean_of(column: str) -> Measure:
    def mean(episodes: pd.DataFrame) -> str:
        known = episodes[column].dropna()
        return f"{float(known.astype(float).mean()):.2f}" if len(known) else EMPTY

    return mean


def _any_value(column: Column) -> Span | list[bool]:
    return [True, False] if column.type == "truth" else Span()
