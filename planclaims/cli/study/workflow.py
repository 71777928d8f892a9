"""Where the workflow lies: the folder with Snakefile and config.yaml."""

from __future__ import annotations

import argparse
from pathlib import Path

from planclaims.errors import InputError

FILES = ("Snakefile", "config.yaml", "rules/config.schema.yaml")


def add_workflow_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--workflow`."""
    parser.add_argument(
        "--workflow", type=Path, metavar="DIR", help="the folder with Snakefile and config.yaml (default: found)"
    )


def workflow_folder(named: Path | None) -> Path:
    """Return the folder of the workflow: the one named, else this or the nearest above, else the package's checkout.

    InputError, saying what to do, if there is none.
    """
    if named is not None:
        if not is_workflow(named):
            raise InputError("is no folder of the workflow", file=named, allowed="one with Snakefile and config.yaml")
        return named
    here = Path().resolve()
    if is_workflow(here):
        return Path()
    found = next(filter(is_workflow, (*here.parents, Path(__file__).resolve().parents[3])), None)
    if found is None:
        raise InputError("there is no workflow in this folder or above; name its folder with --workflow DIR")
    return found


def is_workflow(folder: Path) -> bool:
    """Return whether the workflow lies in a folder."""
    return all((folder / name).is_file() for name in FILES)
