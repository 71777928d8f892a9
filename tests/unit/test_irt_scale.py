"""The regression of abilities on size, condition and family, on effects that are put in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from planclaims.suites.competence.irt.estimators.estimation import Estimation, Fit, Start
from planclaims.suites.competence.irt.estimators.forms import Parameters, specification
from planclaims.suites.competence.irt.estimators.simulation import simulate
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.scale import effects, scale_table

SIZES = ("1", "2", "4", "8", "3", "9", "27", "unknown")
FAMILIES = ("q", "q", "q", "q", "g", "g", "g", "g")


def sample(theta: np.ndarray[tuple[int, ...], np.dtype[np.float64]], labels: dict[str, tuple[str, ...]]) -> Sample:
    matrix = replace(simulate(specification("prod-2"), seed=1, respondents=16, per_kind=3).matrix, labels=labels)
    at = Parameters(theta, np.zeros((8, 2)), np.zeros((8, 0)), np.zeros(2))
    wanted = specification("prod-2")
    fit = Fit(wanted, at, 1.0, 1.0, 1, 24, np.zeros((24, 2)))
    return Sample("x", matrix, estimations={"prod-2": Estimation(wanted, (Start(1.0, 0.0, 1, at),), fit)})


@pytest.fixture
def labels() -> dict[str, tuple[str, ...]]:
    return {
        "model": tuple(f"m{n}" for n in range(8) for _ in "ab"),
        "condition": ("direct", "cot") * 8,
        "family": tuple(family for family in FAMILIES for _ in "ab"),
        "parameters": tuple(size for size in SIZES for _ in "ab"),
    }


def test_sizes_are_standardised_within_families(labels: dict[str, tuple[str, ...]]) -> None:
    names, design = effects(sample(np.zeros((16, 2)), labels).matrix)
    assert names == ["constant", "size", "condition cot", "family g"]
    size = design[::2, 1]
    assert size[:4].mean() == pytest.approx(0)
    assert size[:4].std() == pytest.approx(1)
    assert size[4:] == pytest.approx([-np.sqrt(1.5), 0, np.sqrt(1.5), 0])


def test_effects_that_are_put_in_come_out(labels: dict[str, tuple[str, ...]]) -> None:
    design = effects(sample(np.zeros((16, 2)), labels).matrix)[1]
    noise = np.random.default_rng(1).normal(scale=0.01, size=(16, 2))
    theta = np.column_stack([design @ [0.5, 1.0, 0.0, -1.0], design @ [0.0, 0.0, 2.0, 0.0]]) + noise
    rows = {row[:2]: float(row[2]) for row in scale_table(sample(theta, labels)).rows}
    assert rows["theta1", "size"] == pytest.approx(1.0, abs=0.02)
    assert rows["theta1", "family g"] == pytest.approx(-1.0, abs=0.03)
    assert rows["theta2", "condition cot"] == pytest.approx(2.0, abs=0.02)
    assert rows["theta2", "size"] == pytest.approx(0.0, abs=0.02)


def test_too_few_models_are_told(labels: dict[str, tuple[str, ...]]) -> None:
    few = labels | {"model": ("a",) * 8 + ("b",) * 8}
    sheet = scale_table(sample(np.zeros((16, 2)), few))
    assert sheet.rows == ()
    assert sheet.notes == ("4 terms cannot be told apart by 2 models.",)
