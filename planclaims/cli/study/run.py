"""Run models by their names: from one line to the first table.

  planclaims run --model openai/gpt-4o-mini
  planclaims run --model llama3 --base-url http://localhost:8000/v1 --method direct --method react --tasks 10

MODEL is the name of an entry of config.yaml, or what LiteLLM calls the model. It is the workflow of `snakemake` with an
overlay of its configuration, in the same results folder: what was played is not played again, the records of other
models stay, and the tables tell of the models named. TASKS is a number (the first tasks of every domain in turn), all,
or domain/number. Without --price the cost is empty. The key is read from the variable that the provider is known by, or
that --key names. --dry-run says what would be done; options after -- are for snakemake.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planclaims.cli.numbers import count
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder
from planclaims.errors import ConfigError

METHODS = ("direct", "react")
"""What is played if nothing is said: the baseline of each regime."""
TASKS = "5"
CORES = 8
OVERLAY = Path("results/run.yaml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("--model", action="append", required=True, metavar="NAME", help="a model; repeatable")
    parser.add_argument("--method", action="append", metavar="NAME", help="a method; repeatable (direct and react)")
    parser.add_argument("--tasks", default=TASKS, metavar="N", help=f"a number, all, or domain/number,... ({TASKS})")
    parser.add_argument("--base-url", metavar="URL", help="where the model is served, if not at its provider's address")
    parser.add_argument("--key", metavar="VARIABLE", help="the environment variable that holds the API key")
    parser.add_argument(
        "--price", nargs=2, type=float, metavar=("INPUT", "OUTPUT"), help="USD per million tokens (default: unknown)"
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
    from planclaims.study.experiment import read_experiment
    from planclaims.study.quick import overlay, spread

    tasks: str | list[str] = options.tasks
    if options.tasks.isascii() and options.tasks.isdecimal():
        known = read_experiment(dict(config), root / "rules" / "config.schema.yaml", root / "domains").tasks
        tasks = spread(known, count(options.tasks))
    elif options.tasks != "all":
        tasks = options.tasks.split(",")
    unknown = [model for model in options.model if model not in config["models"]]
    if options.base_url is not None and len(options.model) > 1:
        raise ConfigError(
            "--base-url is the address of one model", found=", ".join(options.model), allowed="one --model"
        )
    return overlay(
        config,
        options.model,
        options.method or METHODS,
        tasks,
        base_url=options.base_url,
        keys=_keys(options.model if options.base_url else unknown, options),
        price=None if options.price is None else tuple(options.price),
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
