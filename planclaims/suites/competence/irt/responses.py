"""From the table of episodes of the competence suite to a response matrix and a description of its items."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.competence.question import CompetenceQuestion
from planclaims.suites.contract import Item

if TYPE_CHECKING:
    import pandas as pd

NEEDED = ("model", "method", "condition", "form", "kind", "domain", "item", "right")
NO_FEATURES = {
    *("model", "method", "condition", "regime", "group", "item", "kind", "repeat", "reference", "scored", "failure"),
    *("answer_kind", "ending", "calls_used", "ill_formed_calls", "model_calls", "input_tokens", "output_tokens"),
    *("seconds", "right", "malformed", "reason", "certificate", "witness", "extracted", "form", "domain", "state"),
    *("overlap", "distance", "official", "shorter", "program", "extraction", "arm", "evidence_tokens", "edits"),
}
"""Columns that say something of an answer or name something; the other numeric ones are features of the item."""


def item_keys(frame: pd.DataFrame) -> pd.Series[str]:
    """Return the key kind/domain/item of every row."""
    return frame["kind"].astype(str) + "/" + frame["domain"].astype(str) + "/" + frame["item"].astype(str)


def condition_names(frame: pd.DataFrame) -> pd.Series[str]:
    """Return method and condition of every row as one name; the method alone under the condition `plain`."""
    method, condition = frame["method"].astype(str), frame["condition"].astype(str)
    return method.where(condition == "plain", method + "-" + condition)


def response_table(frame: pd.DataFrame, form: str = "generative") -> pd.DataFrame:
    """Return one row per respondent (model x condition), one column per item; 1, 0 or missing where unscored.

    Only the first repeat counts. InputError if a needed column is missing or there is no such answer.
    """
    missing = [name for name in NEEDED if name not in frame.columns]
    if missing:
        raise InputError(f"the table of episodes lacks columns: {', '.join(missing)}")
    chosen = frame[frame["form"] == form]
    if "repeat" in frame.columns:
        chosen = chosen[chosen["repeat"] == 0]
    if not len(chosen):
        raise InputError(f"the table of episodes has no answer in the form {form!r}")
    scripted = chosen["reference"] if "reference" in chosen.columns else False
    named = chosen.assign(key=item_keys(chosen), condition=condition_names(chosen), scripted=scripted)
    cells = named.assign(cell=named["right"].astype("boolean").astype("Int8"))
    table = cells.pivot(index=["model", "condition", "scripted"], columns="key", values="cell")
    return table[list(dict.fromkeys(named["key"]))]


def item_table(frame: pd.DataFrame, form: str = "generative") -> pd.DataFrame:
    """Return one row per item: key, kind, domain, form, and the numeric features that the episodes tell of it."""
    import pandas as pd

    chosen = frame[frame["form"] == form]
    first = chosen.assign(key=item_keys(chosen)).drop_duplicates("key").set_index("key", drop=False)
    features = [
        name
        for name in frame.columns
        if name not in NO_FEATURES and pd.api.types.is_numeric_dtype(frame[name]) and first[name].notna().any()
    ]
    found = first[["key", "kind", "domain", "form", *features]].rename(columns={"key": "item"})
    for name in features:
        found[name] = found[name].astype("Float64")
    return found


def question_texts(items: Iterable[Item]) -> dict[str, str]:
    """Return what is asked about each item in the generative form, by the key of the item."""
    return {
        f"{item.kind}/{item.shown['domain']}/{item.name}": CompetenceQuestion(item.shown, {}).asked()
        for item in items
        if item.shown["form"] == "generative"
    }


def write_responses(frame: pd.DataFrame, matrix: Path, items: Path) -> None:
    """Write the response matrix and the description of its items as CSV files."""
    table = response_table(frame)
    text = io.StringIO()
    table.reset_index().to_csv(text, index=False, lineterminator="\n")
    write_whole(matrix, text.getvalue().encode())
    described = io.StringIO()
    item_table(frame).loc[list(table.columns)].to_csv(described, index=False, lineterminator="\n")
    write_whole(items, described.getvalue().encode())
