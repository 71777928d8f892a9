"""The numbers of the rules, once: the prose, the tools, the checks and the generator read them here.

Times are minutes, money is cents, distances are metres.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Span(NamedTuple):
    """An inclusive range."""

    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.least <= value <= self.most


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MEAL_STARTS: Mapping[str, Span] = {"lunch": Span(630, 870), "dinner": Span(990, 1260)}
MEAL_MINUTES = Span(60, 120)
MEAL_GAP = 120
MEALS_FULL = Span(2, 2)
MEALS_BETWEEN = Span(1, 2)
MEALS_BY_ARRIVAL = ((600, Span(2, 2)), (900, Span(1, 2)))
"""Fewest and most meals of a day by its arrival: before the first time that is later; after all of them, the next."""
MEALS_LATE_ARRIVAL = Span(0, 1)
MEALS_BY_DEPARTURE = ((540, Span(0, 0)), (900, Span(0, 1)))
MEALS_LATE_DEPARTURE = Span(1, 2)
FULL_VISITS = 2
FULL_MINUTES = 240
EARLY_ARRIVAL, LATE_DEPARTURE = 720, 960
"""Arriving before, or leaving after, asks for a visit on that day."""
BEFORE: Mapping[str, int] = {"train": 20, "flight": 60}
AFTER: Mapping[str, int] = {"train": 10, "flight": 30}
BETWEEN_LEGS = 15
CAR_SEATS = 4
NEARBY = 1500
"""How far from a point restaurants are recommended."""
WALK_METRES, WALK_SPEED = 2000, 80
TAXI_WAIT, TAXI_SPEED, TAXI_START, TAXI_HUNDRED = 5, 400, 600, 15


def ceiling(amount: int, unit: int) -> int:
    """Return how many units hold the amount."""
    return -(-amount // unit)


def route_of(metres: int) -> tuple[str, int, int]:
    """Return mode, minutes and fare per car of a way of that length."""
    if metres <= WALK_METRES:
        return "walk", ceiling(metres, WALK_SPEED), 0
    return "taxi", TAXI_WAIT + ceiling(metres, TAXI_SPEED), TAXI_START + TAXI_HUNDRED * ceiling(metres, 100)


def meals_of(arrival: int | None, departure: int | None) -> Span:
    """Return the fewest and the most meals of a day; None where the day has no such leg."""
    if arrival is not None and departure is not None:
        return MEALS_BETWEEN
    if arrival is not None:
        return next((span for before, span in MEALS_BY_ARRIVAL if arrival < before), MEALS_LATE_ARRIVAL)
    if departure is not None:
        return next((span for before, span in MEALS_BY_DEPARTURE if departure < before), MEALS_LATE_DEPARTURE)
    return MEALS_FULL


def visit_needed(arrival: int | None, departure: int | None) -> bool:
    """Return whether a day with legs needs a visit."""
    early = arrival is not None and arrival < EARLY_ARRIVAL
    return early or (departure is not None and departure > LATE_DEPARTURE)
