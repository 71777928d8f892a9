"""The power of an experiment's planned comparisons, each with what would make it enough, and what the study costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.study.estimate import Estimate, estimate
from planclaims.study.experiment import Experiment
from planclaims.study.power.rates import BASE, CORRELATION, GAIN, Assumed, Cell, assumed, of_pilot
from planclaims.study.power.simulate import Design, Power, detectable, simulate, tasks_needed
from planclaims.suites.hiddenpddl.task_facts import read_facts

SCRIPT = "reference"
SOLVABLE_SHARE = 0.8
"""The share of solvable tasks that is taken where nothing has searched them yet: that of the suite."""
REPEATED = 3


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A planned comparison: its power, the least gain that would be found, the tasks it needs, and its cost in USD."""

    power: Power
    least: float | None
    tasks: int | None
    tasks_repeated: int | None
    usd: float

    def cells(self) -> tuple[str, ...]:
        """Return the line as the command prints it."""
        one = self.power
        shares = (one.rate, one.base_rate, one.before, one.survives)
        return (
            *(one.regime, one.model, one.method, one.baseline, str(one.family)),
            *(f"{100 * share:.0f}" for share in shares),
            "–" if self.least is None else f"{100 * self.least:.0f}",
            *("–" if number is None else str(number) for number in (self.tasks, self.tasks_repeated)),
            f"{self.usd:,.2f}",
        )

    def as_json(self) -> dict[str, Any]:
        """Return the line as plain values."""
        needs = {"tasks_for_80": self.tasks, "tasks_for_80_with_3_runs": self.tasks_repeated}
        return {**asdict(self.power), "least_difference": self.least, **needs, "usd": self.usd}


@dataclass(frozen=True, slots=True)
class Planned:
    """All planned comparisons, with what was assumed; `guess` says where the number of tasks is one."""

    lines: tuple[PlannedLine, ...]
    assumed: Assumed
    tasks: int
    guess: str
    studies: int
    cost: Estimate


def planned(experiment: Experiment, root: Path, assumptions: Mapping[str, Any], *, studies: int, seed: int) -> Planned:
    """Return the power of every planned comparison; InputError for rates that are none."""
    regimes = _regimes(experiment)
    rates = _assumed(regimes, assumptions)
    tasks, guess = _solvable(experiment, root / "results")
    repeats = {cell: experiment.repeats_of(*cell) for cell in regimes}
    design = Design(regimes, repeats, tasks)
    costs = estimate(experiment, root, root / "results")
    usd = {(line.model, line.method): float(line.estimate.likely.usd) for line in costs.lines}
    found = simulate(design, rates, studies=studies, seed=seed) if tasks else []
    lines = tuple(_line(one, design, rates, usd, studies=max(1, studies // 4), seed=seed) for one in found)
    return Planned(lines, rates, tasks, guess, studies, costs.total)


def _line(
    one: Power, design: Design, rates: Assumed, usd: Mapping[Cell, float], *, studies: int, seed: int
) -> PlannedLine:
    cell = (one.model, one.method)
    least = detectable(design, cell, one.regime, rates, studies=studies, seed=seed)
    tasks = tasks_needed(design, cell, one.regime, rates, studies=studies, seed=seed)
    repeated = tasks_needed(design, cell, one.regime, rates, studies=studies, seed=seed, repeats=REPEATED)
    return PlannedLine(one, least, tasks, repeated, usd.get(cell, 0.0) + usd.get((one.model, one.baseline), 0.0))


def _regimes(experiment: Experiment) -> dict[Cell, str]:
    """Return the regime of every model and method that enters the tests of the study."""
    config = experiment.config
    return {
        (model, method): str(config["methods"][method]["regime"])
        for model in experiment.models
        if config["models"][model]["kind"] != SCRIPT
        for method in experiment.methods
        if config["methods"][method].get("violations", "fatal") == "fatal"
    }


def _assumed(regimes: Mapping[Cell, str], given: Mapping[str, Any]) -> Assumed:
    base = BASE if given["base"] is None else float(given["base"])
    gain = GAIN if given["gain"] is None else float(given["gain"])
    correlation = CORRELATION if given["correlation"] is None else float(given["correlation"])
    if not (0 < base < 1 and 0 < base + gain < 1 and 0 <= correlation < 1):
        found = f"base {base}, base and gain {base + gain:.2f}, correlation {correlation}"
        raise InputError("the assumed rates are none", found=found, allowed="rates between 0 and 1, correlation from 0")
    plain = assumed(regimes, base=base, gain=gain, correlation=correlation)
    if given["pilot"] is None:
        return plain
    return of_pilot(given["pilot"], list(regimes), given["correlation"], plain)


def _solvable(experiment: Experiment, results: Path) -> tuple[int, str]:
    """Return how many solvable tasks the models play that play most; a share of all where none was searched yet."""
    models = [name for name in experiment.models if experiment.config["models"][name]["kind"] != SCRIPT]
    tasks = max((experiment.tasks_of(model) for model in models), key=len, default=())
    paths = [results / "tasks" / domain / f"{task}.json" for domain, task in tasks]
    if all(path.exists() for path in paths):
        return sum(read_facts(path).solvable for path in paths), ""
    return round(SOLVABLE_SHARE * len(tasks)), f" (taken to be {SOLVABLE_SHARE:.0%}, no search has told yet)"
