"""All days that a plan can have, walked stop by stop with a clock; made for the certificate, apart from the generator.

A day is what is seen and eaten between two places. Every sequence is walked; of the sequences with the same choice the
cheapest is kept. Who may be chosen is asked of the judge's own predicates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from planclaims.suites.longhorizon.amounts import DAY
from planclaims.suites.longhorizon.travel import parameters as limits
from planclaims.suites.longhorizon.travel.grammar import Day, Plan, Step
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Constraint, Task
from planclaims.suites.longhorizon.travel.world import Leg, World

NIGHTS = ("hotel_star", "hotel_service", "hotel_superlative")
WAYS = ("leg_superlative", "leg_window")
ITEMS = ("must_visit", "type_superlative", "all_of_type", "meal_tag_near", "meal_superlative_near")


class Choice(NamedTuple):
    """What a day chooses: its ends (hotels or numbers of legs), the visits, lunch and dinner (or nothing)."""

    begin: str
    end: str
    visits: tuple[str, ...]
    lunch: str
    dinner: str


class Worth(NamedTuple):
    """Points and cost of a day, everything included."""

    points: int
    cost: int


@dataclass(frozen=True)
class Edge:
    """An end of a day: its key, the place, when one can leave or must be there, and what it costs."""

    key: str
    place: str
    time: int
    clock: int | None
    cost: int


@dataclass(frozen=True)
class Walk:
    """A day under way."""

    place: str
    now: int
    fares: int
    visits: tuple[str, ...] = ()
    lunch: str = ""
    dinner: str = ""
    eaten: int = -limits.MEAL_GAP


class Halt(NamedTuple):
    """A stop that can be made: when it may begin first and last, when it must be over, and how long it takes."""

    name: str
    kind: str
    first: int
    last: int
    close: int
    minutes: int


@dataclass
class Days:
    """The days of a task."""

    world: World
    task: Task

    def __post_init__(self) -> None:
        params = {wish.family: wish.params for wish in self.task.constraints}
        self.most: int | None = params["visits_per_day"]["most"] if "visits_per_day" in params else None
        self.near = "meals_near_sights" in params
        city = self.task.destinations[0]
        self.sights = [row for row in self.world.attractions.values() if row.city == city]
        self.tables = [row for row in self.world.restaurants.values() if row.city == city]

    def of(self, number: int) -> Mapping[Choice, Worth]:
        """Return the days of that number with what they are worth."""
        found: dict[Choice, Worth] = {}
        for begin in self._edges(number, out=True):
            for end in self._edges(number, out=False):
                for choice, worth in self._walked(number, begin, end):
                    if choice not in found or worth.cost < found[choice].cost:
                        found[choice] = worth
        return found

    def _edges(self, number: int, *, out: bool) -> Iterator[Edge]:
        task = self.task
        leg_day = number == 1 if out else number == task.days
        if not leg_day:
            for hotel in self.hotels():
                row = self.world.hotels[hotel]
                yield Edge(hotel, hotel, 0 if out else DAY - 1, None, 0 if out else task.rooms * row.price)
            return
        for leg in self.legs("out" if out else "back"):
            cost = task.people * leg.price
            if out:
                yield Edge(leg.number, leg.destination, leg.arr + limits.AFTER[leg.mode], leg.arr, cost)
            else:
                yield Edge(leg.number, leg.origin, leg.dep - limits.BEFORE[leg.mode], leg.dep, cost)

    def hotels(self) -> list[str]:
        """Return the hotels in which every constraint on nights lets one stay."""
        names = [name for name, row in self.world.hotels.items() if row.city in self.task.destinations]
        wishes = [wish for wish in self.task.constraints if wish.family in NIGHTS]
        return [name for name in names if all(self._holds(wish, _nights(name)) for wish in wishes)]

    def legs(self, way: str) -> list[Leg]:
        """Return the legs of the way out or back that every constraint on them allows and that have seats enough."""
        task, city = self.task, self.task.destinations[0]
        ends, day = ((task.origin, city), 1) if way == "out" else ((city, task.origin), task.days)
        wishes = [wish for wish in task.constraints if wish.family in WAYS and wish.params["way"] == way]
        wishes += [wish for wish in task.constraints if wish.family == "seat_class"]
        return [
            leg
            for leg in self.world.legs.values()
            if (self.world.city_of(leg.origin), self.world.city_of(leg.destination)) == ends
            and leg.date == task.day(day)
            and (leg.seats is None or leg.seats >= task.people)
            and all(self._holds(wish, _ride(leg, day)) for wish in wishes)
        ]

    def wanted(self) -> list[frozenset[str]]:
        """Return sets of attractions and restaurants of which one each must be in a plan."""
        found: list[frozenset[str]] = []
        for wish in self.task.constraints:
            if wish.family == "all_of_type":
                found += [frozenset({row.name}) for row in self.sights if row.type == wish.params["type"]]
            elif wish.family == "must_visit":
                found += [frozenset({name}) for name in wish.params["names"]]
            elif wish.family in ITEMS:
                names = [*(row.name for row in self.sights), *(row.name for row in self.tables)]
                found.append(frozenset(name for name in names if self._holds(wish, _only(name, self.world))))
        return found

    def _holds(self, wish: Constraint, plan: Plan) -> bool:
        return FAMILIES[wish.family].holds(Trip(plan, self.world, self.task), wish.params)

    def _walked(self, number: int, begin: Edge, end: Edge) -> Iterator[tuple[Choice, Worth]]:
        """Yield every day between two ends that the rules of coverage allow."""
        meals = limits.meals_of(begin.clock, end.clock)
        full = begin.clock is None and end.clock is None
        needed = limits.visit_needed(begin.clock, end.clock)
        weekday = self.task.weekday(number)
        open_today = frozenset(row.name for row in self.sights if weekday not in row.closed)
        for walk in self._onward(Walk(begin.place, begin.time, 0), open_today):
            home = self.world.routes.get((walk.place, end.place))
            minutes, fare = (home.minutes, home.fare) if home else (0, 0)
            if walk.now + minutes > end.time or bool(walk.lunch) + bool(walk.dinner) not in meals:
                continue
            if (needed and not walk.visits) or (self.near and not self._near(walk)):
                continue
            choice = Choice(begin.key, end.key, tuple(sorted(walk.visits)), walk.lunch, walk.dinner)
            if full and len(walk.visits) < limits.FULL_VISITS:
                yield from self._long(choice, begin, end)
                continue
            yield choice, self._worth(choice, begin, end, walk.fares + fare)

    def _hopeless(self, walk: Walk) -> bool:
        """Return whether the meals of a day ask for more visits near them than it may have."""
        if not self.near or self.most is None:
            return False
        asked = {self.world.restaurants[name].near for name in (walk.lunch, walk.dinner) if name}
        return len(asked.union(walk.visits)) > self.most

    def _near(self, walk: Walk) -> bool:
        eaten = [name for name in (walk.lunch, walk.dinner) if name]
        return all(self.world.restaurants[name].near in walk.visits for name in eaten)

    def _onward(self, walk: Walk, sights: frozenset[str]) -> Iterator[Walk]:
        if self._hopeless(walk):
            return
        yield walk
        if self.most is None or len(walk.visits) < self.most:
            for row in self.sights:
                if row.name in sights and row.name not in walk.visits:
                    halt = Halt(row.name, "visit", row.open, row.close, row.close, row.least)
                    yield from self._stop(walk, halt, sights)
        for table in self.tables:
            if table.name in (walk.lunch, walk.dinner):
                continue
            for kind in ("lunch", "dinner"):
                if walk.dinner or (kind == "lunch" and walk.lunch):
                    continue
                window, least = limits.MEAL_STARTS[kind], limits.MEAL_MINUTES.least
                halt = Halt(table.name, kind, max(table.open, window.least), window.most, table.close, least)
                yield from self._stop(walk, halt, sights)

    def _stop(self, walk: Walk, halt: Halt, sights: frozenset[str]) -> Iterator[Walk]:
        """Yield the walks that go on to a stop, if it can be reached in time."""
        route = self.world.routes[walk.place, halt.name]
        digested = walk.eaten + limits.MEAL_GAP if halt.kind == "dinner" else 0
        start = max(walk.now + route.minutes, halt.first, digested)
        stop = start + halt.minutes
        if start > halt.last or stop > halt.close:
            return
        moved = replace(walk, place=halt.name, now=stop, fares=walk.fares + route.fare)
        if halt.kind == "lunch":
            moved = replace(moved, lunch=halt.name, eaten=stop)
        elif halt.kind == "dinner":
            moved = replace(moved, dinner=halt.name)
        else:
            moved = replace(moved, visits=(*walk.visits, halt.name))
        yield from self._onward(moved, sights)

    def _long(self, choice: Choice, begin: Edge, end: Edge) -> Iterator[tuple[Choice, Worth]]:
        """Yield a full day with one visit that, with the ways to and from it, fills the minutes that are asked for."""
        if len(choice.visits) != 1:
            return
        sight = self.world.attractions[choice.visits[0]]
        for place in range(3):
            stops = [choice.lunch, choice.dinner]
            stops.insert(place, sight.name)
            path = [begin.place, *stops, end.place]
            at = path.index(sight.name)
            ways = [self.world.routes[pair] for pair in pairwise(path)]
            minutes = max(sight.least, limits.FULL_MINUTES - ways[at - 1].minutes - ways[at].minutes)
            if minutes <= sight.most and self._fits(path, minutes, begin, end):
                yield choice, self._worth(choice, begin, end, sum(way.fare for way in ways))

    def _fits(self, path: list[str], minutes: int, begin: Edge, end: Edge) -> bool:
        now, eaten, kinds = begin.time, -limits.MEAL_GAP, iter(("lunch", "dinner"))
        for here, there in pairwise(path):
            now += self.world.routes[here, there].minutes
            if there in self.world.attractions:
                row = self.world.attractions[there]
                now = max(now, row.open) + minutes
                if now > row.close:
                    return False
            elif there in self.world.restaurants:
                table, window = self.world.restaurants[there], limits.MEAL_STARTS[next(kinds)]
                now = max(now, table.open, window.least, eaten + limits.MEAL_GAP)
                if now > window.most or now + limits.MEAL_MINUTES.least > table.close:
                    return False
                now += limits.MEAL_MINUTES.least
                eaten = now
        return now <= end.time

    def _worth(self, choice: Choice, begin: Edge, end: Edge, fares: int) -> Worth:
        world, task = self.world, self.task
        sights = [world.attractions[name] for name in choice.visits]
        eaten = [world.restaurants[name] for name in (choice.lunch, choice.dinner) if name]
        points = sum(row.rating for row in sights) + sum(row.rating for row in eaten)
        paid = task.people * (sum(row.ticket for row in sights) + sum(row.price for row in eaten))
        return Worth(points, begin.cost + end.cost + paid + task.cars * fares)


def _nights(hotel: str) -> Plan:
    """Return a plan that says nothing but where a night is spent."""
    return Plan((Day(1, "", "", hotel, ()), Day(2, "", "", "-", ())), ())


def _ride(leg: Leg, day: int) -> Plan:
    """Return a plan that says nothing but one leg on its day."""
    step = Step(leg.mode, leg.dep, leg.arr, leg.origin, leg.destination, number=leg.number, price=leg.price)
    return Plan((*(Day(number, "", "", "-", ()) for number in range(1, day)), Day(day, "", "", "-", (step,))), ())


def _only(name: str, world: World) -> Plan:
    """Return a plan that says nothing but one visit or one meal."""
    step = Step("visit" if name in world.attractions else "meal", 0, 1, name, name, meal="lunch")
    return Plan((Day(1, "", "", "-", (step,)),), ())
