"""What an experiment would cost: calls, tokens and USD, per model and method, before anything is spent.

Two figures each: the likely one, and the most that is possible: every call of the budget made, every reply as long
as allowed, every text as rich in tokens as lists of names are. Replies that are stored already are counted too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from planclaims.language.briefs import template_brief
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.language.prose import describe
from planclaims.models.money.prices import Price, cost_usd
from planclaims.models.provider.shape import Shape
from planclaims.schema import Config
from planclaims.study.experiment import Experiment
from planclaims.study.rehearsal import LONGEST, Conduct, InventedModel, TaskTexts, Usage, plan_tokens, rehearse
from planclaims.suites.hiddenpddl.briefing.writing import write_domain_brief, write_instance_brief
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, read_facts

ASSUMED_LENGTH = 20
"""The length of a shortest plan where no search has found it yet."""
UNSOLVABLE_LENGTH = 10
"""The actions that are likely tried, or written, on a task without a plan."""
BRIEFS = "(briefs)"
"""Stands for the method where a model writes briefs."""
PAID = "litellm"

Task = tuple[str, str]
"""Domain and task."""
Rehearsals = Mapping[tuple[str, Task, int | None], tuple[Usage, Usage]]
"""The likely and the greatest usage by method, task and the token limit that a model has of its own."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls and tokens with what they cost in USD."""

    usage: Usage = field(default_factory=Usage)
    usd: Fraction = Fraction(0)

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.usage + other.usage, self.usd + other.usd)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some episodes are likely to cost, and what they cost at most; rough, for a decision and not for a bill."""

    episodes: int = 0
    likely: Cost = field(default_factory=Cost)
    most: Cost = field(default_factory=Cost)

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.episodes + other.episodes, self.likely + other.likely, self.most + other.most)

    def __str__(self) -> str:
        used = self.likely.usage
        made = f"{_several(used.calls, 'model call')} in {_several(self.episodes, 'episode')}"
        return (
            f"about {made}, {used.input_tokens / 1e6:.1f} million "
            f"input and {used.output_tokens / 1e6:.1f} million output tokens, {float(self.likely.usd):,.2f} USD, and "
            f"at most {_several(self.most.usage.calls, 'call')} and {float(self.most.usd):,.2f} USD (an estimate)"
        )


@dataclass(frozen=True, slots=True)
class Line:
    """The estimate of one model with one method."""

    model: str
    method: str
    estimate: Estimate


@dataclass(frozen=True)
class Estimates:
    """The lines of an experiment, with the tasks whose length is assumed and the models without a price.

    `refused` tells, a line each, what providers are known to refuse: as it is, the experiment would not start.
    """

    lines: tuple[Line, ...]
    unsolved: int
    unpriced: tuple[str, ...]
    refused: tuple[str, ...] = ()

    def of_model(self, model: str) -> Estimate:
        """Return what a model adds up to."""
        return _total(line.estimate for line in self.lines if line.model == model)

    @cached_property
    def total(self) -> Estimate:
        """Return what the experiment adds up to."""
        return _total(line.estimate for line in self.lines)


def estimate(experiment: Experiment, root: Path, results: Path) -> Estimates:
    """Return the estimates of all models that a provider is paid for.

    The length of a shortest plan, on which the budget of an agent depends, is taken from the results where it is
    known and assumed where it is not.
    """
    paid = [model for model in experiment.models if experiment.config["models"][model]["kind"] == PAID]
    writer = experiment.brief_writer
    played = {task for model in paid for task in experiment.tasks_of(model)}
    written = {task for model in experiment.models for task in experiment.tasks_of(model)} if writer else set()
    lengths = {task: _length(results, *task) for task in sorted(played | written)}
    texts = {task: _texts(experiment, root, task, length) for task, length in lengths.items()}
    limits = {_shape(experiment, model).max_tokens for model in paid}
    used = _rehearsals(experiment, {task: texts[task] for task in sorted(played)}, limits)
    lines = [_line(experiment, model, method, used) for model in paid for method in experiment.methods]
    if writer:
        shape = _shape(experiment, writer)
        usages = _briefs_usage(root, {task: texts[task] for task in sorted(written)}, shape)
        lines.append(
            Line(writer, BRIEFS, Estimate(0, *(cost_of(experiment.config, writer, usage) for usage in usages)))
        )
    unsolved = list(lengths.values()).count(None)
    return Estimates(tuple(lines), unsolved, unpriced_of(experiment.config, lines), experiment.refused_settings())


def unpriced_of(config: Config, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the models of the lines that have no price."""
    asked = dict.fromkeys(line.model for line in lines)
    return tuple(model for model in asked if "price" not in config["models"][model])


