"""A plan followed step by step through a world: where the traveller is, what is known, what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from planclaims.suites.longhorizon.travel.grammar import Day, Plan, Step
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import Attraction, Hotel, Leg, Restaurant, Route, World


@dataclass(frozen=True, slots=True)
class Costs:
    """What a plan costs from the tables, in cents."""

    transport: int
    lodging: int
    meals: int
    tickets: int

    @property
    def amounts(self) -> tuple[int, ...]:
        """Return the four amounts and their sum, as a plan states them."""
        parts = (self.transport, self.lodging, self.meals, self.tickets)
        return (*parts, sum(parts))


@dataclass(frozen=True)
class Trip:
    """A plan in its world; a day's `number` counts from 1 whatever its heading says."""

    plan: Plan
    world: World
    task: Task

    @property
    def days(self) -> Sequence[Day]:
        """Return the days."""
        return self.plan.days

    @property
    def numbered(self) -> Sequence[tuple[int, Day]]:
        """Return the days with their places in the plan, from 1."""
        return list(enumerate(self.plan.days, start=1))

    @cached_property
    def steps(self) -> Sequence[tuple[int, Step, str | None]]:
        """Return every step with its day and the city before it; None after a leg to a station that is not known."""
        city: str | None = self.task.origin
        found: list[tuple[int, Step, str | None]] = []
        for number, day in self.numbered:
            for step in day.steps:
                found.append((number, step, city))
                if step.leg:
                    city = self.world.city_of(step.end)
        return found

    @cached_property
    def cities(self) -> Sequence[tuple[str | None, str | None]]:
        """Return the cities at the begin and at the end of every day."""
        city: str | None = self.task.origin
        found: list[tuple[str | None, str | None]] = []
        for day in self.days:
            begin = city
            for leg in legs_of(day):
                city = self.world.city_of(leg.end)
            found.append((begin, city))
        return found

    @cached_property
    def legs(self) -> Sequence[tuple[int, Step]]:
        """Return the legs with their days."""
        return [(number, step) for number, step, _ in self.steps if step.leg]

    def leg_row(self, number: int, step: Step) -> Leg | None:
        """Return the row of a leg on its day: of the number, the stations and the date, whatever times it states."""
        return self.world.legs.get((step.kind, step.number, self.task.day(number), step.place, step.end))

    def route(self, step: Step) -> Route | None:
        """Return the row of a move."""
        return self.world.routes.get((step.place, step.end))

    def of_kind(self, kind: str) -> Sequence[tuple[int, Step, str | None]]:
        """Return the steps of a kind with day and city."""
        return [found for found in self.steps if found[1].kind == kind]

    @cached_property
    def visits(self) -> Sequence[tuple[int, Step, Attraction]]:
        """Return the visits to attractions of the table, with their days."""
        rows = self.world.attractions
        return [(day, step, rows[step.place]) for day, step, _ in self.of_kind("visit") if step.place in rows]

    @cached_property
    def meals(self) -> Sequence[tuple[int, Step, Restaurant]]:
        """Return the meals at restaurants of the table, with their days."""
        rows = self.world.restaurants
        return [(day, step, rows[step.place]) for day, step, _ in self.of_kind("meal") if step.place in rows]

    @property
    def stays(self) -> Sequence[str]:
        """Return the stays of all days but the last."""
        return [day.stay for day in self.days[:-1]]

    @cached_property
    def nights(self) -> Sequence[Hotel | None]:
        """Return the hotels of all nights; None for one that is not in the table."""
        return [self.world.hotels.get(stay) for stay in self.stays]

    @cached_property
    def costs(self) -> Costs | None:
        """Return what the plan costs from the tables, or None if a place, a leg or a route is not in them."""
        legs = [self.leg_row(number, step) for number, step in self.legs]
        moves = [self.route(step) for _, step, _ in self.of_kind("move")]
        seen = [self.world.attractions.get(step.place) for _, step, _ in self.of_kind("visit")]
        eaten = [self.world.restaurants.get(step.place) for _, step, _ in self.of_kind("meal")]
        rows: tuple[Sequence[object], ...] = (legs, moves, self.nights, seen, eaten)
        if any(row is None for listed in rows for row in listed):
            return None
        people = self.task.people
        return Costs(
            transport=people * sum(leg.price for leg in legs if leg)
            + self.task.cars * sum(move.fare for move in moves if move),
            lodging=self.task.rooms * sum(night.price for night in self.nights if night),
            meals=people * sum(meal.price for meal in eaten if meal),
            tickets=people * sum(visit.ticket for visit in seen if visit),
        )

    @cached_property
    def points(self) -> int:
        """Return the sum of the ratings of the distinct attractions and restaurants of the tables."""
        attractions = {row.name: row.rating for _, _, row in self.visits}
        restaurants = {row.name: row.rating for _, _, row in self.meals}
        return sum(attractions.values()) + sum(restaurants.values())

    def day_edges(self, number: int) -> tuple[int | None, int | None]:
        """Return arrival and departure of a day, None where it has none.

        The day on which the traveller leaves the origin for good has an arrival, the one on which the origin is reached
        a departure, any other day with legs both.
        """
        legs = legs_of(self.days[number - 1])
        if not legs:
            return None, None
        begin, end = self.cities[number - 1]
        origin = self.task.origin
        arrival, departure = legs[-1].stop, legs[0].start
        if begin == origin and end != origin:
            return arrival, None
        if begin != origin and end == origin:
            return None, departure
        return arrival, departure


def legs_of(day: Day) -> Sequence[Step]:
    """Return the legs of a day."""
    return [step for step in day.steps if step.leg]


def placed(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps that have a place: all but waiting."""
    return (step for step in steps if step.kind != "wait")
