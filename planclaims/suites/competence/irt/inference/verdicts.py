"""What the draws say: the tests of dimension, form, kinds and margins, and the errors of the kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.estimation import Fit
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.inference.draws import MAIN, Draw


@dataclass(frozen=True)
class Verdict:
    """An observed statistic beside its draws: p is (1 + draws at least as extreme) / (1 + draws)."""

    question: str
    statistic: str
    observed: float
    drawn: tuple[float, ...]
    above: bool
    """Whether large values speak against the assumption; else small ones."""
    failed: int
    """Draws without a value, because a model did not converge."""

    @property
    def p(self) -> float:
        """Return the p value; nan without draws."""
        if not self.drawn:
            return float("nan")
        values = np.array(self.drawn)
        extreme = (values >= self.observed) if self.above else (values <= self.observed)
        return float((1 + extreme.sum()) / (1 + len(values)))


def dimension_verdict(fits: Mapping[str, Fit], draws: Sequence[Draw], richer: str) -> Verdict:
    """Return whether a model of two dimensions gains more over one than it does on data of one dimension."""
    return Verdict(
        f"one dimension against {richer}",
        f"nll(1d) - nll({richer})",
        fits["1d"].nll - fits[richer].nll,
        *_differences(draws, "1d", richer),
    )


def form_verdicts(fits: Mapping[str, Fit], draws: Mapping[str, Sequence[Draw]]) -> list[Verdict]:
    """Return Cox's test in both directions: whether either form would give the observed difference.

    `draws` are those from comp-2 and from prod-2.
    """
    observed = fits["comp-2"].nll - fits["prod-2"].nll
    statistic = "nll(comp-2) - nll(prod-2)"
    values, _, failed = _differences(draws["prod-2"], "comp-2", "prod-2")
    against = Verdict("prod-2 is the form", statistic, observed, values, False, failed)
    values, _, failed = _differences(draws["comp-2"], "comp-2", "prod-2")
    return [against, Verdict("comp-2 is the form", statistic, observed, values, True, failed)]


def shuffle_verdict(fits: Mapping[str, Fit], draws: Sequence[Draw], question: str) -> Verdict:
    """Return whether the main model describes the responses better than responses that were dealt out anew."""
    values = [draw["nll"][MAIN] for draw in draws]
    kept = tuple(value for value in values if value is not None)
    return Verdict(question, f"nll({MAIN})", fits[MAIN].nll, kept, False, len(values) - len(kept))


@dataclass(frozen=True)
class KindErrors:
    """Standard errors over draws of items: of alpha (T x K), of theta (I x K), and of the gap of each kind (T)."""

    alpha: Numbers
    theta: Numbers
    gap: Numbers
    draws: int
    failed: int


def kind_errors(fit: Fit, draws: Sequence[Draw]) -> KindErrors | None:
    """Return the errors of a fit's kinds; None for fewer than two converged draws.

    The gap of a kind is that between its two largest alpha in the fit.
    """
    kept = [draw for draw in draws if draw["alpha"] is not None]
    if len(kept) < 2:
        return None
    alpha = np.array([draw["alpha"] for draw in kept])
    theta = np.array([draw["theta"] for draw in kept])
    ranked = np.argsort(-fit.parameters.alpha, axis=1, kind="stable")
    rows = np.arange(len(ranked))
    gap = alpha[:, rows, ranked[:, 0]] - alpha[:, rows, ranked[:, min(1, ranked.shape[1] - 1)]]
    spread = [np.asarray(values.std(axis=0, ddof=1)) for values in (alpha, theta, gap)]
    return KindErrors(spread[0], spread[1], spread[2], len(kept), len(draws) - len(kept))


def _differences(draws: Iterable[Draw], poorer: str, richer: str) -> tuple[tuple[float, ...], bool, int]:
    """Return how much the second model gains over the first on each draw, that large values count, and the failures."""
    values, failed = [], 0
    for draw in draws:
        first, second = draw["nll"][poorer], draw["nll"][richer]
        if first is None or second is None:
            failed += 1
        else:
            values.append(first - second)
    return tuple(values), True, failed
