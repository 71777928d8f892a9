import pytest
from analysis_rows import SOLVABLE, SUCCESS, configuration, row, unscored

from planclaims.analysis.bootstrap import interval
from planclaims.analysis.frame import frame_of
from planclaims.analysis.significance import comparisons, holm, mcnemar_p


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [(9, 1, 0.0215), (6, 0, 0.03125), (10, 2, 0.0386), (0, 0, 1.0), (3, 3, 1.0), (1, 0, 1.0), (0, 3, 0.25)],
)
def test_the_exact_p_value_of_known_counts(gained: int, lost: int, p: float) -> None:
    assert mcnemar_p(gained, lost) == pytest.approx(p, abs=5e-5)
    assert mcnemar_p(lost, gained) == mcnemar_p(gained, lost)


@pytest.mark.parametrize(("family", "least"), [(20, 10), (8, 9)])
def test_the_least_difference_that_survives_the_correction(family: int, least: int) -> None:
    others = [1.0] * (family - 1)
    assert holm([mcnemar_p(least, 0), *others])[0] <= 0.05
    assert holm([mcnemar_p(least - 1, 0), *others])[0] > 0.05


def test_holm_steps_down_and_never_decreases() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_gained_and_lost_are_counted_on_pairs_of_tasks() -> None:
    direct = configuration(range(10), executable=10, detections=0)
    other = configuration([*range(1, 19)], executable=20, detections=2, method="zero-shot-cot")
    found = comparisons(frame_of(direct + other))
    assert [(c.method, c.baseline, c.tasks, c.gained, c.lost) for c in found] == [("zero-shot-cot", "direct", 40, 9, 1)]
    assert found[0].p == found[0].p_holm == pytest.approx(0.0215, abs=5e-5)
    assert found[0].significant
    assert found[0].survives


def test_the_correction_runs_within_each_regime_over_all_models() -> None:
    rows = []
    for model in ("a", "b"):
        for method in ("direct", "step-back"):
            won = range(10) if (model, method) == ("a", "step-back") else ()
            rows += configuration(won, executable=10, detections=0, model=model, method=method)
    rows += configuration((), executable=0, detections=0, model="a", method="react", regime="online", **ACTING)
    rows += configuration(range(6), executable=9, detections=0, model="a", method="critic", regime="online", **ACTING)
    found = {(c.model, c.method): c for c in comparisons(frame_of(rows))}
    assert set(found) == {("a", "step-back"), ("b", "step-back"), ("a", "critic")}
    assert found["a", "step-back"].p_holm == pytest.approx(2 * found["a", "step-back"].p)
    assert found["a", "critic"].p_holm == found["a", "critic"].p


ACTING = {"acts": 1, "state_queries": 0, "inspected_acts": 0, "ill_formed_calls": 0}
ACTING |= {"rejected_proposals": 0, "calls_used": 2}


def test_references_are_not_tested() -> None:
    rows = [
        *configuration((), executable=0, detections=0, reference=True),
        *configuration(range(40), executable=40, detections=0, reference=True, method="step-back"),
    ]
    assert comparisons(frame_of(rows)) == []


def test_tasks_without_a_score_on_either_side_are_left_out_of_the_pairs() -> None:
    rows = [row(domain=domain, task=task) for domain, task in SOLVABLE[:6]]
    rows += [row(domain=domain, task=task, method="step-back", **SUCCESS) for domain, task in SOLVABLE[2:6]]
    rows += [unscored(domain=domain, task=task, method="step-back") for domain, task in SOLVABLE[:2]]
    (found,) = comparisons(frame_of(rows))
    assert (found.tasks, found.gained, found.lost) == (4, 4, 0)


def test_without_a_baseline_or_a_common_task_there_is_nothing_to_compare() -> None:
    assert comparisons(frame_of([row(method="step-back")])) == []
    assert comparisons(frame_of([row(), row(method="step-back", task="03")])) == []
    assert comparisons(frame_of([])) == []


@pytest.mark.parametrize(("won", "low", "high"), [(31, 65.0, 90.0), (16, 25.0, 55.0)])
def test_the_interval_of_known_rates(won: int, low: float, high: float) -> None:
    bounds = interval([1.0] * won + [0.0] * (40 - won), resamples=10_000, seed=7)
    assert [100 * bound for bound in bounds] == pytest.approx([low, high], abs=2.5)


def test_the_interval_depends_on_the_seed_alone() -> None:
    values = [place**2 / 400 for place in range(21)]
    assert interval(values, resamples=2_500, seed=3) == interval(values, resamples=2_500, seed=3)
    assert interval(values, resamples=2_500, seed=3) != interval(values, resamples=2_500, seed=4)
    assert interval([1.0] * 5, resamples=100, seed=1) == (1.0, 1.0)
    with pytest.raises(ValueError, match="no tasks"):
        interval([], resamples=10, seed=1)
