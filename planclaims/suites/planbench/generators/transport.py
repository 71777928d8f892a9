"""Logistics: packages anywhere to be carried anywhere, and conveyors of one regular solution."""

from __future__ import annotations

import random
from itertools import pairwise

from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance

Objects = list[tuple[str, str]]


def _cities(cities: int, places: int, planes: int) -> tuple[Objects, set[Atom]]:
    """Return cities with their places, the first of each an airport, and a truck per city; vehicles stand nowhere."""
    objects: Objects = []
    fixed: set[Atom] = set()
    for city in range(cities):
        objects.append((f"city_{city}", "city"))
        for place in range(places):
            objects.append((f"place_{city}_{place}", "place" if place else "airport"))
            fixed.add(("in-city", f"place_{city}_{place}", f"city_{city}"))
        objects.append((f"truck_{city}", "truck"))
    objects += [(f"plane_{plane}", "airplane") for plane in range(planes)]
    return objects, fixed


def draw_delivery(chance: random.Random, cities: tuple[int, int], places: tuple[int, int], packages: int) -> Instance:
    """Return packages, at most so many, that start at random places and are wanted at random places."""
    towns, spots = chance.randint(*cities), chance.randint(*places)
    planes = chance.randint(1, towns)
    objects, facts = _cities(towns, spots, planes)
    anywhere = [f"place_{city}_{place}" for city in range(towns) for place in range(spots)]
    facts |= {("at", f"truck_{city}", f"place_{city}_{chance.randrange(spots)}") for city in range(towns)}
    facts |= {("at", f"plane_{plane}", f"place_{chance.randrange(towns)}_0") for plane in range(planes)}
    carried = [f"package_{number}" for number in range(chance.randint(1, min(packages, len(anywhere))))]
    facts |= {("at", package, chance.choice(anywhere)) for package in carried}
    goal = tuple(("at", package, chance.choice(anywhere)) for package in carried)
    return Instance((*objects, *((package, "package") for package in carried)), frozenset(facts), goal)


def draw_conveyor(chance: random.Random, cities: int, places: int) -> tuple[Instance, tuple[str, ...]]:
    """Return a conveyor in every city and one flight, with the policy's plan.

    In each city every package but the last goes one place on along a ring that begins and ends at the truck; the last
    one of the first city flies to the next city's airport.
    """
    objects, facts = _cities(cities, places, min(cities, 1))
    facts |= {("at", f"truck_{city}", f"place_{city}_0") for city in range(cities)}
    facts.add(("at", "plane_0", "place_0_0"))
    goal: list[Atom] = []
    plan: list[str] = []
    names: list[str] = []
    for city in range(cities):
        order = chance.sample(range(1, places), places - 1)
        ring = [f"place_{city}_{spot}" for spot in (0, *order)]
        truck = f"truck_{city}"
        for here, there in pairwise(ring):
            package = f"package_{len(names)}"
            names.append(package)
            facts.add(("at", package, here))
            goal.append(("at", package, there))
            plan += [f"load-truck {package} {truck} {here}", f"drive-truck {truck} {here} {there} city_{city}"]
            plan.append(f"unload-truck {package} {truck} {there}")
    if cities > 1:
        flown = f"package_{len(names)}"
        names.append(flown)
        facts.add(("at", flown, "place_0_0"))
        goal.append(("at", flown, "place_1_0"))
        plan += [f"load-airplane {flown} plane_0 place_0_0", "fly-airplane plane_0 place_0_0 place_1_0"]
        plan.append(f"unload-airplane {flown} plane_0 place_1_0")
    return Instance((*objects, *((name, "package") for name in names)), frozenset(facts), tuple(goal)), tuple(plan)
