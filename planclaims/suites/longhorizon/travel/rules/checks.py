"""The 21 checks in the published order and their eight dimensions; a check with nothing to look at is void.

A check returns the faults it finds as pairs of a day and a step (None where no single step is at fault), or VOID.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from planclaims.suites.longhorizon.measures import Level
from planclaims.suites.longhorizon.travel import parameters as limits
from planclaims.suites.longhorizon.travel.grammar import NO_STAY, Step
from planclaims.suites.longhorizon.travel.rules.trip import Trip, legs_of, placed
from planclaims.suites.longhorizon.travel.rules.verdicts import At, Found


def valid_trip_duration(trip: Trip) -> Found:
    """The headings are numbered from 1 to the task's days, and every day has a step."""
    right = [day.number for day in trip.days] == list(range(1, trip.task.days + 1))
    return [At()] * (not right) + [At(number) for number, day in trip.numbered if not day.steps]


def closed_loop_route_structure(trip: Trip) -> Found:
    """The trip begins and ends in the origin, and reaches just the destinations in between."""
    if not trip.legs:
        return None
    task, (first_day, first), (last_day, last) = trip.task, trip.legs[0], trip.legs[-1]
    reached = [trip.world.city_of(step.end) for _, step in trip.legs[:-1]]
    wanted = [city for city, _ in groupby(city for city in reached if city in task.destinations)]
    right = tuple(wanted) == task.destinations if task.ordered else sorted(wanted, key=str) == sorted(task.destinations)
    faults = [At(first_day, first)] * (trip.world.city_of(first.place) != task.origin)
    end_right = trip.steps[-1][1] is last and trip.world.city_of(last.end) == task.origin
    return faults + [At(last_day, last)] * (not end_right) + [At()] * (not right)


def seamless_intercity_transfers(trip: Trip) -> Found:
    """Every leg starts where the traveller is, and every heading names the cities of its day."""
    if not trip.legs:
        return None
    faults = [
        At(number, step)
        for number, step, city in trip.steps
        if step.leg and (city is None or trip.world.city_of(step.place) != city)
    ]
    for (number, day), (begin, end) in zip(trip.numbered, trip.cities, strict=True):
        right = (day.city, day.to) == ((begin, end) if legs_of(day) else (begin, ""))
        faults += [At(number)] * (not right)
    return faults


def validated_accommodation(trip: Trip) -> Found:
    """Every stay is a hotel of the city where the day ends, and hotel steps name a stay of the day or of the night."""
    if len(trip.days) == 1:
        return None
    faults = []
    for (number, day), (_, end) in zip(trip.numbered[:-1], trip.cities, strict=False):
        hotel = trip.world.hotels.get(day.stay)
        faults += [At(number)] * (hotel is None or hotel.city != end)
    for number, step, _ in trip.of_kind("hotel"):
        nights = {day.stay for day in trip.days[max(0, number - 2) : number]}
        faults += [At(number, step)] * (step.place not in nights)
    return faults


def validated_attractions(trip: Trip) -> Found:
    """Every visit is to an attraction of the city where the traveller is, at its price."""
    rows = {name: (row.city, row.ticket) for name, row in trip.world.attractions.items()}
    return _validated(trip, "visit", rows)


def validated_meals(trip: Trip) -> Found:
    """Every meal is at a restaurant of the city where the traveller is, at its price."""
    rows = {name: (row.city, row.price) for name, row in trip.world.restaurants.items()}
    return _validated(trip, "meal", rows)


def _validated(trip: Trip, kind: str, rows: Mapping[str, tuple[str, int]]) -> Found:
    steps = trip.of_kind(kind)
    if not steps:
        return None
    return [At(number, step) for number, step, city in steps if rows.get(step.place) != (city, step.price)]


