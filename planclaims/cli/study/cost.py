"""Estimate what an experiment costs at list prices, before anything is spent.

The workflow is that of this folder or one above it, else that of the checkout that planclaims is installed from, or
what --workflow names. Each CONFIG is merged over config.yaml in the order given, as the option --configfile
of Snakemake does; without one, config.yaml alone counts. Two figures are given: what is likely, and what is possible
at most. Only models of a provider are counted; replies that are stored already are counted too.
Every suite of the configuration is a table of its own after the experiment's, because each is a target of its own.
With --json: one line per model and method, then one per model, then the total; each has calls, input_tokens,
output_tokens and usd, and the same with _at_most. Lines of a suite name it as `suite` and come after the others. What a
provider is known to refuse is told on standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import print_json
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder
from planclaims.cli.task_files import add_json_argument

if TYPE_CHECKING:
    from planclaims.models.money.budget import Budget
    from planclaims.study.estimate import Cost, Estimate, Estimates
    from planclaims.study.experiment import Experiment

HEADER = ("model", "method", "episodes", "calls", "input", "output", "USD", "calls at most", "USD at most")
EVERYTHING = "all"

ADVICE = "correct it there; the comments of config.yaml tell what a configuration holds"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "configs", nargs="*", type=Path, metavar="CONFIG", help="a file that changes entries of config.yaml"
    )
    add_workflow_argument(parser)
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, the estimates printed."""
    from planclaims.models.money.budget import Budget
    from planclaims.study.config_files import read_config
    from planclaims.study.experiment import read_experiment

    root = workflow_folder(options.workflow)
    config = read_config(root / "config.yaml", *options.configs)
    experiment = read_experiment(config, root / "rules" / "config.schema.yaml", root / "domains")
    found = _estimates(experiment, root)
    if options.json:
        for suite, estimates in found.items():
            for model, method, part in parts(estimates):
                print_json(
                    json_of(model, method, part) if suite is None else {"suite": suite, **json_of(model, method, part)}
                )
            for fault in estimates.refused:
                print(f"warning: {fault}", file=sys.stderr)
        return ExitCode.POSITIVE
    print("\n\n".join(_paragraphs(found, Budget.from_settings(config["spending"]))))
    return ExitCode.POSITIVE


def _estimates(experiment: Experiment, root: Path) -> dict[str | None, Estimates]:
    """Return the estimate of the experiment, under no name, then that of every suite that has models to pay for."""
    from planclaims.study.estimate import estimate
    from planclaims.study.suite_estimate import suite_estimate
    from planclaims.suites.entry import read_suite

    suites, results = experiment.config["suites"], root / "results"
    studies = {name: read_suite(name, experiment.config, root.resolve(), results) for name in suites}
    costs = {name: suite_estimate(study) for name, study in studies.items()}
    return {None: estimate(experiment, root, results), **{name: one for name, one in costs.items() if one.lines}}


def _paragraphs(found: Mapping[str | None, Estimates], budget: Budget) -> Iterator[str]:
    """Yield the tables with what is to be said about them."""
    for suite, estimates in found.items():
        if suite is not None:
            yield f"Suite {suite}:"
        if estimates.lines:
            yield _table(estimates)
        if estimates.lines or len(found) == 1:
            yield from _notes(estimates, budget)


def parts(found: Estimates) -> Iterator[tuple[str | None, str | None, Estimate]]:
    """Yield the estimate of every model and method, then of every model, then of everything."""
    for line in found.lines:
        yield line.model, line.method, line.estimate
    for model in dict.fromkeys(line.model for line in found.lines):
        yield model, None, found.of_model(model)
    yield None, None, found.total


def json_of(model: str | None, method: str | None, part: Estimate) -> dict[str, object]:
    """Return a part of the estimate as plain values; no name stands for all."""
    return {
        "model": model,
        "method": method,
        "episodes": part.episodes,
        **_figures(part.likely),
        **{f"{name}_at_most": value for name, value in _figures(part.most).items()},
    }


def _figures(cost: Cost) -> dict[str, object]:
    usage = cost.usage
    return {
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "usd": round(float(cost.usd), 6),
    }


def _table(found: Estimates) -> str:
    from planclaims.analysis.formats.markup import plain_table

    rows = [
        (
            model or EVERYTHING,
            method or EVERYTHING,
            f"{part.episodes:,}",
            f"{part.likely.usage.calls:,}",
            f"{part.likely.usage.input_tokens:,}",
            f"{part.likely.usage.output_tokens:,}",
            f"{float(part.likely.usd):,.2f}",
            f"{part.most.usage.calls:,}",
            f"{float(part.most.usd):,.2f}",
        )
        for model, method, part in parts(found)
    ]
    return plain_table(HEADER, rows)


def _notes(found: Estimates, budget: Budget) -> Iterator[str]:
    from planclaims.models.money.budget import Amount
    from planclaims.study.estimate import ASSUMED_LENGTH

    if not found.lines:
        yield "No model of this experiment is paid for."
        return
    if found.refused:
        yield "\n".join(f"warning: {fault}" for fault in found.refused)
        yield "The experiment does not start before that is changed."
    yield f"The experiment would make {found.total}. Input and output are tokens."
    likely = found.total.likely
    if not budget.covers(Amount(likely.usage.calls, likely.usd)):
        yield f"The budget of {budget} (`spending` in the configuration) is likely to end the run before that."
    if found.unsolved:
        yield (
            f"{'1 task is' if found.unsolved == 1 else f'{found.unsolved} tasks are'} not solved in results/tasks yet: "
            "the shortest plan is taken to have "
            f"{ASSUMED_LENGTH} actions, which bounds the calls of an agent."
        )
    if found.unpriced:
        yield f"Without a price, so counted as free of charge: {', '.join(found.unpriced)}."
