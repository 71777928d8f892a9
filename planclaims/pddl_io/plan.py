"""Plan files, read strictly: one step a line, in file order, or an error that names the line."""

from __future__ import annotations

import re
from decimal import Decimal

from planclaims.errors import InputError
from planclaims.pddl_io.dialect import NUMBER_FORM
from planclaims.semantics.task import Step

_LABELLED = rf"[DC]\s*:\s*{NUMBER_FORM}"
LINE = re.compile(
    rf"\s*(?:(?P<stamp>{NUMBER_FORM})\s*:\s*)?"  # 0.000:
    r"\((?P<words>[^();]*)\)\s*"  # (move a b)
    rf"(?:\[\s*(?:{NUMBER_FORM}|{_LABELLED}(?:\s*;\s*{_LABELLED})?)\s*\]\s*)?"  # [1.000] or [D:1.0; C:1.0]
    r"(?:;.*)?\Z",
    re.IGNORECASE,
)
BLANK = re.compile(r"\s*(?:;.*)?\Z")
ALLOWED = "(action object ...), perhaps after a time stamp and a colon, perhaps before a [duration]"


def read_plan(text: str, *, source: str) -> tuple[Step, ...]:
    """Return the steps of a plan file in lower case, in the order of its lines.

    A time stamp orders nothing; since stamps that decrease contradict the order of the lines, they are an error.
    """
    steps: list[Step] = []
    latest: Decimal | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if BLANK.match(line):
            continue
        match = LINE.match(line)
        words = match["words"].split() if match else []
        if match is None or not words:
            raise InputError(
                "this is no step", file=source, line=number, found=repr(line.strip()[:80]), allowed=ALLOWED
            )
        if match["stamp"] is not None:
            stamp = Decimal(match["stamp"])
            if latest is not None and stamp < latest:
                allowed = f"{latest} or later"
                raise InputError(
                    "the time stamps decrease", file=source, line=number, found=str(stamp), allowed=allowed
                )
            latest = stamp
        steps.append(Step(*_step(words)))
    return tuple(steps)


def _step(words: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return name and arguments; only ASCII has case here, so that no other letter can become one of a name."""
    name, *arguments = (word.lower() if word.isascii() else word for word in words)
    return name, tuple(arguments)
