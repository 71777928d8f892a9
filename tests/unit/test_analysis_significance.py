import pytest
from analysis_rows import SOLVABLE, SUCCESS, configuration, known_study, row, unscored

from planclaims.analysis.statistics.bootstrap import difference_interval, interval, ratio_interval, success_interval
from planclaims.analysis.statistics.runs import Runs, task_runs
from planclaims.analysis.statistics.sign_test import mcnemar_mid_p, mcnemar_p, paired_test
from planclaims.analysis.statistics.significance import comparisons, holm, least_detectable, regime_comparisons
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow
from planclaims.analysis.tables.significance_table import significance_table


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [(9, 1, 0.0215), (6, 0, 0.03125), (10, 2, 0.0386), (0, 0, 1.0), (3, 3, 1.0), (1, 0, 1.0), (0, 3, 0.25)],
)
def test_the_exact_p_value_of_known_counts(gained: int, lost: int, p: float) -> None:
    assert mcnemar_p(gained, lost) == pytest.approx(p, abs=5e-5)
    assert mcnemar_p(lost, gained) == mcnemar_p(gained, lost)


@pytest.mark.parametrize(("family", "least"), [(20, 10), (8, 9)])
def test_the_least_difference_that_survives_the_correction(family: int, least: int) -> None:
    assert least_detectable(40, family) == least
    others = [1.0] * (family - 1)
    assert holm([mcnemar_p(least, 0), *others])[0] <= 0.05
    assert holm([mcnemar_p(least - 1, 0), *others])[0] > 0.05


@pytest.mark.parametrize(
    ("tasks", "family", "least"), [(5, 1, None), (6, 1, 6), (9, 20, None), (10, 20, 10), (0, 1, None)]
)
def test_few_tasks_can_show_nothing(tasks: int, family: int, least: int | None) -> None:
    assert least_detectable(tasks, family) == least


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [(9, 1, 22 / 1024 - 10 / 1024), (6, 0, 1 / 64), (1, 0, 0.5), (0, 0, 1.0), (1, 1, 0.75), (2, 0, 0.25)],
)
def test_the_mid_p_value_counts_the_observed_outcome_by_half(gained: int, lost: int, p: float) -> None:
    assert mcnemar_mid_p(gained, lost) == pytest.approx(p)
    assert mcnemar_mid_p(lost, gained) == pytest.approx(p)


def test_tasks_with_several_runs_are_paired_as_tasks() -> None:
    method, baseline = Runs((3, 2, 1, 0), (3, 3, 3, 3)), Runs((0, 2, 2, 0), (3, 3, 3, 3))
    found = paired_test(method, baseline)
    assert (found.gained, found.lost) == (1, 1)
    # Differences of 3, 0, -1 and 0 thirds: of the four sums 4, 2, -2, -4 all are at least as far from 0 as 2.
    assert (found.p, found.p_mid) == (1.0, 0.75)
    assert paired_test(Runs((2, 2, 2), (2, 2, 2)), Runs((0, 0, 0), (1, 1, 1))).p == 0.25
    assert paired_test(Runs((1,), (97,)), Runs((0,), (89,))).p == 1.0


def test_repeats_never_count_as_further_tasks() -> None:
    rows = []
    for repeat in range(5):
        rows += configuration((), executable=5, detections=0, repeat=repeat)
        rows += configuration(range(3), executable=9, detections=0, method="step-back", repeat=repeat)
    (found,) = comparisons(frame_of(rows))
    assert (found.tasks, found.gained, found.lost, found.p) == (40, 3, 0, 0.25)
    assert found.difference == pytest.approx(3 / 40)


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
ACTING |= {"rejected_proposals": 0, "surplus_calls": 0, "calls_used": 2}


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
    assert interval([1.0] * 5, resamples=100, seed=1) is None
    with pytest.raises(ValueError, match="no tasks"):
        interval([], resamples=10, seed=1)


def test_the_bootstrap_draws_tasks_and_then_their_runs() -> None:
    once = Runs((1,) * 16 + (0,) * 24, (1,) * 40)
    assert success_interval(once, resamples=3_000, seed=5) == interval([1.0] * 16 + [0.0] * 24, resamples=3_000, seed=5)
    steady = Runs((10,) * 16 + (0,) * 24, (10,) * 40)
    assert success_interval(steady, resamples=3_000, seed=5) == success_interval(once, resamples=3_000, seed=5)
    # Every task succeeds in half of its runs: only drawing the runs anew lets the rate vary.
    wavering = success_interval(Runs((5,) * 40, (10,) * 40), resamples=3_000, seed=5)
    assert wavering == pytest.approx((0.45, 0.55), abs=0.006)