def validated_transportation(trip: Trip) -> Found:
    """Every leg and every move is a row of the tables with its times and its price; seats are enough."""
    if not trip.legs:
        return None
    faults = []
    for number, step in trip.legs:
        row = trip.leg_row(number, step)
        seats = row is not None and (row.seats is None or row.seats >= trip.task.people)
        right = row is not None and (row.dep, row.arr, row.price) == (step.start, step.stop, step.price)
        faults += [At(number, step)] * (not (right and seats))
    for number, step, _ in trip.of_kind("move"):
        route = trip.route(step)
        faults += [At(number, step)] * (route is None or (route.minutes, route.fare) != (step.minutes, step.price))
    return faults


def traceable_accommodation(trip: Trip) -> Found:
    """All days but the last have a stay and a hotel step that names it; the last one has none."""
    if len(trip.days) == 1:
        return None
    faults = []
    for number, day in trip.numbered[:-1]:
        named = any(step.kind == "hotel" and step.place == day.stay for step in day.steps)
        faults += [At(number)] * (day.stay == NO_STAY or not named)
    return faults + [At(len(trip.days))] * (trip.days[-1].stay != NO_STAY)


def ends_with_accommodation(trip: Trip) -> Found:
    """All days but the last end with the hotel step of their stay; all but the first begin there."""
    if len(trip.days) == 1:
        return None
    faults = []
    for number, day in trip.numbered[:-1]:
        last = day.steps[-1] if day.steps else None
        faults += [At(number, last)] * (last is None or (last.kind, last.place) != ("hotel", day.stay))
    for number, day in trip.numbered[1:]:
        first = next(placed(day.steps), None)
        faults += [At(number, first)] * (first is None or first.place != trip.days[number - 2].stay)
    return faults


def essential_meal_coverage(trip: Trip) -> Found:
    """Every day has as many meals as it must and may, each in its window, one of a kind, and apart."""
    faults = []
    for number, day in trip.numbered:
        meals = [step for step in day.steps if step.kind == "meal"]
        faults += [At(number)] * (len(meals) not in limits.meals_of(*trip.day_edges(number)))
        faults += [At(number, step) for step in meals if step.start not in limits.MEAL_STARTS[step.meal]]
        faults += [
            At(number, later) for sooner, later in pairwise(meals) if later.start - sooner.stop < limits.MEAL_GAP
        ]
        twice = len({step.meal for step in meals}) < len(meals)
        faults += [At(number, meals[-1])] if twice else []
    return faults


def essential_attraction_coverage(trip: Trip) -> Found:
    """Every full day has visits enough, and a day with an early arrival or a late departure has one."""
    faults = []
    for number, day in trip.numbered:
        visits = [step for step in day.steps if step.kind == "visit"]
        if legs_of(day):
            enough = bool(visits) or not limits.visit_needed(*trip.day_edges(number))
        else:
            enough = len(visits) >= limits.FULL_VISITS or _sight_minutes(trip, number) >= limits.FULL_MINUTES
        faults += [At(number)] * (not enough)
    return faults


def _sight_minutes(trip: Trip, number: int) -> int:
    """Return the minutes of a day's visits and of the moves from or to them."""
    steps = list(placed(trip.days[number - 1].steps))
    visited = {step.place for step in steps if step.kind == "visit"}
    visits = sum(step.minutes for step in steps if step.kind == "visit")
    return visits + sum(step.minutes for step in steps if step.kind == "move" and {step.place, step.end} & visited)


def no_time_overlaps(trip: Trip) -> Found:
    """Within a day every step starts no earlier than the one before ends."""
    return [
        At(number, later)
        for number, day in trip.numbered
        for sooner, later in pairwise(day.steps)
        if later.start < sooner.stop
    ]


def reasonable_transfer_time(trip: Trip) -> Found:
    """Every step starts where the one before ended, and legs have their time before and after."""
    steps = [(number, step) for number, step, _ in trip.steps if step.kind != "wait"]
    if not steps:
        return None
    faults = []
    for (yesterday, sooner), (number, later) in pairwise(steps):
        hasty = yesterday == number and later.start - sooner.stop < _pause(sooner, later)
        faults += [At(number, later)] * (sooner.end != later.place or hasty)
    return faults


