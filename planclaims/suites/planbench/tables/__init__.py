"""The tables of the suite, made from its table of episodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.planbench.tables.by_kind import by_condition, by_error, by_kind, by_length, by_size
from planclaims.suites.planbench.tables.by_score import confusion, copying, cost, execution, replanning, verification
from planclaims.suites.planbench.tables.published import published

if TYPE_CHECKING:
    import pandas as pd

TABLES: Mapping[str, Callable[[pd.DataFrame], Sheet]] = {
    table.__name__: table
    for table in (
        by_kind,
        by_condition,
        by_length,
        by_size,
        by_error,
        verification,
        confusion,
        execution,
        cost,
        copying,
        replanning,
        published,
    )
}
