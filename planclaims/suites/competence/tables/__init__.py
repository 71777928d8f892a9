"""The tables of the competence study, from one row per episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.formats import by_kind
from planclaims.suites.competence.tables.malformed import malformed_replies

if TYPE_CHECKING:
    import pandas as pd

TABLES: Mapping[str, Callable[[pd.DataFrame], Sheet]] = {"c2-formats": by_kind, "c14-malformed": malformed_replies}
