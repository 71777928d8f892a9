"""Every day that a plan can have, as columns: what is seen and eaten, from where to where, at the least cost.

A day is a sequence of stops. Each starts as early as it can and lasts as briefly as it may, for nothing is gained by
waiting, except that a full day with one visit may need a longer one (240 minutes). Of all orders of the same stops the
cheapest that fits is kept. Rules that bound the enumeration are constraints of the task: so many visits a day, meals
near a visit, direct ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from planclaims.suites.longhorizon.amounts import DAY
from planclaims.suites.longhorizon.travel import parameters as limits
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import Attraction, Leg, Restaurant, World

LATEST = DAY - 1
"""When the last hotel step of a day must begin."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A visit or a meal within a day; `kind` is visit, lunch or dinner."""

    name: str
    kind: str
    earliest: int
    latest: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Timed:
    """A stop with its begin and end."""

    stop: Stop
    begin: int
    end: int


Signature = tuple[str, str, frozenset[str], str, str]


@dataclass(frozen=True)
class Column:
    """One possible day: where it begins and ends (a hotel, or a leg's number), its stops in order, points and cost.

    The cost includes everything that the day is charged for: legs, ways, tickets, meals and the night that follows.
    """

    day: int
    begin: str
    end: str
    stops: tuple[Timed, ...]
    points: int
    cost: int

    @cached_property
    def sights(self) -> frozenset[str]:
        """Return what is visited."""
        return frozenset(timed.stop.name for timed in self.stops if timed.stop.kind == "visit")

    def meal(self, kind: str) -> str:
        """Return where lunch or dinner is taken, or an empty text."""
        return next((timed.stop.name for timed in self.stops if timed.stop.kind == kind), "")

    @cached_property
    def items(self) -> frozenset[str]:
        """Return everything that no other day may have."""
        return frozenset(timed.stop.name for timed in self.stops)

    @cached_property
    def signature(self) -> Signature:
        """Return the choice that the day makes, whatever the order and the times."""
        return (self.begin, self.end, self.sights, self.meal("lunch"), self.meal("dinner"))


@dataclass(frozen=True, slots=True)
class Frame:
    """Between what the stops of a day lie: from a place at a time to a place by a time."""

    here: str
    ready: int
    there: str
    due: int


@dataclass(frozen=True)
class Scope:
    """What the enumeration may choose from: hotels, legs, the most visits a day, and whether meals must be near."""

    hotels: tuple[str, ...]
    out: tuple[Leg, ...]
    back: tuple[Leg, ...]
    visits: int
    near: bool


