"""A claim: a number recomputed from episodes, with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planclaims.analysis.formats.markup import counted, number, percent, plural, ranged
from planclaims.analysis.statistics.bootstrap import Interval, ratio_interval
from planclaims.analysis.statistics.pools import share, total_of, weighed
from planclaims.analysis.statistics.runs import TASK

if TYPE_CHECKING:
    import pandas as pd

Scope = tuple[frozenset[str], frozenset[str]]
"""The models and the methods whose episodes bear on a claim."""

NOTHING: Scope = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed, its value, what it rests on, the counts behind it and its 95% interval over tasks.

    `scope` decides which published number may stand beside it.
    """

    name: str
    value: str
    basis: str
    counts: str = ""
    interval: str = ""
    scope: Scope = NOTHING


def scope_of(episodes: pd.DataFrame) -> Scope:
    """Return the models and methods of some episodes."""
    return frozenset(episodes["model"].unique()), frozenset(episodes["method"].unique())


@dataclass(frozen=True)
class Evidence:
    """The scored episodes of the models under test, and how intervals over them are drawn.

    In its methods `basis` says what is counted, and `about` is the part of the pool that the claim speaks of, which
    gives its scope: a claim about failures also speaks of a method that never failed.
    """

    pool: pd.DataFrame
    resamples: int
    seed: int

    def share(self, name: str, part: pd.Series[bool], *, of: pd.DataFrame, basis: str, about: pd.DataFrame) -> Claim:
        """Return the share of episodes for which the mask holds, in percent."""
        return self.ratio(name, part, None, of=of, basis=basis, about=about)

    def ratio(
        self,
        name: str,
        part: pd.Series[Any],
        whole: pd.Series[Any] | None,
        *,
        of: pd.DataFrame,
        basis: str,
        about: pd.DataFrame,
    ) -> Claim:
        """Return the sum of one column over that of another, in percent; without another, over all episodes."""
        parts, wholes = _sums(of, part, whole)
        above, below = total_of(sum(parts)), total_of(sum(wholes))
        interval = ranged(self._interval(parts, wholes), 1, 100, unit="%")
        return Claim(name, percent(above, below), basis, counted(above, below), interval, scope_of(about))

    def mean(
        self, name: str, column: pd.Series[Any], *, of: pd.DataFrame, basis: str, about: pd.DataFrame, digits: int
    ) -> Claim:
        """Return the mean of a column over episodes; a missing value counts nowhere. `basis` names one of them."""
        known = column.notna()
        parts, wholes = _sums(of[known], column[known], None)
        below = total_of(sum(wholes))
        value = number(share(sum(parts), below), digits)
        interval = ranged(self._interval(parts, wholes), digits)
        return Claim(name, value, plural(below, basis), interval=interval, scope=scope_of(about))

    def _interval(self, parts: list[float], wholes: list[float]) -> Interval:
        """Return the bounds; None of nothing and where all tasks agree."""
        if not any(wholes):
            return None
        return ratio_interval(parts, wholes, resamples=self.resamples, seed=self.seed)


def _sums(
    episodes: pd.DataFrame, part: pd.Series[Any], whole: pd.Series[Any] | None
) -> tuple[list[float], list[float]]:
    """Return the weighed sums of both columns by task; without a second one, of the episodes."""
    keys = [episodes[name] for name in TASK]
    above, below = (weighed(episodes, column).groupby(keys, sort=True).sum().tolist() for column in (part, whole))
    return above, below
