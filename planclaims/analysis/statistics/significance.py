"""Paired tests within a model: each method against the baseline of its regime, and online against offline.

Each group of tests is a family of its own for Holm's correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.pools import solvable, tested
from planclaims.analysis.statistics.runs import Counts, Runs, count_runs, mean_counts, paired_runs
from planclaims.analysis.statistics.sign_test import mcnemar_p, paired_test
from planclaims.analysis.table.row import FATAL

if TYPE_CHECKING:
    import pandas as pd

BASELINES: Mapping[str, str] = {"offline": "direct", "online": "react"}
ACROSS = "online against offline"
"""The family of tests that compare a model's regimes."""

EVERY_METHOD = "all methods"
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """A method against a baseline on the solvable tasks that both have a score for.

    `regime` names the family of tests: a regime, or online against offline. `gained` counts tasks that the method
    solves more often, `lost` those that the baseline does; `p_holm` is the p value after Holm's correction over the
    family, the fields with `mid` are the same from mid-p values. `method_runs` and `baseline_runs` hold the tasks.
    """

    regime: str
    model: str
    method: str
    baseline: str
    gained: int
    lost: int
    p: float
    p_mid: float
    method_runs: Runs
    baseline_runs: Runs
    p_holm: float = 1.0
    p_mid_holm: float = 1.0
    shared: int = 0
    """Pairs of episodes that begin with the same request, and so with the same stored reply."""

    @property
    def pooled(self) -> bool:
        """Return whether each side is all methods of a regime, which are no sample of anything."""
        return self.method.startswith(EVERY_METHOD)

    @property
    def tasks(self) -> int:
        """Return the number of tasks compared."""
        return len(self.method_runs)

    @property
    def difference(self) -> float:
        """Return by how much the method's success rate over the tasks exceeds the baseline's."""
        return float(self.method_runs.rates().mean() - self.baseline_runs.rates().mean())

    @property
    def significant(self) -> bool:
        """Return whether p < 0.05 before correction."""
        return self.p < LEVEL

    @property
    def survives(self) -> bool:
        """Return whether the difference survives the correction."""
        return self.p_holm <= LEVEL

    @property
    def survives_mid(self) -> bool:
        """Return whether it would survive the correction of the mid-p values."""
        return self.p_mid_holm <= LEVEL


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values after the step-down correction of Holm, in their order."""
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    if not p_values:
        return []
    return [float(p) for p in multipletests(list(p_values), alpha=LEVEL, method="holm")[1]]


def least_detectable(tasks: int, family: int) -> int | None:
    """Return the least number of tasks that, all gained and none lost, survives Holm's correction over the family.

    That is the smallest p value of the family, which Holm multiplies by its size. None if even all tasks are too few.
    """
    return next((won for won in range(1, tasks + 1) if family * mcnemar_p(won, 0) <= LEVEL), None)


def comparisons(frame: pd.DataFrame) -> list[Comparison]:
    """Return every method of a model against the baseline of its regime; controls and unpaired ones are left out."""
    counts = count_runs(_pool(frame), ("regime", "model", "method"))
    found = []
    for regime, baseline in BASELINES.items():
        pairs = (
            _compared(regime, model, (method, own), (baseline, counts.get((regime, model, baseline), {})))
            for (its_regime, model, method), own in counts.items()
            if its_regime == regime and method != baseline
        )
        found += _corrected(pairs)
    return [replace(test, shared=_shared(frame, test)) for test in found]


def _shared(frame: pd.DataFrame, test: Comparison) -> int:
    """Return how many pairs of episodes of a comparison ask the model the same at first."""
    pool = _pool(frame)
    asked = pool[(pool["model"] == test.model) & pool["first_request"].notna()]
    own, base = (
        asked[asked["method"] == name].set_index(["domain", "task", "repeat"])["first_request"]
        for name in (test.method, test.baseline)
    )
    both = own.index.intersection(base.index)
    return int((own[both] == base[both]).sum())


def regime_comparisons(frame: pd.DataFrame) -> list[Comparison]:
    """Return, for each model, online against offline: baseline against baseline, and all methods against all."""
    pool = _pool(frame)
    counts = count_runs(pool, ("model", "regime", "method"))
    pairs: list[Comparison | None] = []
    for model in dict.fromkeys(pool["model"]):
        ends = [(BASELINES[name], counts.get((model, name, BASELINES[name]), {})) for name in ("online", "offline")]
        parts = {name: [part for key, part in counts.items() if key[:2] == (model, name)] for name in BASELINES}
        pools = [(f"{EVERY_METHOD} {name}", mean_counts(parts[name])) for name in ("online", "offline")]
        pairs += [_compared(ACROSS, model, *ends), _compared(ACROSS, model, *pools)]
    return _corrected(pairs)


def _pool(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes on solvable tasks, but for agents whose inapplicable acts are not fatal.

    Those have tests of their own against the same agents where they are.
    """
    pool = solvable(tested(frame))
    return pool[pool["violation_rule"].isna() | (pool["violation_rule"] == FATAL)]


def _compared(family: str, model: str, method: tuple[str, Counts], baseline: tuple[str, Counts]) -> Comparison | None:
    """Return the comparison, or None if no task has a score on both sides."""
    own, base = paired_runs(method[1], baseline[1])
    if not len(own):
        return None
    test = paired_test(own, base)
    return Comparison(family, model, method[0], baseline[0], test.gained, test.lost, test.p, test.p_mid, own, base)


def _corrected(tests: Iterable[Comparison | None]) -> list[Comparison]:
    found = [test for test in tests if test is not None]
    exact, mid = holm([test.p for test in found]), holm([test.p_mid for test in found])
    return [replace(test, p_holm=p, p_mid_holm=q) for test, p, q in zip(found, exact, mid, strict=True)]
