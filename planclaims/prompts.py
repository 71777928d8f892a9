"""Prompts: text files with `{name}` placeholders, filled strictly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
"""Only a lower-case name in braces is a placeholder, so JSON and a bare `{}` can stand in a prompt."""


class PromptFolder:
    """The prompts of one regime, by name relative to their folder (`direct/plan`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, name: str, words: Mapping[str, str] | None = None, **values: str) -> str:
        """Return the prompt with every placeholder replaced, by a value or else by one of the words.

        ValueError if a placeholder has neither, or a value has no placeholder. Inserted text is never scanned again,
        so its braces are safe.
        """
        return fill_text(_read(self.folder / f"{name}.txt"), words, name=f"prompt {name}", **values)


def fill_text(template: str, words: Mapping[str, str] | None = None, *, name: str = "text", **values: str) -> str:
    """Return the template with every placeholder replaced, as `PromptFolder.fill` does."""
    wanted, known = set(PLACEHOLDER.findall(template)), {**(words or {}), **values}
    missing, unknown = sorted(wanted - known.keys()), sorted(values.keys() - wanted)
    if missing or unknown:
        raise ValueError(f"{name}: placeholders without a value {missing}, values without one {unknown}")
    return PLACEHOLDER.sub(lambda match: known[match[1]], template)


def read_wording(path: Path) -> Mapping[str, str]:
    """Return the words of a TOML file by their names, surrounding blank lines removed."""
    return {name: str(text).strip("\n") for name, text in tomllib.loads(_read(path)).items()}


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()
