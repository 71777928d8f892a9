"""From the records of a suite to one row per episode: the shared columns and the suite's own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from planclaims.episodes.method import regime_of
from planclaims.episodes.record import EpisodeRecord, RunOutcome
from planclaims.errors import InputError
from planclaims.seam import CallKind
from planclaims.suites.contract import SHARED, Item, Judgement, Suite, Value

if TYPE_CHECKING:
    import pandas as pd

    from planclaims.suites.chunk import Chunk

DTYPES = {"text": "string", "truth": "boolean", "whole": "Int64", "number": "Float64"}
ABSENT = "the episode has not been played"
Row = Mapping[str, Value]


def judged_rows(chunk: Chunk, records: Mapping[str, EpisodeRecord | None]) -> Iterable[Row]:
    """Yield the row of every item of a chunk; without a record of just this item it is unscored, and says why."""
    for item in chunk.items:
        yield row_of(chunk, item, records[item.name])


def row_of(chunk: Chunk, item: Item, record: EpisodeRecord | None) -> Row:
    """Return one row: None where there is no value; every column of the suite is there."""
    shared: dict[str, Value] = {column.name: None for column in SHARED}
    shared |= {
        "model": chunk.player.model,
        "method": chunk.player.method,
        "condition": chunk.condition,
        "regime": str(regime_of(chunk.player.method, chunk.player.method_settings)),
        "group": item.group,
        "item": item.name,
        "kind": item.kind,
        "repeat": chunk.player.repeat,
        "reference": chunk.player.model_settings.get("kind") == "reference",
        "scored": False,
    }
    own: dict[str, Value] = {column.name: None for column in chunk.suite.columns}
    if record is None or record.item_hash != item.hash:
        return {**shared, "failure": ABSENT, **own}
    shared |= _costs(record)
    if record.outcome is not RunOutcome.FINISHED:
        return {**shared, "failure": record.failure, **own}
    judgement = chunk.suite.judge(record, item)
    check_judgement(chunk.suite, item, judgement)
    return {**shared, **_conduct(record), "scored": True, **own, **judgement.values}


def check_judgement(suite: Suite, item: Item, judgement: Judgement) -> None:
    """Raise InputError unless every column has a value of its type or a reason why there is none."""
    types = {"text": str, "truth": bool, "whole": int, "number": (int, float)}
    for column in suite.columns:
        value = judgement.values.get(column.name)
        if value is None and column.name not in judgement.missing:
            raise InputError(f"suite {suite.name}: {item.key} has neither {column.name} nor a reason why not")
        fits = value is None or isinstance(value, types[column.type])  # type: ignore[arg-type]
        if not fits or (isinstance(value, bool) and column.type != "truth") or _no_number(value):
            raise InputError(
                f"suite {suite.name}: {column.name} of {item.key} has the wrong type",
                found=repr(value),
                allowed=column.type,
            )
    unknown = sorted(judgement.values.keys() - {column.name for column in suite.columns})
    if unknown:
        raise InputError(f"suite {suite.name}: the judge gives columns that are not declared: {', '.join(unknown)}")


def _no_number(value: Value) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def frame_of(suite: Suite, rows: Iterable[Row]) -> pd.DataFrame:
    """Return the rows as a frame of the declared columns and types."""
    import pandas as pd

    columns = (*SHARED, *suite.columns)
    untyped = pd.DataFrame(list(rows), columns=[column.name for column in columns], dtype=object)
    return untyped.astype({column.name: DTYPES[column.type] for column in columns})


def _conduct(record: EpisodeRecord) -> dict[str, Value]:
    turns = record.turns
    return {
        "answer_kind": record.parsed.kind if record.parsed else None,
        "ending": record.ending,
        "calls_used": None if turns is None else len(turns),
        "ill_formed_calls": None if turns is None else sum(turn.kind is CallKind.ILL_FORMED for turn in turns),
    }


def _costs(record: EpisodeRecord) -> dict[str, Value]:
    return {
        "model_calls": len(record.calls),
        "input_tokens": _sum(call.input_tokens for call in record.calls),
        "output_tokens": _sum(call.output_tokens for call in record.calls),
        "seconds": math.fsum(call.seconds for call in record.calls),
    }


def _sum(counts: Iterable[Any]) -> int | None:
    """Return the sum, or None if a reply did not tell its count."""
    listed = list(counts)
    return None if None in listed else sum(listed)