@dataclass
class Enumerator:
    """The days of a task in a world, within a scope."""

    world: World
    task: Task
    scope: Scope
    _ways: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ways = {pair: (route.minutes, route.fare) for pair, route in self.world.routes.items()}
        for name in self.world.places:
            self._ways[name, name] = (0, 0)
        city = self.task.destinations[0]
        self.sights = [row for row in self.world.attractions.values() if row.city == city]
        self.kitchens = [row for row in self.world.restaurants.values() if row.city == city]

    def days(self) -> list[list[Column]]:
        """Return the columns of every day, each signature once, at its least cost."""
        return [list(self._day(number).values()) for number in range(1, self.task.days + 1)]

    def _day(self, number: int) -> Mapping[Signature, Column]:
        best: dict[Signature, Column] = {}
        choices = list(self._choices(number))
        for begin, end in self._ends(number):
            arrival = begin.arr if isinstance(begin, Leg) else None
            departure = end.dep if isinstance(end, Leg) else None
            meals = limits.meals_of(arrival, departure)
            needed = limits.visit_needed(arrival, departure)
            full = arrival is None and departure is None
            for stops, visits in choices:
                if len(stops) - visits not in meals or (needed and not visits) or (full and not visits):
                    continue
                column = self._cheapest(number, begin, end, stops, full and visits < limits.FULL_VISITS)
                if column is not None:
                    best[column.signature] = column
        return best

    def _ends(self, number: int) -> Iterator[tuple[Leg | str, Leg | str]]:
        """Yield the ends of a day: hotels, and legs on the first and the last day."""
        begins: Sequence[Leg | str] = self.scope.out if number == 1 else self.scope.hotels
        ends: Sequence[Leg | str] = self.scope.back if number == self.task.days else self.scope.hotels
        return ((begin, end) for begin in begins for end in ends)

    def _choices(self, number: int) -> Iterator[tuple[list[Stop], int]]:
        """Yield the sets of stops of a day, with how many of them are visits; meals come last."""
        weekday = self.task.weekday(number)
        sights = [(row, self._visit(row)) for row in self.sights if weekday not in row.closed]
        lunches = list(self._meals("lunch"))
        dinners = list(self._meals("dinner"))
        for visits in range(self.scope.visits + 1):
            for chosen in combinations(sights, visits):
                names = {row.name for row, _ in chosen}
                seen = [stop for _, stop in chosen]
                for lunch in self._near(lunches, names):
                    for dinner in self._near(dinners, names):
                        if lunch is None or dinner is None or lunch.name != dinner.name:
                            yield [*seen, *(meal for meal in (lunch, dinner) if meal)], visits

    def _near(self, meals: Sequence[tuple[Restaurant, Stop]], sights: set[str]) -> list[Stop | None]:
        fitting = [stop for row, stop in meals if not self.scope.near or row.near in sights]
        return [None, *fitting]

    def _visit(self, row: Attraction) -> Stop:
        return Stop(row.name, "visit", row.open, row.close - row.least, row.least)

    def _meals(self, kind: str) -> Iterator[tuple[Restaurant, Stop]]:
        window, least = limits.MEAL_STARTS[kind], limits.MEAL_MINUTES.least
        for row in self.kitchens:
            earliest, latest = max(window.least, row.open), min(window.most, row.close - least)
            if earliest <= latest:
                yield row, Stop(row.name, kind, earliest, latest, least)

    def _cheapest(
        self, number: int, begin: Leg | str, end: Leg | str, stops: Sequence[Stop], short: bool
    ) -> Column | None:
        """Return the cheapest order of the stops that fits between the ends, or None."""
        frame = _frame(begin, end)
        orders = self._short_orders(frame, stops) if short else self._orders(frame, list(stops), 0, ())
        found = min(orders, key=lambda order: order[0], default=None)
        if found is None:
            return None
        points, cost = self._worth(begin, end, stops)
        return Column(number, _key(begin), _key(end), found[1], points, cost + self.task.cars * found[0])

    def _orders(
        self, frame: Frame, rest: list[Stop], fares: int, done: tuple[Timed, ...]
    ) -> Iterator[tuple[int, tuple[Timed, ...]]]:
        """Yield the fares and the times of every order of the stops that fits."""
        here, ready = (done[-1].stop.name, done[-1].end) if done else (frame.here, frame.ready)
        if not rest:
            minutes, fare = self._ways[here, frame.there]
            if ready + minutes <= frame.due:
                yield fares + fare, done
            return
        lunch = any(stop.kind == "lunch" for stop in rest)
        for place, stop in enumerate(rest):
            if stop.kind == "dinner" and lunch:
                continue
            minutes, fare = self._ways[here, stop.name]
            begin = max(ready + minutes, stop.earliest)
            if stop.kind == "dinner":
                eaten = next((timed.end for timed in done if timed.stop.kind == "lunch"), -limits.MEAL_GAP)
                begin = max(begin, eaten + limits.MEAL_GAP)
            if begin <= stop.latest:
                timed = Timed(stop, begin, begin + stop.minutes)
                others = rest[:place] + rest[place + 1 :]
                yield from self._orders(frame, others, fares + fare, (*done, timed))

    def _short_orders(self, frame: Frame, stops: Sequence[Stop]) -> Iterator[tuple[int, tuple[Timed, ...]]]:
        """Yield the orders of a full day with one visit, which must be so long that it fills the day with its ways."""
        visit, *meals = stops
        row = self.world.attractions[visit.name]
        for place in range(len(meals) + 1):
            order = [*meals[:place], visit, *meals[place:]]
            around = [frame.here, *(stop.name for stop in order), frame.there]
            ways = self._ways[around[place], visit.name][0] + self._ways[visit.name, around[place + 2]][0]
            minutes = max(row.least, limits.FULL_MINUTES - ways)
            if minutes > row.most:
                continue
            longer = Stop(visit.name, "visit", row.open, row.close - minutes, minutes)
            wanted = [*meals[:place], longer, *meals[place:]]
            for fares, timed in self._orders(frame, wanted, 0, ()):
                if [found.stop for found in timed] == wanted:
                    yield fares, timed

    def _worth(self, begin: Leg | str, end: Leg | str, stops: Sequence[Stop]) -> tuple[int, int]:
        """Return the points and what is paid on a day besides the ways."""
        task, world = self.task, self.world
        points = cost = 0
        for stop in stops:
            sight, kitchen = world.attractions.get(stop.name), world.restaurants.get(stop.name)
            row = sight or kitchen
            assert row is not None
            points += row.rating
            cost += task.people * (sight.ticket if sight else kitchen.price if kitchen else 0)
        cost += task.people * sum(leg.price for leg in (begin, end) if isinstance(leg, Leg))
        return points, cost + (0 if isinstance(end, Leg) else task.rooms * world.hotels[end].price)


def _frame(begin: Leg | str, end: Leg | str) -> Frame:
    here, ready = (begin, 0) if isinstance(begin, str) else (begin.destination, begin.arr + limits.AFTER[begin.mode])
    there, due = (end, LATEST) if isinstance(end, str) else (end.origin, end.dep - limits.BEFORE[end.mode])
    return Frame(here, ready, there, due)


def _key(end: Leg | str) -> str:
    return end.number if isinstance(end, Leg) else end