def _several(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _shape(experiment: Experiment, model: str) -> Shape:
    return Shape.from_settings(experiment.config["models"][model])


def _rehearsals(experiment: Experiment, texts: Mapping[Task, TaskTexts], limits: Iterable[int | None]) -> Rehearsals:
    """Return the likely and the greatest usage of an episode, whichever model of such a limit plays it."""
    return {
        (method, task, limit): rehearse(method, experiment.method_settings(method), shown, Shape(max_tokens=limit))
        for method in experiment.methods
        for task, shown in texts.items()
        for limit in limits
    }


def _line(experiment: Experiment, model: str, method: str, used: Rehearsals) -> Line:
    tasks, repeats = experiment.tasks_of(model), experiment.repeats_of(model, method)
    limit = _shape(experiment, model).max_tokens
    likely, most = (
        cost_of(
            experiment.config,
            model,
            sum((used[method, task, limit][which] for task in tasks), start=Usage()).times(repeats),
        )
        for which in (0, 1)
    )
    return Line(model, method, Estimate(len(tasks) * repeats, likely, most))


def cost_of(config: Config, model: str, usage: Usage) -> Cost:
    """Return the usage with what it costs at the model's list price, nothing where it has none."""
    settings: dict[str, Any] = config["models"][model]
    price = Price.from_settings(settings["price"]) if "price" in settings else None
    return Cost(usage, Fraction(str(cost_usd(price, usage.input_tokens, usage.output_tokens))))


def _briefs_usage(root: Path, texts: Mapping[Task, TaskTexts], shape: Shape) -> tuple[Usage, Usage]:
    """Return what briefs written by a model use: a call per domain, and one per task that is played."""
    likely = InventedModel(Conduct.LIKELY, plan_tokens(0), shape)
    most = InventedModel(LONGEST[0], plan_tokens(0), shape)
    for domain in dict.fromkeys(domain for domain, _ in texts):
        definition = (root / "domains" / domain / "domain.pddl").read_text(encoding="utf-8")
        for model in (likely, most):
            write_domain_brief(definition, model)
    for (domain, task), shown in texts.items():
        definition = (root / "domains" / domain / "problems" / f"{task}.pddl").read_text(encoding="utf-8")
        for model in (likely, most):
            write_instance_brief(definition, shown.domain_brief, model)
    return likely.usage, most.usage


def _length(results: Path, domain: str, task: str) -> int | None:
    """Return the length of a shortest plan, 0 for unsolvable, None for unknown."""
    path = results / "tasks" / domain / f"{task}.json"
    return (read_facts(path).optimal_length or 0) if path.exists() else None


def _texts(experiment: Experiment, root: Path, task: Task, length: int | None) -> TaskTexts:
    folder = root / "domains" / task[0]
    hidden = read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{task[1]}.pddl", folder / "domain.json")
    brief = template_brief(hidden.task, hidden.phrases)
    known = ASSUMED_LENGTH if length is None else length
    budget = BudgetRule(**experiment.config["budget"]).calls(known or None)
    return TaskTexts(brief.domain, brief.instance, _told(hidden), known or UNSOLVABLE_LENGTH, budget)


def _told(hidden: HiddenTask) -> dict[str, str]:
    task, phrases = hidden.task, hidden.phrases
    return {
        "get_task_overview": describe.overview(task, phrases),
        "list_objects": describe.object_list(task, phrases),
        "list_actions": describe.action_list(task.domain, phrases),
        "get_state": describe.state_description(task, phrases, task.initial),
    }


def _total(parts: Iterable[Estimate]) -> Estimate:
    return sum(parts, start=Estimate())
