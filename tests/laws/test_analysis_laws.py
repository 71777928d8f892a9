"""Laws of the paired tests and of the bootstrap that hold whatever was played."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planclaims.analysis.statistics.bootstrap import difference_interval, success_interval
from planclaims.analysis.statistics.runs import Runs
from planclaims.analysis.statistics.sign_test import mcnemar_mid_p, mcnemar_p, paired_test, sign_flip_p
from planclaims.analysis.statistics.significance import holm, least_detectable

counts = st.integers(0, 25)


@st.composite
def paired(draw: st.DrawFn) -> tuple[Runs, Runs]:
    """Return the runs of two methods on the same tasks."""
    tasks = draw(st.integers(1, 12))
    sides = []
    for _ in range(2):
        runs = draw(st.lists(st.integers(1, 4), min_size=tasks, max_size=tasks))
        sides.append(Runs(tuple(draw(st.integers(0, number)) for number in runs), tuple(runs)))
    return sides[0], sides[1]


@settings(deadline=None)
@given(counts, counts)
def test_flipping_signs_of_single_runs_is_mcnemars_test(gained: int, lost: int) -> None:
    exact, mid = sign_flip_p([1] * gained + [-1] * lost)
    assert exact == pytest.approx(mcnemar_p(gained, lost))
    assert mid == pytest.approx(mcnemar_mid_p(gained, lost))


@settings(deadline=None)
@given(st.lists(st.integers(-4, 4), max_size=9))
def test_flipping_signs_is_counting_all_ways_to_flip_them(differences: list[int]) -> None:
    observed = abs(sum(differences))
    sums = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    at_least = sum(total >= observed for total in sums) / len(sums)
    equal = sum(total == observed for total in sums) / len(sums)
    exact, mid = sign_flip_p(differences)
    assert exact == pytest.approx(at_least)
    assert mid == pytest.approx(at_least - equal / 2 if any(differences) else 1.0)


@settings(deadline=None)
@given(paired())
def test_a_test_is_symmetric_and_its_mid_p_value_is_no_larger(sides: tuple[Runs, Runs]) -> None:
    here, there = paired_test(*sides), paired_test(*reversed(sides))
    assert (here.gained, here.lost) == (there.lost, there.gained)
    assert here.p == pytest.approx(there.p)
    assert 0 < here.p_mid <= here.p <= 1


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_a_correction_never_lowers_a_p_value_and_keeps_their_order(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(after >= before for before, after in zip(p_values, corrected, strict=True))
    assert [after for _, after in sorted(zip(p_values, corrected, strict=True))] == sorted(corrected)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 60), st.integers(1, 40))
def test_the_least_detectable_difference_is_the_least(tasks: int, family: int) -> None:
    """One difference is found among tests that found nothing; the correction is run in full, which is slow."""
    least = least_detectable(tasks, family)
    others = [1.0] * (family - 1)
    if least is not None:
        assert holm([mcnemar_p(least, 0), *others])[0] <= 0.05
    most = tasks if least is None else least - 1
    assert holm([mcnemar_p(most, 0), *others])[0] > 0.05


@settings(max_examples=25, deadline=None)
@given(paired(), st.integers(0, 2**31))
def test_intervals_enclose_what_can_be_and_depend_on_the_seed_alone(sides: tuple[Runs, Runs], seed: int) -> None:
    interval = success_interval(sides[0], resamples=200, seed=seed)
    assert interval is None or 0 <= interval[0] < interval[1] <= 1, "an interval has a width, or there is none"
    drawn = [difference_interval(*sides, resamples=200, seed=seed) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] is None or -1 <= drawn[0][0] < drawn[0][1] <= 1
