"""Names, exact correlations, components and verdicts on numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from irt_matrices import matrix

from planclaims.suites.competence.irt.estimators.naming import belongs, dimension_names, order
from planclaims.suites.competence.irt.inference.components import components
from planclaims.suites.competence.irt.inference.correlations import (
    TAGS,
    exact_correlation,
    false_discovery,
    ranks,
    spearman,
    tag_correlations,
)
from planclaims.suites.competence.irt.inference.verdicts import Verdict
from planclaims.suites.competence.irt.published import FITS, FORMATS, KINDS

KIND_NAMES = ("app", "prog", "val", "reach", "land", "areach")


def test_the_dimension_of_operational_kinds_comes_first() -> None:
    alpha = np.array([[-1.0, 2.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [2.0, -1.0]])
    assert order(KIND_NAMES, alpha) == [1, 0]
    assert order(KIND_NAMES, alpha[:, ::-1]) == [0, 1]


def test_without_known_kinds_the_order_is_that_of_the_values() -> None:
    assert order(("x", "y"), np.array([[0.1, 0.9], [-0.1, -0.9]])) == [1, 0]


def test_a_kind_belongs_where_it_is_harder_by_more_than_the_error() -> None:
    alpha = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.4]])
    assert belongs(alpha, np.array([0.5, 0.5, 0.2])) == (0, 1, None)
    assert belongs(alpha[:, :1], np.zeros(3)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("second", "names"),
    [
        ([0.0, 0.0, 0.0, 1.0, 1.0, 1.0], ("operational", "structural")),
        ([0.0, 0.0, 1.0, 1.0, 1.0, 1.0], ("operational", "dimension 2")),
        ([0.0, 1.0, 1.0, 0.0, 1.0, 1.0], ("dimension 1", "dimension 2")),
    ],
)
def test_names_by_rule(second: list[float], names: tuple[str, str]) -> None:
    alpha = np.column_stack([1 - np.array(second), second])
    assert dimension_names(KIND_NAMES, alpha, np.full(6, 0.5)) == names


def test_gaps_within_their_errors_name_nothing() -> None:
    alpha = np.column_stack([[1.0, 1, 1, 0, 0, 0], [0.0, 0, 0, 1, 1, 1]])
    assert dimension_names(KIND_NAMES, alpha, np.full(6, 1.0)) == ("dimension 1", "dimension 2")


def test_ranks_share_the_mean_of_their_places() -> None:
    assert ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


def test_a_perfect_order_of_four_has_p_of_two_in_twenty_four() -> None:
    found = spearman(np.array([1.0, 2, 3, 4]), np.array([10.0, 20, 30, 99]))
    assert (found.value, found.p, found.n) == (pytest.approx(1.0), pytest.approx(2 / 24), 4)


def test_a_constant_side_has_no_correlation() -> None:
    found = exact_correlation(np.ones(4), np.arange(4.0))
    assert np.isnan(found.value)
    assert np.isnan(found.p)


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="permutations are too many"):
        exact_correlation(np.arange(10.0), np.arange(10.0))


@pytest.mark.parametrize("gap", [1, 2])
def test_the_published_rank_correlations_of_format_gaps(gap: int) -> None:
    kinds = list(FORMATS)
    found = spearman(np.array([FORMATS[kind][gap] for kind in kinds]), np.array([KINDS[kind][1] for kind in kinds]))
    assert found.value == pytest.approx(33 / 35)
    assert found.p == pytest.approx(0.017, abs=5e-4)


def test_the_published_bic_has_n_of_nine_in_every_row() -> None:
    for parameters, _, _, aic, bic in FITS.values():
        assert np.exp((bic - aic) / parameters + 2) == pytest.approx(9.0, abs=0.01)


def test_the_published_kinds_are_centred() -> None:
    assert np.array(list(KINDS.values())).sum(axis=0) == pytest.approx(-0.01, abs=1e-9)


def test_corrected_p_values() -> None:
    assert false_discovery([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_there_are_seventeen_tags() -> None:
    assert len({tag for tags in TAGS.values() for tag in tags}) == 17


def test_a_tag_of_one_kind_in_three() -> None:
    alpha = np.array([[2.0], [0.0], [1.0]])
    kind_of = np.array([0, 0, 1, 2])
    found = {row.tag: row for row in tag_correlations(("app", "prog", "val"), kind_of, alpha, alpha[kind_of])}
    assert found["set"].kinds.value == pytest.approx(np.sqrt(3) / 2)
    assert found["set"].kinds.p == pytest.approx(2 / 3)
    assert found["set"].items.n == 4


def test_p_counts_the_draws_at_least_as_extreme_and_the_observation() -> None:
    assert Verdict("", "", 3.0, (1.0, 3.0, 5.0), True, 0).p == pytest.approx(3 / 4)
    assert Verdict("", "", 3.0, (1.0, 3.5, 5.0), False, 0).p == pytest.approx(2 / 4)
    assert np.isnan(Verdict("", "", 3.0, (), True, 2).p)


def test_components_of_kinds_that_go_together() -> None:
    rows = ["1111" + "1100", "1110" + "1010", "1100" + "0110", "1000" + "1001", "0000" + "0011"]
    found = components(matrix(rows, list("aabbccdd")), draws=50)
    assert found.eigenvalues.sum() == pytest.approx(len(found.kinds))
    assert (np.diff(found.eigenvalues) <= 1e-12).all()


def test_a_kind_in_which_all_are_equal_has_no_correlation() -> None:
    found = components(matrix(["10" + "11" + "10", "01" + "01" + "11", "10" + "00" + "00"], list("aabbcc")))
    assert found.left_out == ("a",)
    assert found.kinds == ("b", "c")
