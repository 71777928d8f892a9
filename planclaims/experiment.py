"""The experiment that a configuration describes: which models play which methods on which tasks."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.errors import ConfigError

if TYPE_CHECKING:
    from jsonschema import ValidationError

Config = Mapping[str, Any]
REPEAT = ".repeat"
DOMAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
TASK_NAME = re.compile(r"[A-Za-z0-9_-]+")
"""Names are parts of paths, as the Snakefile has them too; a dot parts the name of a task from a repeat."""
LLM = "llm"
"""The source of briefs that a model writes."""
SECRETS = frozenset({"api_key", "extra_headers", "headers", "authorization", "token", "password"})
"""Parameters of a call that would carry a secret; keys come from the environment only."""
SELECTION = ("tasks",)
"""Keys of a model's entry that choose episodes and shape none of them, so they must not re-run any."""


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """Which episode: one model, one method, one task; and which of its repeats, from 0."""

    model: str
    method: str
    domain: str
    task: str
    repeat: int = 0

    @property
    def path(self) -> str:
        """Return the place of the episode below a results folder, without its ending.

        Repeat 0 bears the task's name alone, further ones `.repeat1` and so on: a task's name has no dot.
        """
        return f"{self.model}/{self.method}/{self.domain}/{self.task}" + (
            f"{REPEAT}{self.repeat}" if self.repeat else ""
        )

    @classmethod
    def of_path(cls, path: str) -> EpisodeKey:
        """Return the episode at a place below a results folder."""
        model, method, domain, name = path.split("/")
        task, _, repeat = name.partition(REPEAT)
        return cls(model, method, domain, task, int(repeat or 0))


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

        It is stochastic if the model is no script and some call of the method has a temperature above zero.
        """
        from planclaims.episodes.method import temperatures

        scripted = self.config["models"][model]["kind"] == "reference"
        stochastic = not scripted and any(temperatures(method, self.config["methods"][method]))
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

    def model_settings(self, model: str) -> dict[str, Any]:
        """Return what shapes the model's replies, without what merely selects its episodes."""
        return {key: value for key, value in self.config["models"][model].items() if key not in SELECTION}

    def missing_keys(self, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
        """Return the environment variables that the models need and that are not set."""
        needed = (self.config["models"][model].get("key") for model in self.asked)
        return tuple(sorted({name for name in needed if name and not environ.get(name)}))


def read_numbers(config: dict[str, Any], schema: Path) -> None:
    """Read numbers, truth values and nulls that are text: Snakemake's `--config` gives them so within braces."""
    import yaml

    for error in list(_schema_errors(config, schema)):
        if error.validator == "type" and isinstance(error.instance, str):
            holder: Any = config
            for key in list(error.absolute_path)[:-1]:
                holder = holder[key]
            with suppress(yaml.YAMLError):
                holder[error.absolute_path[-1]] = yaml.safe_load(error.instance)


def read_experiment(config: Config, schema: Path, domains: Path) -> Experiment:
    """Return the experiment of a merged configuration.

    Raises ConfigError, with one line per fault, if the closed schema or the names in the configuration do not fit.
    """
    faults = list(_schema_faults(config, schema))
    if faults:
        raise ConfigError("\n".join(faults))
    tasks = tuple(_tasks(config["experiment"]["domains"], domains))
    experiment = Experiment(config, tasks)
    faults = list(_faults(experiment))
    if faults:
        raise ConfigError("\n".join(faults))
    return experiment


def _schema_errors(config: Config, schema: Path) -> Iterator[ValidationError]:
    import yaml
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(yaml.safe_load(schema.read_text(encoding="utf-8")))
    yield from validator.iter_errors(config)


def _schema_faults(config: Config, schema: Path) -> Iterator[str]:
    errors = _schema_errors(config, schema)
    for error in sorted(errors, key=lambda error: list(map(str, error.absolute_path))):
        place = ".".join(map(str, error.absolute_path)) or "the top level"
        yield f"config: at {place}: {error.message}"


def _tasks(chosen: str | Sequence[str], domains: Path) -> Iterator[tuple[str, str]]:
    found = sorted(path.parent.name for path in domains.glob("*/domain.pddl"))
    names = found if chosen == "all" else list(chosen)
    for name in names:
        if name not in found:
            raise ConfigError(
                "config: at experiment.domains: no such domain", found=repr(name), allowed=", ".join(found)
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
            raise ConfigError("the domain has no task: there is no .pddl file here", file=folder)
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
    from planclaims.episodes.method import regime_of, strategy_of, temperatures
    from planclaims.episodes.record import Regime

    for name in experiment.methods:
        settings = experiment.config["methods"][name]
        try:
            temperatures(name, settings)
            offline = regime_of(name, settings) is Regime.OFFLINE
            if offline and getattr(strategy_of(name, settings), "needs_critic", False):
                yield f"config: at experiment.methods: {name} needs questions with a critic, as some suites have them"
        except ConfigError as error:
            yield f"config: at methods.{name}: {error}"


def _spending_faults(experiment: Experiment) -> Iterator[str]:
    """Yield the models whose spending could not be bounded."""
    models = experiment.config["models"]
    for name in experiment.asked if experiment.config["spending"]["usd"] is not None else ():
        if models[name]["kind"] == "litellm" and "price" not in models[name]:
            yield f"config: at spending.usd: the budget cannot be kept, because the model {name!r} has no price"


def _name_faults(config: Config, tasks: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from _writer_faults(config)
    yield from _secret_faults(config)
    for kind in ("models", "methods"):
        for name in config["experiment"][kind]:
            if name not in config[kind]:
                yield f"config: at experiment.{kind}: {name!r} has no entry; allowed: {', '.join(config[kind])}"
    for model in config["experiment"]["models"]:
        chosen = config["models"].get(model, {}).get("tasks", "all")
        for name in chosen if chosen != "all" else ():
            if tuple(name.split("/")) not in tasks:
                yield f"config: at models.{model}.tasks: there is no task {name!r} (domain/number) in this experiment"


def _secret_faults(config: Config) -> Iterator[str]:
    """Yield the entries that hold a secret, which would end up in every record; the secret is not repeated."""
    for model, entry in config["models"].items():
        if "@" in entry.get("api_base", ""):
            yield f"config: at models.{model}.api_base: an address must hold no user and no password"
        for name in sorted(SECRETS & entry.get("parameters", {}).keys()):
            yield f"config: at models.{model}.parameters.{name}: secrets come from the environment; name them in `key`"


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


@cache
def fingerprint(root: Path, *patterns: str) -> str:
    """Return a hash over the contents of the files that match, so that a mere touch changes nothing."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in root.glob(pattern) if path.is_file()}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
