"""Numbers as a reader wants them: percentages, thousands, money."""

from __future__ import annotations


def percent(part: float, whole: float = 1.0) -> str:
    """Return a share in whole percent; a share that is neither none nor all never reads as 0% or 100%."""
    share = 100 * part / whole if whole else 0.0
    if 0 < share < 1:
        return "<1%"
    if 99 < share < 100:
        return ">99%"
    return f"{share:.0f}%"


def count(number: float) -> str:
    """Return how many there are, thousands set apart; tasks with several runs count by parts, to two digits."""
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.2f}"


def tokens(number: float) -> str:
    """Return a number of tokens to two or three significant digits."""
    if number < 1000:
        return f"{number:.0f}"
    return f"{number / 1000:.1f}k" if number < 100_000 else f"{number / 1000:,.0f}k"


def dollars(amount: float) -> str:
    """Return USD with enough digits to tell small costs apart."""
    if amount == 0:
        return "$0"
    return f"${amount:.2f}" if amount >= 0.1 else f"${amount:.2g}" if amount >= 0.0001 else f"${amount:.1e}"


def times(multiple: float) -> str:
    """Return a multiple: `1.9×`, `23×`."""
    return f"{multiple:.1f}×" if multiple < 9.95 else f"{multiple:,.0f}×"


def plural(number: float, noun: str, several: str | None = None) -> str:
    """Return the number with its noun in the right form."""
    return f"{count(number)} {noun if number == 1 else several or noun + 's'}"


def listing(items: list[str]) -> str:
    """Return the items as an English list."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
