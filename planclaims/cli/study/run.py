"""Run models by their names: from one line to the first table.

  planclaims run --model openai/gpt-4o-mini
  planclaims run --model llama3 --base-url http://localhost:8000/v1 --method direct --method react --tasks 10

MODEL is the name of an entry of config.yaml, or what LiteLLM calls the model. It is the workflow of `snakemake` with an
overlay of its configuration, in the same results folder: what was played is not played again, the records of other
models stay, and the tables tell of the models named. TASKS is a number (the first tasks of every domain in turn), all,
or domain/number. Without --price the cost is empty, and the run says so. The key is read from the variable that the
provider is known by, or that --key names. --dry-run says what would be done; options after -- are for snakemake.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planclaims.cli.numbers import count, price
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder
from planclaims.errors import ConfigError, did_you_mean

METHODS = ("direct", "react")
"""What is played if nothing is said: the baseline of each regime."""
TASKS = "5"
ALL = "all"
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
TASK = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9_-]+")
CORES = 8
OVERLAY = Path("results/run.yaml")

ADVICE = "correct it there; the comments of config.yaml tell what a configuration holds"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("--model", action="append", required=True, metavar="NAME", help="a model; repeatable")
    parser.add_argument("--method", action="append", metavar="NAME", help="a method; repeatable (direct and react)")
    parser.add_argument(
        "--tasks", type=_tasks, default=TASKS, metavar="N", help=f"a number, all, or domain/number,... ({TASKS})"
    )
    parser.add_argument("--base-url", metavar="URL", help="where the model is served, if not at its provider's address")
    parser.add_argument(
        "--key", type=_variable, metavar="VARIABLE", help="the environment variable that holds the API key"
    )
    parser.add_argument(
        "--price", nargs=2, type=price, metavar=("INPUT", "OUTPUT"), help="USD per million tokens (default: unknown)"
    )
    parser.add_argument("--cores", type=count, default=CORES, metavar="N", help=f"jobs at once ({CORES})")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done")
    parser.add_argument("--directory", type=Path, metavar="DIR", help="where results/ lies (the workflow's folder)")
    add_workflow_argument(parser)
    parser.add_argument("further", nargs="*", metavar="-- OPTION", help="options for snakemake")


def run(options: argparse.Namespace) -> ExitCode:
    """Return success if the workflow ends well, its first table printed."""
    import yaml

    from planclaims.storage import write_whole
    from planclaims.study.config_files import read_config
    from planclaims.study.experiment import read_experiment

    root = workflow_folder(options.workflow).resolve()
    folder = (options.directory or root).resolve()
    changes = _overlay(read_config(root / "config.yaml"), root, options)
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / OVERLAY
    merged = yaml.safe_dump(changes, sort_keys=False, allow_unicode=True)
    write_whole(written, f"# What the last `planclaims run` changed in config.yaml.\n{merged}".encode())
    config = read_config(root / "config.yaml", written)
    read_experiment(config, root / "rules" / "config.schema.yaml", root / "domains")
    return run_workflow(root, folder, written, options)


def _overlay(config: Mapping[str, Any], root: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return what the command line changes in the configuration."""
    from planclaims.study.quick import overlay

    unknown = [model for model in options.model if model not in config["models"]]
    if options.base_url is not None and len(options.model) > 1:
        raise ConfigError(
            "--base-url is the address of one model", found=", ".join(options.model), allowed="one --model"
        )
    if options.base_url is None:
        _check_models(unknown, config["models"])
    return overlay(
        config,
        options.model,
        options.method or METHODS,
        _chosen(options.tasks, config, root),
        base_url=options.base_url,
        keys=_keys(options.model if options.base_url else unknown, options),
        price=None if options.price is None else tuple(options.price),
    )


def _variable(text: str) -> str:
    """Return the name of an environment variable, and never a key itself."""
    if not VARIABLE.fullmatch(text):
        told = "what was given is no name of an environment variable, which is capitals, digits and _"
        raise argparse.ArgumentTypeError(told)
    return text


def _tasks(text: str) -> str | int | list[str]:
    """Return which tasks are played: all, so many, or those named."""
    if text == ALL:
        return text
    names = text.split(",")
    if all(TASK.fullmatch(name) for name in names):
        return names
    if not (text.isascii() and text.isdecimal()) or int(text) == 0:
        told = f"{text!r} is no number above zero, nor {ALL!r}, nor names of tasks such as hospital/01,gripper/02"
        raise argparse.ArgumentTypeError(told)
    return int(text)


def _chosen(tasks: str | int | list[str], config: Mapping[str, Any], root: Path) -> str | list[str]:
    """Return the tasks as the configuration names them; ConfigError for one that is not there."""
    from planclaims.study.experiment import read_experiment
    from planclaims.study.quick import spread

    if isinstance(tasks, str):
        return tasks
    known = read_experiment(dict(config), root / "rules" / "config.schema.yaml", root / "domains").tasks
    if isinstance(tasks, int):
        return spread(known, tasks)
    names = ["/".join(task) for task in known]
    for task in tasks:
        if task not in names:
            domains = ", ".join(dict.fromkeys(domain for domain, _ in known))
            raise ConfigError(
                f"--tasks: there is no task {task!r}{did_you_mean(task, names)}", allowed=f"numbers of {domains}"
            )
    return tasks


def _check_models(models: Sequence[str], entries: Mapping[str, Any]) -> None:
    """Raise ConfigError for a model that has no entry and whose name names no provider."""
    if not models:
        return
    from planclaims.models.provider.demands import has_provider

    for model in models:
        if not has_provider(model):
            raise ConfigError(
                f"--model: {model!r} has no entry in config.yaml and names no provider that LiteLLM knows"
                f"{did_you_mean(model, entries)}",
                allowed=f"{', '.join(entries)}; a provider's name and /, as in openai/gpt-4o-mini; or any name with "
                "--base-url",
            )


def _keys(models: Sequence[str], options: argparse.Namespace) -> dict[str, str]:
    """Return the variable that holds the key of each model; at an address of its own a model needs none."""
    if options.key is not None:
        return dict.fromkeys(models, options.key)
    if options.base_url is not None or not models:
        return {}
    from planclaims.models.provider.demands import missing_key

    return {model: name for model in models if (name := missing_key(model)) is not None}


def run_workflow(root: Path, folder: Path, overlay: Path, options: argparse.Namespace) -> ExitCode:
    """Run the workflow; its own lines are all that is said."""
    command = [
        *(sys.executable, "-m", "snakemake", "--snakefile", str(root / "Snakefile"), "--directory", str(folder)),
        *("--configfile", str(overlay)),
        *("--workflow-profile", str(root / "profiles" / "default"), "--cores", str(options.cores)),
        *(["--dry-run"] if options.dry_run else []),
        *options.further,
    ]
    path = os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    return ExitCode.POSITIVE if done.returncode == 0 else ExitCode.BAD_INPUT
