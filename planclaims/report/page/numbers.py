"""Numbers as a reader wants them: percentages, thousands, money."""

from __future__ import annotations

from planclaims.analysis.formats.shown import exact, fixed


def percent(part: float, whole: float = 1.0) -> str:
    """Return a share in whole percent; a share that is neither none nor all never reads as 0% or 100%."""
    share = exact(part) / exact(whole) if whole else exact(0)
    if 0 < share < exact(0.01):
        return "<1%"
    if exact(0.99) < share < 1:
        return ">99%"
    return f"{fixed(share, 0, 100)}%"


def count(number: float) -> str:
    """Return how many there are, thousands set apart; tasks with several runs count by parts, to two digits."""
    digits = fixed(number, 0 if float(number).is_integer() else 2)
    whole, point, rest = digits.partition(".")
    return f"{int(whole):,}{point}{rest}"


def tokens(number: float) -> str:
    """Return a number of tokens to two or three significant digits."""
    if number < 1000:
        return fixed(number, 0)
    return f"{fixed(number, 1, 0.001)}k" if number < 100_000 else f"{int(fixed(number, 0, 0.001)):,}k"


def dollars(amount: float) -> str:
    """Return USD with enough digits to tell small costs apart."""
    if amount == 0:
        return "$0"
    return f"${amount:.2f}" if amount >= 0.1 else f"${amount:.2g}" if amount >= 0.0001 else f"${amount:.1e}"


def times(multiple: float) -> str:
    """Return a multiple: `1.9×`, `23×`."""
    return f"{fixed(multiple, 1)}×" if multiple < 9.95 else f"{int(fixed(multiple, 0)):,}×"


def plural(number: float, noun: str, several: str | None = None) -> str:
    """Return the number with its noun in the right form."""
    return f"{count(number)} {noun if number == 1 else several or noun + 's'}"


def listing(items: list[str]) -> str:
    """Return the items as an English list."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
