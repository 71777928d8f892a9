"""The experiment that a configuration describes: which models play which methods on which tasks."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planclaims.analysis.formats.rehearsed import PREFIX
from planclaims.episodes.key import EpisodeKey
from planclaims.errors import ConfigError, did_you_mean
from planclaims.schema import CORRECT, Config, read_schema, read_texts, schema_faults
from planclaims.suites.load import known_suites, suite_of

DOMAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
TASK_NAME = re.compile(r"[A-Za-z0-9_-]+")
"""Names are parts of paths, as the Snakefile has them too; a dot parts the name of a task from a repeat."""
LLM = "llm"
"""The source of briefs that a model writes."""
PAID, SIMULATED = "litellm", "simulated"


@dataclass(frozen=True)
class Experiment:
    """A checked configuration together with the tasks found on disk."""

    config: Config
    tasks: tuple[tuple[str, str], ...]

    @property
    def models(self) -> tuple[str, ...]:
        """Return the names of the models that play, in the order of the configuration."""
        return tuple(self.config["experiment"]["models"])

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods that are played, in the order of the configuration."""
        return tuple(self.config["experiment"]["methods"])

    def tasks_of(self, model: str) -> tuple[tuple[str, str], ...]:
        """Return the (domain, task) pairs that the model plays."""
        chosen = self.config["models"][model]["tasks"]
        if chosen == "all":
            return self.tasks
        wanted = {tuple(name.split("/")) for name in chosen}
        return tuple(task for task in self.tasks if task in wanted)

    def episodes(self) -> Iterator[EpisodeKey]:
        """Yield every episode of the experiment, by model, method, task and repeat."""
        for model in self.models:
            for method in self.methods:
                repeats = range(self.repeats_of(model, method))
                for domain, task in self.tasks_of(model):
                    yield from (EpisodeKey(model, method, domain, task, repeat) for repeat in repeats)

    def repeats_of(self, model: str, method: str) -> int:
        """Return how often a configuration plays each task: `repeats` times if it is stochastic, else once.

        It is stochastic if the model is no script and some call of the method has a temperature above zero, or
        the model's entry leaves the temperature to the provider.
        """
        from planclaims.episodes.method import temperatures
        from planclaims.models.provider.shape import Shape

        entry = self.config["models"][model]
        shape = Shape.from_settings(entry) if entry["kind"] == PAID else Shape()
        asked = temperatures(method, self.method_settings(method))
        stochastic = entry["kind"] != "reference" and any(map(shape.sampled, asked))
        return int(self.config["repeats"]) if stochastic else 1

    @property
    def brief_writer(self) -> str | None:
        """Return the model that writes the briefs, or None if they are not written by one."""
        briefs = self.config["briefs"]
        return str(briefs["model"]) if briefs["source"] == LLM else None

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the models that are asked anything: those that play, and the one that writes briefs."""
        return tuple(dict.fromkeys([*self.models, *([self.brief_writer] if self.brief_writer else [])]))

    def method_settings(self, method: str) -> Mapping[str, Any]:
        """Return the settings of a method, with those of the method that makes its plans, where one does."""
        from planclaims.episodes.method import resolved

        return resolved(method, self.config["methods"])

    def model_settings(self, model: str) -> dict[str, Any]:
        """Return what shapes the model's replies: no price, no patience, and nothing that merely selects episodes."""
        from planclaims.models.settings import shaping

        return shaping(self.config["models"][model])

    def model_entry(self, model: str) -> dict[str, Any]:
        """Return all that is needed to ask the model, with what it costs and how patiently it is asked."""
        return {key: value for key, value in self.config["models"][model].items() if key != "tasks"}

    def prices(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the prices in force by model: what is computed from tokens is computed anew when they change."""
        entries = {name: self.config["models"][name] for name in (self.models if names is None else names)}
        return {name: {"price": entry["price"]} for name, entry in entries.items() if "price" in entry}

    def analysis_settings(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return what the analysis needs besides the episodes, of all models that play or of some."""
        chosen = self.models if names is None else names
        prices = self.prices(chosen)
        models = {name: {**self.model_settings(name), **prices.get(name, {})} for name in chosen}
        return {**self.config["analysis"], "seed": self.config["seed"], "models": models}

    def refused_settings(self) -> tuple[str, ...]:
        """Return what the providers of the models are known to refuse, a line each with what to write instead."""
        from planclaims.episodes.method import temperatures

        entries = {model: self.config["models"][model] for model in self.asked}
        paid = {model: entry for model, entry in entries.items() if entry["kind"] == PAID}
        if not paid:
            return ()
        from planclaims.models.provider.demands import refused

        played = [t for method in self.methods for t in temperatures(method, self.method_settings(method))]
        lines = []
        for model, entry in paid.items():
            asked = [*(played if model in self.models else ()), *([1.0] if model == self.brief_writer else ())]
            lines += [f"config: at models.{model}: {fault}" for fault in refused(entry, asked)]
        return tuple(lines)

    def missing_keys(self, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
        """Return the environment variables that the models need and that are not set."""
        needed = (self.config["models"][model].get("key") for model in self.asked)
        return tuple(sorted({name for name in needed if name and not environ.get(name)}))


def read_numbers(config: dict[str, Any], schema: Path, root: Path) -> None:
    """Read numbers, truth values and nulls that are text, in the settings of suites too; `root` is where guests lie."""
    read_texts(config, read_schema(schema))
    suites = config.get("suites")
    for name, entry in suites.items() if isinstance(suites, dict) else ():
        if isinstance(entry, dict) and isinstance(entry.get("settings"), dict):
            with suppress(ConfigError):  # what is no suite is told later, with all other faults
                read_texts(entry["settings"], suite_of(name, entry, root).schema)


def read_experiment(config: Config, schema: Path, domains: Path) -> Experiment:
    """Return the experiment of a merged configuration.

    Raises ConfigError, with one line per fault, if the closed schema or the names in the configuration do not fit.
    """
    faults = list(_schema_faults(config, schema))
    if faults:
        raise ConfigError("\n".join([*faults, CORRECT]))
    try:
        tasks = tuple(_tasks(config["experiment"]["domains"], domains))
    except ConfigError as fault:
        raise ConfigError(f"{fault}\n{CORRECT}") from None
    experiment = Experiment(config, tasks)
    faults = list(_faults(experiment))
    if faults:
        raise ConfigError("\n".join([*faults, CORRECT]))
    return experiment


def _schema_faults(config: Config, schema: Path) -> Iterator[str]:
    """Yield what breaks the schema; a suite that does not exist is told as that, and not as an entry without models."""
    suites = config.get("suites")
    entries = suites.items() if isinstance(suites, Mapping) else ()
    unknown = [name for name, entry in entries if not (isinstance(entry, Mapping) and "folder" in entry)]
    unknown = [name for name in unknown if name not in known_suites()]
    for name in unknown:
        near = did_you_mean(name, known_suites())
        yield (
            f"config: at suites: there is no suite {name!r}{near}; allowed: {', '.join(known_suites())}; a suite of "
            "your own needs `folder:` in its entry"
        )
    places = tuple(f"config: at suites.{name}" for name in unknown)
    for fault in schema_faults(config, read_schema(schema)):
        if not fault.startswith(tuple(f"{place}{end}" for place in places for end in ":.")):
            yield fault


def _tasks(chosen: str | Sequence[str], domains: Path) -> Iterator[tuple[str, str]]:
    found = sorted(path.parent.name for path in domains.glob("*/domain.pddl"))
    names = found if chosen == "all" else list(chosen)
    for name in names:
        if name not in found:
            raise ConfigError(
                "config: at experiment.domains: no such domain",
                found=f"{name!r}{did_you_mean(name, found)}",
                allowed=", ".join(found),
            )
        if not DOMAIN_NAME.fullmatch(name):
            raise ConfigError(
                "wrong name of a domain's folder",
                file=domains / name,
                allowed="letters, digits, ., _ and -, a letter or digit first",
            )
        folder = domains / name / "problems"
        problems = sorted(folder.glob("*.pddl"))
        if not problems:
            raise ConfigError("the domain has no task: put a .pddl file here or remove the domain", file=folder)
        for problem in problems:
            if not TASK_NAME.fullmatch(problem.stem):
                raise ConfigError(
                    "wrong name of a task's file", file=problem, allowed="letters, digits, _ and - before .pddl"
                )
            yield name, problem.stem


def _faults(experiment: Experiment) -> Iterator[str]:
    named = list(_name_faults(experiment.config, experiment.tasks))
    yield from named or [*_method_faults(experiment), *_spending_faults(experiment)]


def _method_faults(experiment: Experiment) -> Iterator[str]:
    """Yield the methods whose settings fit no strategy or architecture, whichever models play them."""
    from planclaims.episodes.method import temperatures

    for name in experiment.methods:
        try:
            settings = experiment.method_settings(name)
            temperatures(name, settings)
        except ConfigError as error:
            yield f"config: at methods.{name}: {error}"


def _spending_faults(experiment: Experiment) -> Iterator[str]:
    """Yield the models whose spending could not be bounded."""
    models = experiment.config["models"]
    for name in experiment.asked if experiment.config["spending"]["usd"] is not None else ():
        if models[name]["kind"] == "litellm" and "price" not in models[name]:
            yield f"config: at spending.usd: the budget cannot be kept, as the model {name!r} has no price: add one"


def _name_faults(config: Config, tasks: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from _writer_faults(config)
    for name in config["experiment"]["models"]:
        if config["models"].get(name, {}).get("kind") == SIMULATED and not name.startswith(PREFIX):
            yield f"config: at models.{name}: the name of a simulated respondent must begin with {PREFIX}"
    yield from _secret_faults(config)
    for kind in ("models", "methods"):
        for name in config["experiment"][kind]:
            if name not in config[kind]:
                near = did_you_mean(name, config[kind])
                yield f"config: at experiment.{kind}: {name!r} has no entry{near}; allowed: {', '.join(config[kind])}"
    for model in config["experiment"]["models"]:
        chosen = config["models"].get(model, {}).get("tasks", "all")
        for name in chosen if chosen != "all" else ():
            if tuple(name.split("/")) not in tasks:
                near = did_you_mean(name, map("/".join, tasks))
                yield f"config: at models.{model}.tasks: no task {name!r} (domain/number) in this experiment{near}"
    for number, pair in enumerate(config["analysis"].get("tiers", ())):
        for place, name in pair.items():
            if name not in config["models"]:
                near, known = did_you_mean(name, config["models"]), ", ".join(config["models"])
                yield f"config: at analysis.tiers.{number}.{place}: {name!r} has no entry{near}; allowed: {known}"


def _secret_faults(config: Config) -> Iterator[str]:
    """Yield the entries that hold a secret, which would end up in every record; the secret is not repeated."""
    from planclaims.models.provider.secrets import secret_faults

    for model, entry in config["models"].items():
        yield from (f"config: at models.{model}.{fault}" for fault in secret_faults(entry))


def _writer_faults(config: Config) -> Iterator[str]:
    name = config["briefs"].get("model")
    if config["briefs"]["source"] != LLM:
        return
    writers = [model for model, entry in config["models"].items() if entry["kind"] == "litellm"]
    if name not in writers:
        known = ", ".join(writers) or "none is configured"
        yield f"config: at briefs.model: {name!r} is no model of kind litellm, which llm briefs need; allowed: {known}"


def canonical(settings: object) -> str:
    """Return settings as text that does not depend on the order of keys."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)
