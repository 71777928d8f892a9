"""The published rules on our plans, for comparison only: lenient where the published checker is (no void, no tables).

What the published checker skips passes here; prices and sums are the plan's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planclaims.suites.longhorizon.travel.grammar import NO_STAY, Day, Plan, Step
from planclaims.suites.longhorizon.travel.rules import checks as ours
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES, holds
from planclaims.suites.longhorizon.travel.rules.trip import Trip, legs_of
from planclaims.suites.longhorizon.travel.task import Constraint

MEALS_APART = 120
MEAL_LEAST, MEAL_MOST = 30, 150
STOPS = ("visit", "meal", "hotel")
UNIT = 100
"""Prices are compared after rounding to whole units of money."""


@dataclass(frozen=True, slots=True)
class Published:
    """What the published rules say: which checks pass, by name, and whether all user constraints do."""

    checks: Mapping[str, bool]
    personalised: bool

    @property
    def commonsense(self) -> int:
        """Return the dimensions whose checks all pass."""
        return sum(all(self.checks[check.__name__] for check in checks) for checks in ours.DIMENSIONS.values())

    @property
    def case(self) -> bool:
        """Return whether everything passes."""
        return all(self.checks.values()) and self.personalised


def published(trip: Trip) -> Published:
    """Return the verdicts of the published rules, as far as our plans have what they read."""
    days, steps = trip.days, [step for _, step, _ in trip.steps]
    same = {
        name: ours.CHECKS[name](trip) in (None, [])
        for name in (
            "attraction_visit_within_opening_hours",
            "dining_within_service_hours",
            "avoidance_of_closure_days",
            "reasonable_duration_at_attractions",
            "diverse_meal_options",
            "diverse_attraction_options",
        )
    }
    meals = [step for step in steps if step.kind == "meal"]
    verdicts = {
        "valid_trip_duration": len(days) == trip.task.days,
        "closed_loop_route_structure": _loop(trip),
        "seamless_intercity_transfers": _chain(trip),
        "validated_accommodation": all(name in trip.world.hotels for name in _hotels(trip)),
        "validated_attractions": _priced(steps, "visit", {n: r.ticket for n, r in trip.world.attractions.items()}),
        "validated_meals": _priced(steps, "meal", {n: r.price for n, r in trip.world.restaurants.items()}),
        "validated_transportation": all(_numbered(trip, step) for step in steps if step.leg),
        "traceable_accommodation": _traceable(days),
        "ends_with_accommodation": all(day.steps and day.steps[-1].kind == "hotel" for day in days[:-1]),
        "essential_meal_coverage": all(_meals(trip, number) for number, _ in trip.numbered),
        "essential_attraction_coverage": all(_visits(trip, number) for number, _ in trip.numbered),
        "no_time_overlaps": all(_apart(day) for day in days),
        "reasonable_transfer_time": all(_transfers(trip, day) for day in days),
        "reasonable_meal_duration": all(MEAL_LEAST <= step.minutes <= MEAL_MOST for step in meals),
        "cost_calculation_correctness": _roughly(trip),
    }
    return Published({**verdicts, **same}, all(_wish(trip, wish) for wish in trip.task.constraints))


def _loop(trip: Trip) -> bool:
    first, last, origin = trip.days[0], trip.days[-1], trip.task.origin
    return (not first.to or first.city == origin) and (not last.to or last.to == origin)


def _chain(trip: Trip) -> bool:
    """Headings chain from the origin; a day with two cities has a leg whose stations lie in them."""
    here = trip.task.origin
    for day in trip.days:
        if day.city != here:
            return False
        ends = [(trip.world.city_of(leg.place), trip.world.city_of(leg.end)) for leg in legs_of(day)]
        if day.to and (day.city, day.to) not in ends:
            return False
        here = day.to or here
    return True


def _hotels(trip: Trip) -> Sequence[str]:
    return [day.stay for day in trip.days if day.stay != NO_STAY] + [step.place for _, step, _ in trip.of_kind("hotel")]


def _priced(steps: Sequence[Step], kind: str, prices: Mapping[str, int]) -> bool:
    return all(
        step.place in prices and round(step.price / UNIT) == round(prices[step.place] / UNIT)
        for step in steps
        if step.kind == kind
    )


def _numbered(trip: Trip, step: Step) -> bool:
    prices = {round(leg.price / UNIT) for leg in trip.world.legs.values() if leg.number == step.number}
    return round(step.price / UNIT) in prices


def _traceable(days: Sequence[Day]) -> bool:
    nights = all(day.stay != NO_STAY and any(step.kind == "hotel" for step in day.steps) for day in days[:-1])
    return nights and days[-1].stay == NO_STAY


def _edges(trip: Trip, number: int) -> tuple[int | None, int | None]:
    """Return arrival and departure as the published code takes them: of the day's first leg."""
    legs = legs_of(trip.days[number - 1])
    if not legs:
        return None, None
    return (legs[0].stop, None) if number < len(trip.days) else (None, legs[0].start)


