"""Prompts: text files with `{name}` placeholders, filled strictly."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
"""Only a lower-case name in braces is a placeholder, so JSON and a bare `{}` can stand in a prompt."""


class PromptFolder:
    """The prompts of one regime, by name relative to their folder (`direct/plan`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, name: str, **values: str) -> str:
        """Return the prompt with every placeholder replaced; ValueError unless values and placeholders agree.

        Inserted text is never scanned again, so its braces are safe.
        """
        template = _read(self.folder / f"{name}.txt")
        wanted = set(PLACEHOLDER.findall(template))
        if wanted != values.keys():
            missing, unknown = sorted(wanted - values.keys()), sorted(values.keys() - wanted)
            raise ValueError(f"prompt {name}: placeholders without a value {missing}, values without one {unknown}")
        return PLACEHOLDER.sub(lambda match: values[match[1]], template)


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()
