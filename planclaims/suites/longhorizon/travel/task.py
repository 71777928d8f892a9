"""A travel task as frozen data: who travels where and when, what must hold, and what the optimum is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from planclaims.suites.longhorizon.travel.parameters import CAR_SEATS, WEEKDAYS, ceiling


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing that the traveller asks for: a family of rules.constraints and its parameters."""

    id: str
    family: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Task:
    """One trip to be planned."""

    name: str
    origin: str
    destinations: tuple[str, ...]
    ordered: bool
    days: int
    date: str
    people: int
    rooms: int
    constraints: tuple[Constraint, ...]
    points: int
    cost: int

    @property
    def cars(self) -> int:
        """Return how many cars take all travellers."""
        return ceiling(self.people, CAR_SEATS)

    def day(self, number: int) -> str:
        """Return the date of a day, counted from 1."""
        return (date.fromisoformat(self.date) + timedelta(days=number - 1)).isoformat()

    def weekday(self, number: int) -> str:
        """Return the weekday of a day, counted from 1."""
        return WEEKDAYS[(date.fromisoformat(self.date).weekday() + number - 1) % 7]
