"""Money as integer cents and time as integer minutes since midnight, and their only spellings; no floats anywhere."""

from __future__ import annotations

import re

DAY = 24 * 60
"""Minutes of a day; 24:00 is the last minute that can be named."""

_MONEY = re.compile(r"(0|[1-9][0-9]{0,8})\.([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})")


def read_money(text: str) -> int | None:
    """Return the cents that the text spells as `12.50`, or None for any other spelling."""
    match = _MONEY.fullmatch(text)
    return int(match[1]) * 100 + int(match[2]) if match else None


def money_text(cents: int) -> str:
    """Return cents as decimal text with two digits after the point."""
    sign, whole = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{whole // 100}.{whole % 100:02}"


def read_minutes(text: str) -> int | None:
    """Return the minutes since midnight that the text spells as `HH:MM`, 00:00 to 24:00, or None."""
    match = _TIME.fullmatch(text)
    if match is None or int(match[2]) > 59:
        return None
    minutes = int(match[1]) * 60 + int(match[2])
    return minutes if minutes <= DAY else None


def minutes_text(minutes: int) -> str:
    """Return minutes since midnight as `HH:MM`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def rating_text(tenths: int) -> str:
    """Return a rating in tenths as decimal text with one digit after the point."""
    return f"{tenths // 10}.{tenths % 10}"
