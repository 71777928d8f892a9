"""The tables of the suite, made from its table of episodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet

from .by_kind import by_kind

if TYPE_CHECKING:
    import pandas as pd

TABLES: Mapping[str, Callable[[pd.DataFrame], Sheet]] = {"by_kind": by_kind}
