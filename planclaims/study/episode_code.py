"""The code and prompts that can change an episode: less than its module imports, which is all methods and models."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from planclaims.study.dependence import Dependence

ENTRY = "planclaims.suites.hiddenpddl.episode"
SEARCH = "planclaims.search"
"""Only solving a task searches, though the module that reads what was found can start a search."""
OTHER = {"offline": "online", "online": "offline"}
CODE_KEY = {"offline": "strategy", "online": "architecture"}
"""The setting that names the code, and so the prompts, behind a method of another name."""


def left_out(regime: str, kind: str) -> tuple[str, ...]:
    """Return what an episode of a regime with a model of a kind never uses; prompts are counted apart."""
    embedded = () if kind == "embedded" else ("planclaims.models.embedded.model", "planclaims.models.embedded.grammars")
    return (SEARCH, f"planclaims.{OTHER[regime]}", f"planclaims.{regime}.prompts", *embedded)


def episode_files(sources: Dependence, method: str, settings: Mapping[str, str], kind: str) -> tuple[Path, ...]:
    """Return the code and prompts that can change an episode of a method with a model of a kind."""
    regime = settings["regime"]
    prompts = sources.root / "planclaims" / regime / "prompts"
    folders = (prompts / settings.get(CODE_KEY[regime], method), prompts / "shared")
    shown = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return (*sources.files(ENTRY, without=left_out(regime, kind)), *shown)