def test_runs_of_a_task_are_counted_together() -> None:
    rows = [row(repeat=repeat, **(SUCCESS if repeat else {})) for repeat in range(3)] + [row(task="03")]
    assert task_runs(frame_of(rows)) == Runs((2, 0), (3, 1))
    assert task_runs(frame_of([])) == Runs((), ())


def test_differences_are_drawn_in_pairs() -> None:
    method, baseline = Runs((1, 0, 1, 0), (1,) * 4), Runs((1, 0, 1, 0), (1,) * 4)
    assert difference_interval(method, baseline, resamples=500, seed=1) is None
    fixed = difference_interval(Runs((2,), (4,)), Runs((1,), (4,)), resamples=500, seed=1, redraw=False)
    assert fixed is None


def test_ratios_of_sums_are_drawn_with_both_parts() -> None:
    assert ratio_interval([2.0, 6.0], [1.0, 3.0], resamples=500, seed=1) is None
    assert ratio_interval([0.0, 4.0], [0.0, 4.0], resamples=500, seed=1) is None


def test_online_is_compared_with_offline_within_a_model() -> None:
    rows = []
    for model, won in (("a", 8), ("b", 2)):
        rows += configuration(range(won), executable=9, detections=0, model=model)
        rows += configuration(
            range(1), executable=9, detections=0, model=model, method="react", regime="online", **ACTING
        )
    rows += configuration(range(9), executable=9, detections=0, model="c")
    found = {(c.model, c.method, c.baseline): c for c in regime_comparisons(frame_of(rows))}
    pooled = ("all methods online", "all methods offline")
    assert list(found) == [("a", "react", "direct"), ("a", *pooled), ("b", "react", "direct"), ("b", *pooled)]
    ends = found["a", "react", "direct"]
    assert (ends.gained, ends.lost, ends.p) == (0, 7, 1 / 64)
    assert ends.p_holm == 4 * ends.p


def test_all_methods_of_a_regime_are_averaged_within_a_task() -> None:
    online = {"method": "react", "regime": "online", **ACTING}
    rows = [row(task="02", **SUCCESS), row(task="02", method="step-back"), row(task="02", **online)]
    rows += [row(task="03"), row(task="03", method="step-back"), row(task="03", **online, **SUCCESS)]
    found = {c.method: c for c in regime_comparisons(frame_of(rows))}
    assert found["all methods online"].difference == pytest.approx((-0.5 + 1) / 2)
    assert (found["all methods online"].gained, found["all methods online"].lost) == (1, 1)


def test_the_table_of_tests_says_what_could_be_shown() -> None:
    sheet = significance_table(frame_of(known_study()), resamples=500, seed=1)
    lines = {tuple(line[:3]): dict(zip(sheet.header, line, strict=True)) for line in sheet.rows}
    assert len(lines) == len(sheet.rows) == 20 + 8 + 8
    cot = lines["offline", "gpt-4o", "zero-shot-cot"]
    wanted = {"tasks": "40", "gained": "9", "lost": "1", "difference": "+20.0", "p": "0.0215", "p Holm": "0.4297"}
    assert {name: cot[name] for name in wanted} == wanted
    assert (cot["mid-p"], cot["verdict"]) == ("0.0117", "before correction only")
    notes = " ".join(sheet.notes)
    assert "(offline, 20 tests, 40 tasks): 10 tasks gained and none lost, 25.0 points" in notes
    assert "(online, 8 tests, 40 tasks): 9 tasks gained and none lost, 22.5 points" in notes
    few = significance_table(frame_of([row(), row(method="step-back")]), resamples=50, seed=1)
    assert any("(offline, 1 test, 1 task): none" in note for note in few.notes)
    assert "could be compared" in significance_table(frame_of([]), resamples=50, seed=1).notes[-1]


def test_pairs_that_begin_with_the_same_reply_are_counted() -> None:
    def asked(method: str, requests: list[str | None]) -> list[EpisodeRow]:
        places = enumerate(requests, start=1)
        return [row(method=method, task=f"{place:02d}", first_request=one, **SUCCESS) for place, one in places]

    frame = frame_of([*asked("direct", ["a", "b", None]), *asked("self-refine", ["a", "c", None])])
    (test,) = comparisons(frame)
    assert (test.tasks, test.shared) == (3, 1)
    notes = " ".join(significance_table(frame, resamples=100, seed=1).notes)
    assert "self-refine with direct 1." in notes
    assert "same stored reply" in notes
    (alone,) = comparisons(frame_of([*asked("direct", ["a"]), *asked("step-back", ["b"])]))
    assert alone.shared == 0
