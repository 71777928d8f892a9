"""Studies drawn from assumed rates, tested as the analysis tests: the share that finds a difference is its power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.runs import Runs
from planclaims.analysis.statistics.sign_test import mcnemar_p, paired_test
from planclaims.analysis.statistics.significance import BASELINES, LEVEL
from planclaims.study.power.rates import Assumed, Cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WANTED = 0.8
"""The power that a study should have."""
MOST_TASKS = 2000
"""A study of more tasks than this is not planned here."""


@dataclass(frozen=True, slots=True)
class Design:
    """Who plays how many solvable tasks how often: the regime and the runs of a task by model and method."""

    regimes: Mapping[Cell, str]
    repeats: Mapping[Cell, int]
    tasks: int

    def planned(self) -> list[tuple[str, str, str]]:
        """Return the planned comparisons as regime, model and method, each against its baseline, family by family."""
        return [
            (regime, model, method)
            for regime, baseline in BASELINES.items()
            for (model, method), its in self.regimes.items()
            if its == regime and method != baseline and (model, baseline) in self.regimes
        ]


@dataclass(frozen=True, slots=True)
class Power:
    """A planned comparison with its assumed rates, and the share of simulated studies in which it comes out.

    `before` counts p < 0.05 without a correction, `survives` what is left after Holm over the family of so many tests.
    """

    regime: str
    model: str
    method: str
    baseline: str
    family: int
    rate: float
    base_rate: float
    before: float
    survives: float


def simulate(design: Design, assumed: Assumed, *, studies: int, seed: int) -> list[Power]:
    """Return the power of every planned comparison, from so many simulated studies."""
    import numpy as np

    chance = np.random.default_rng(seed)
    planned = design.planned()
    before, survived = np.zeros(len(planned)), np.zeros(len(planned))
    for _ in range(studies):
        runs = draw(design, assumed, chance)
        p = [paired_test(runs[m, method], runs[m, BASELINES[regime]]).p for regime, m, method in planned]
        before += np.array(p) < LEVEL
        survived += corrected(planned, p)
    return [
        Power(
            *(regime, model, method, BASELINES[regime], sum(other[0] == regime for other in planned)),
            *(assumed.rates[model, method], assumed.rates[model, BASELINES[regime]]),
            *(float(before[place] / studies), float(survived[place] / studies)),
        )
        for place, (regime, model, method) in enumerate(planned)
    ]


def corrected(planned: Sequence[tuple[str, str, str]], p: Sequence[float]) -> NDArray[np.bool_]:
    """Return which tests survive Holm's correction within their families, as `holm` of the analysis has it."""
    import numpy as np

    found = np.zeros(len(planned), dtype=bool)
    for regime in BASELINES:
        own = sorted((p[place], place) for place, one in enumerate(planned) if one[0] == regime)
        for step, (value, place) in enumerate(own):
            if value * (len(own) - step) > LEVEL:
                break
            found[place] = True
    return found


def draw(design: Design, assumed: Assumed, chance: np.random.Generator) -> dict[Cell, Runs]:
    """Return the outcomes of one study: a task is as hard for all methods of a model as their correlation says."""
    from scipy.stats import norm  # type: ignore[import-untyped]

    share = assumed.correlation**0.5
    rest = (1 - assumed.correlation) ** 0.5
    hard = {
        model: chance.standard_normal(design.tasks) for model in dict.fromkeys(model for model, _ in design.regimes)
    }
    found = {}
    for cell in design.regimes:
        runs = design.repeats[cell]
        chances = norm.cdf((norm.ppf(assumed.rates[cell]) + share * hard[cell[0]]) / rest)
        found[cell] = Runs(tuple(map(int, chance.binomial(runs, chances))), (runs,) * design.tasks)
    return found


def least_difference(tasks: int, family: int) -> int | None:
    """Return the least number of tasks gained, none lost, that survives Holm's strictest step; None if none does."""
    return next((won for won in range(1, tasks + 1) if family * mcnemar_p(won, 0) <= LEVEL), None)


def detectable(design: Design, cell: Cell, regime: str, assumed: Assumed, *, studies: int, seed: int) -> float | None:
    """Return the least gain on the baseline that is found with the wanted power at the family's strictest step.

    None if not even a gain to certainty is. Steps are of a percentage point.
    """
    base = assumed.rates[cell[0], BASELINES[regime]]
    family = sum(one[0] == regime for one in design.planned())
    pair = Pair(base, design.repeats[cell], design.repeats[cell[0], BASELINES[regime]], assumed.correlation, family)
    points = range(1, int(100 * (0.995 - base)) + 1)
    place = _first(points, lambda point: pair.power(base + point / 100, design.tasks, studies, seed) >= WANTED)
    return None if place is None else place / 100


def tasks_needed(
    design: Design, cell: Cell, regime: str, assumed: Assumed, *, studies: int, seed: int, repeats: int | None = None
) -> int | None:
    """Return how many solvable tasks give the assumed difference the wanted power at the family's strictest step."""
    base, rate = assumed.rates[cell[0], BASELINES[regime]], assumed.rates[cell]
    if base == rate:
        return None
    family = sum(one[0] == regime for one in design.planned())
    runs = (design.repeats[cell], design.repeats[cell[0], BASELINES[regime]]) if repeats is None else (repeats, repeats)
    pair = Pair(base, *runs, assumed.correlation, family)
    sizes = [*range(5, 100, 5), *range(100, 400, 10), *range(400, MOST_TASKS + 1, 50)]
    return _first(sizes, lambda tasks: pair.power(rate, tasks, studies, seed) >= WANTED)


@dataclass(frozen=True, slots=True)
class Pair:
    """A method against its baseline alone, tested as strictly as the first step of Holm over the family does."""

    base: float
    runs: int
    base_runs: int
    correlation: float
    family: int

    def power(self, rate: float, tasks: int, studies: int, seed: int) -> float:
        """Return the share of simulated comparisons that come out; the same seed draws the same tasks."""
        import numpy as np

        cells = {("m", "other"): "x", ("m", "base"): "x"}
        design = Design(cells, {("m", "other"): self.runs, ("m", "base"): self.base_runs}, tasks)
        rates = Assumed({("m", "other"): rate, ("m", "base"): self.base}, self.correlation, "")
        chance, found = np.random.default_rng(seed), 0
        for _ in range(studies):
            runs = draw(design, rates, chance)
            found += self.family * paired_test(runs["m", "other"], runs["m", "base"]).p <= LEVEL
        return found / studies


def _first(values: Iterable[int], enough: object) -> int | None:
    """Return the first value that is enough, found by halving: more is never worse."""
    assert callable(enough)
    listed = list(values)
    if not listed or not enough(listed[-1]):
        return None
    low, high = 0, len(listed) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(listed[middle]) else (middle + 1, high)
    return listed[low]
