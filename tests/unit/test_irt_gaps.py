"""Gaps between forms against the second difficulty."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from planclaims.suites.competence.irt.estimators.estimation import estimate
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.simulation import simulate
from planclaims.suites.competence.irt.published import FORMATS, KINDS
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.gaps import format_correlation, gaps_table


def rows(kind: str, form: str, right: str, *, reference: bool = False) -> list[dict[str, object]]:
    base = {"model": "m", "method": "direct", "condition": "plain", "domain": "d", "kind": kind, "form": form}
    return [
        {**base, "state": str(place), "right": mark == "1", "reference": reference} for place, mark in enumerate(right)
    ]


@pytest.fixture(scope="module")
def sample() -> Sample:
    matrix = simulate(specification("prod-2"), seed=2, respondents=8, per_kind=12).matrix
    return Sample(
        "answers", matrix, estimations={"prod-2": estimate(matrix, specification("prod-2"), starts=1, seed=0)}
    )


def test_the_published_gaps_correlate_with_the_published_difficulties_as_printed() -> None:
    b2 = np.array([KINDS[kind][1] for kind in FORMATS])
    for place in (1, 2):
        found = format_correlation(np.array([FORMATS[kind][place] for kind in FORMATS]), b2)
        assert (round(found.value, 3), round(found.p, 3), found.n) == (0.943, 0.017, 6)


def test_gaps_are_taken_over_the_same_states_and_scripts_stand_apart(sample: Sample) -> None:
    asked = [("app", "1000", "1111"), ("prog", "1100", "11"), ("val", "1110", "1111"), ("reach", "0000", "0101")]
    found = [
        row for kind, free, choice in asked for row in (*rows(kind, "generative", free), *rows(kind, "choice", choice))
    ]
    found += [*rows("app", "generative", "11", reference=True), *rows("app", "boolean", "10", reference=True)]
    sheet = gaps_table(sample, pd.DataFrame(found))
    told = {row[:2]: row[2:7] for row in sheet.rows}
    assert told["models", "app"] == ("0.250", "+0.750", "–", "+0.750", "–")
    assert told["models", "prog"] == ("0.500", "+0.000", "–", "+0.000", "–")
    assert told["models", "reach"] == ("0.000", "+0.500", "–", "+0.333", "–")
    assert told["scripts", "app"] == ("1.000", "–", "-0.500", "–", "-1.000")
    assert "n = 4)" in sheet.notes[1]
    assert "choice gap – (n = 0)" in sheet.notes[2]


def test_without_a_fit_there_are_no_gaps_to_tell(sample: Sample) -> None:
    sheet = gaps_table(replace(sample, estimations={}), pd.DataFrame(rows("app", "choice", "1")))
    assert sheet.rows == ()
    assert "no fit" in sheet.notes[0]
