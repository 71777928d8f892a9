"""What a study could show: simulated power agrees with what is known exactly, and asks for no model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from analysis_rows import SUCCESS, row

from planclaims.analysis.statistics.sign_test import mcnemar_p
from planclaims.analysis.statistics.significance import holm
from planclaims.analysis.table.frame import frame_of
from planclaims.cli.main import main
from planclaims.cli.outcome import ExitCode
from planclaims.study.experiment import read_experiment
from planclaims.study.power.rates import Assumed, assumed, joint, observed_correlation, of_pilot
from planclaims.study.power.report import planned
from planclaims.study.power.simulate import (
    Design,
    Pair,
    corrected,
    detectable,
    least_difference,
    simulate,
    tasks_needed,
)

ROOT = Path(__file__).parents[2]
CELLS = {("m", "direct"): "offline", ("m", "cot"): "offline", ("m", "react"): "online", ("m", "critic"): "online"}
NOTHING: dict[str, Any] = {"pilot": None, "base": None, "gain": None, "correlation": None}


def design(tasks: int = 40, repeats: int = 1) -> Design:
    return Design(CELLS, dict.fromkeys(CELLS, repeats), tasks)


def test_planned_are_the_tests_of_the_analysis() -> None:
    assert design().planned() == [("offline", "m", "cot"), ("online", "m", "critic")]


def test_what_could_survive_at_best_is_what_the_analysis_says() -> None:
    assert (least_difference(40, 20), least_difference(40, 8), least_difference(5, 1)) == (10, 9, None)


def test_without_a_difference_the_tests_find_one_no_more_often_than_they_may() -> None:
    found = simulate(design(), assumed(CELLS, base=0.5, gain=0.0, correlation=0.3), studies=400, seed=1)
    assert all(one.before <= 0.08 and one.survives <= one.before for one in found)


def test_power_against_an_exact_calculation_where_outcomes_are_independent() -> None:
    """Of n tasks each is gained with chance a and lost with b, independently, so the power is a sum of a trinomial."""
    from math import comb

    tasks, base, rate = 20, 0.3, 0.7
    gain, loss = rate * (1 - base), base * (1 - rate)
    exact = sum(
        comb(tasks, won) * comb(tasks - won, lost) * gain**won * loss**lost * (1 - gain - loss) ** (tasks - won - lost)
        for won in range(tasks + 1)
        for lost in range(tasks - won + 1)
        if mcnemar_p(won, lost) <= 0.05
    )
    drawn = Pair(base, 1, 1, 0.0, 1).power(rate, tasks, 2000, 3)
    assert drawn == pytest.approx(exact, abs=0.04)


def test_likeness_of_tasks_helps_and_so_do_repeats_and_a_larger_family_hurts() -> None:
    plain = Pair(0.4, 1, 1, 0.0, 1).power(0.6, 40, 400, 1)
    assert Pair(0.4, 1, 1, 0.8, 1).power(0.6, 40, 400, 1) > plain
    assert Pair(0.4, 5, 5, 0.0, 1).power(0.6, 40, 400, 1) > plain
    assert Pair(0.4, 1, 1, 0.0, 20).power(0.6, 40, 400, 1) < plain


def test_the_least_difference_and_the_tasks_that_are_needed_have_the_power() -> None:
    rates = assumed(CELLS, base=0.4, gain=0.3, correlation=0.5)
    least = detectable(design(), ("m", "cot"), "offline", rates, studies=300, seed=2)
    assert least is not None
    assert Pair(0.4, 1, 1, 0.5, 1).power(0.4 + least, 40, 300, 2) >= 0.8
    tasks = tasks_needed(design(), ("m", "cot"), "offline", rates, studies=300, seed=2)
    assert tasks is not None
    assert Pair(0.4, 1, 1, 0.5, 1).power(0.7, tasks, 300, 2) >= 0.8
    assert Pair(0.4, 1, 1, 0.5, 1).power(0.7, tasks // 2, 300, 2) < 0.8
    none = Assumed(dict.fromkeys(CELLS, 0.4), 0.5, "")
    assert tasks_needed(design(), ("m", "cot"), "offline", none, studies=50, seed=2) is None
    assert detectable(design(4), ("m", "cot"), "offline", rates, studies=50, seed=2) is None


def test_the_correction_is_that_of_the_analysis() -> None:
    import random

    chance, planned_ones = random.Random(5), [("offline", "m", str(n)) for n in range(6)] + [("online", "m", "x")]
    for _ in range(10):
        p = [round(chance.random() ** 3, 3) for _ in planned_ones]
        wanted = [value <= 0.05 for value in (*holm(p[:6]), *holm(p[6:]))]
        assert list(corrected(planned_ones, p)) == wanted


def test_equal_seeds_give_equal_power() -> None:
    rates = assumed(CELLS, base=0.4, gain=0.2, correlation=0.5)
    assert simulate(design(), rates, studies=50, seed=7) == simulate(design(), rates, studies=50, seed=7)


def test_a_pilot_gives_the_rates_it_has_and_the_correlation_it_shows() -> None:
    rows = []
    for number in range(1, 21):
        easy = number <= 10
        for method in ("direct", "cot"):
            rows.append(row(task=f"{number:02}", method=method, **(SUCCESS if easy else {})))
    found = of_pilot(frame_of(rows), list(CELLS), None, assumed(CELLS, base=0.4, gain=0.2, correlation=0.5))
    assert (found.rates["m", "direct"], found.rates["m", "cot"], found.rates["m", "critic"]) == (
        0.5,
        0.5,
        0.6000000000000001,
    )
    assert found.correlation > 0.9
    assert observed_correlation(frame_of(rows[:1])) is None
    assert joint(0.5, 0.5, 0.0) == pytest.approx(0.25, abs=1e-6)


def paid() -> dict[str, Any]:
    config: dict[str, Any] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    entry = {"kind": "litellm", "model": "openai/m", "key": "K", "price": {"input": 1.0, "output": 2.0}, "tasks": "all"}
    config["models"]["paid"] = entry
    config["experiment"] = {
        "domains": ["hospital"],
        "models": ["reference-optimal", "paid"],
        "methods": ["direct", "self-refine"],
    }
    return config


def test_every_planned_comparison_has_its_cost_beside_it(tmp_path: Path) -> None:
    experiment = read_experiment(paid(), ROOT / "rules/config.schema.yaml", ROOT / "domains")
    found = planned(experiment, ROOT, {**NOTHING, "gain": 0.4}, studies=60, seed=1)
    (line,) = found.lines
    assert (line.power.model, line.power.method, line.power.family, found.tasks) == ("paid", "self-refine", 1, 8)
    assert line.usd > 0
    assert float(found.cost.likely.usd) == pytest.approx(line.usd)
    assert len(line.cells()) == 13


def test_the_command_prints_it_and_refuses_rates_that_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "paid.yaml").write_text(yaml.safe_dump(paid()), encoding="utf-8")
    arguments = ["power", str(tmp_path / "paid.yaml"), "--workflow", str(ROOT), "--studies", "40"]
    assert main(arguments) == ExitCode.POSITIVE
    told = capsys.readouterr().out
    assert "self-refine" in told
    assert "The study would make about" in told
    assert main([*arguments, "--base", "0.9", "--gain", "0.2"]) == ExitCode.BAD_INPUT
    assert "rates between 0 and 1" in capsys.readouterr().err