def _pause(sooner: Step, later: Step) -> int:
    """Return the minutes that must lie between two steps of a day; less than none where there is no rule."""
    if sooner.leg and later.leg:
        return limits.BETWEEN_LEGS
    if later.leg:
        return limits.BEFORE[later.kind]
    return limits.AFTER[sooner.kind] if sooner.leg else -limits.FULL_MINUTES * 10


def attraction_visit_within_opening_hours(trip: Trip) -> Found:
    """Every visit lies within the opening hours."""
    outside = [At(day, step) for day, step, row in trip.visits if step.start < row.open or step.stop > row.close]
    return outside if trip.visits else None


def dining_within_service_hours(trip: Trip) -> Found:
    """Every meal lies within the opening hours."""
    outside = [At(day, step) for day, step, row in trip.meals if step.start < row.open or step.stop > row.close]
    return outside if trip.meals else None


def avoidance_of_closure_days(trip: Trip) -> Found:
    """No attraction is visited on a weekday on which it is closed."""
    closed = [At(day, step) for day, step, row in trip.visits if trip.task.weekday(day) in row.closed]
    return closed if trip.visits else None


def reasonable_duration_at_attractions(trip: Trip) -> Found:
    """Every visit lasts as long as it must and may."""
    wrong = [At(day, step) for day, step, row in trip.visits if not row.least <= step.minutes <= row.most]
    return wrong if trip.visits else None


def reasonable_meal_duration(trip: Trip) -> Found:
    """Every meal lasts as long as it must and may."""
    return (
        [At(day, step) for day, step, _ in trip.meals if step.minutes not in limits.MEAL_MINUTES]
        if trip.meals
        else None
    )


def cost_calculation_correctness(trip: Trip) -> Found:
    """The amounts stated are the sums from the tables, nothing is unknown, and something is spent."""
    right = trip.costs is not None and trip.costs.amounts == trip.plan.costs and trip.plan.costs[-1] > 0
    return [] if right else [At()]


def diverse_meal_options(trip: Trip) -> Found:
    """No restaurant is named twice."""
    return _repeated(trip.of_kind("meal"))


def diverse_attraction_options(trip: Trip) -> Found:
    """No attraction is named twice."""
    return _repeated(trip.of_kind("visit"))


def _repeated(steps: Iterable[tuple[int, Step, object]]) -> Found:
    seen: set[str] = set()
    faults, any_step = [], False
    for number, step, _ in steps:
        faults += [At(number, step)] * (step.place in seen)
        seen.add(step.place)
        any_step = True
    return faults if any_step else None


Check = Callable[[Trip], Found]
DIMENSIONS: Mapping[str, Sequence[Check]] = {
    "route_consistency": (valid_trip_duration, closed_loop_route_structure, seamless_intercity_transfers),
    "sandbox_compliance": (
        validated_accommodation,
        validated_attractions,
        validated_meals,
        validated_transportation,
    ),
    "itinerary_structure": (
        traceable_accommodation,
        ends_with_accommodation,
        essential_meal_coverage,
        essential_attraction_coverage,
    ),
    "time_feasibility": (no_time_overlaps, reasonable_transfer_time),
    "business_hours": (
        attraction_visit_within_opening_hours,
        dining_within_service_hours,
        avoidance_of_closure_days,
    ),
    "duration_rationality": (reasonable_duration_at_attractions, reasonable_meal_duration),
    "cost_calculation": (cost_calculation_correctness,),
    "activity_diversity": (diverse_meal_options, diverse_attraction_options),
}
CHECKS: Mapping[str, Check] = {check.__name__: check for checks in DIMENSIONS.values() for check in checks}
"""The checks in the published order."""

LOCAL = frozenset(
    {
        "attraction_visit_within_opening_hours",
        "dining_within_service_hours",
        "avoidance_of_closure_days",
        "reasonable_duration_at_attractions",
        "reasonable_meal_duration",
    }
)


def level_of(check: str) -> Level:
    """Return how deep a failure of the check lies."""
    if check in {found.__name__ for found in DIMENSIONS["sandbox_compliance"]}:
        return Level.SANDBOX
    return Level.LOCAL if check in LOCAL else Level.GLOBAL