def _meals(trip: Trip, number: int) -> bool:
    meals = [step for step in trip.days[number - 1].steps if step.kind == "meal"]
    arrival, departure = _edges(trip, number)
    count = len(meals)
    if arrival is not None:
        enough = count >= 2 if arrival < 600 else count >= 1 if arrival < 900 else count <= 1
    elif departure is not None:
        enough = count == 0 if departure < 540 else count <= 1 if departure < 900 else count >= 1
    else:
        enough = count >= 2
    return enough and (count < 2 or meals[1].start - meals[0].stop >= MEALS_APART)


def _visits(trip: Trip, number: int) -> bool:
    visits = [step for step in trip.days[number - 1].steps if step.kind == "visit"]
    arrival, departure = _edges(trip, number)
    if arrival is None and departure is None:
        return len(visits) >= 2 or sum(step.minutes for step in visits) >= 240
    needed = (arrival is not None and arrival < 720) or (departure is not None and departure > 960)
    return bool(visits) or not needed


def _apart(day: Day) -> bool:
    ordered = sorted(day.steps, key=lambda step: (step.start, step.stop))
    return all(later.start >= sooner.stop for sooner, later in pairwise(ordered))


def _transfers(trip: Trip, day: Day) -> bool:
    """The gap between stops, less waiting, is the way's time within five minutes or its rounding to tens."""
    last: Step | None = None
    waiting = 0
    for step in day.steps:
        if step.kind == "wait":
            waiting += step.minutes
        if step.kind not in STOPS:
            continue
        route = trip.world.routes.get((last.place, step.place)) if last else None
        if last and route:
            moved = sum(
                move.minutes for move in day.steps if move.kind == "move" and last.stop <= move.start < step.start
            )
            gap = moved or step.start - last.stop - waiting
            low, high = route.minutes // 10 * 10, -(-route.minutes // 10) * 10
            if not min(low, route.minutes - 5) <= gap <= max(high, route.minutes + 5):
                return False
        last, waiting = step, 0
    return True


def _own_sum(trip: Trip) -> int:
    task = trip.task
    total = 0
    for _, step, _ in trip.steps:
        total += step.price * (task.cars if step.kind == "move" else task.people)
    return total + task.rooms * sum(hotel.price for hotel in trip.nights if hotel)


def _roughly(trip: Trip) -> bool:
    """The stated total is within a tenth of the sum of the plan's own prices."""
    own, said = _own_sum(trip), trip.plan.costs[-1]
    return 10 * abs(said - own) <= own


def _wish(trip: Trip, wish: Constraint) -> bool:
    """A budget holds on the plan's own prices; a hotel constraint holds if one night fulfils it; the rest as ours."""
    if wish.family == "budget":
        return _own_sum(trip) <= int(wish.params["max"])
    if wish.family.startswith("hotel_"):
        for number in range(len(trip.days) - 1):
            one = Trip(Plan(trip.plan.days[number : number + 2], trip.plan.costs), trip.world, trip.task)
            if FAMILIES[wish.family].holds(one, wish.params):
                return True
        return False
    return holds(trip, wish)
