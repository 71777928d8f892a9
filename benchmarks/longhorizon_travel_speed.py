"""How fast the travel domain is in a world of published size: a call of each tool, a plan scored; run by hand.

python benchmarks/longhorizon_travel_speed.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from arguments import reader

from planclaims.suites.longhorizon.travel.generate.columns import Enumerator, Scope
from planclaims.suites.longhorizon.travel.generate.planning import legs_of, plan_of
from planclaims.suites.longhorizon.travel.generate.worlds import draw_world
from planclaims.suites.longhorizon.travel.grammar import plan_text
from planclaims.suites.longhorizon.travel.loading import world_of
from planclaims.suites.longhorizon.travel.rules.scores import score
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.tools import Queries

DAYS = 3
ROUNDS = 200


def milliseconds(run: Callable[[], object]) -> float:
    """Return the CPU time of one run, on average."""
    run()
    started = time.process_time()
    for _ in range(ROUNDS):
        run()
    return 1000 * (time.process_time() - started) / ROUNDS


def main() -> None:
    """Print the times."""
    start = date(2026, 5, 11)
    document = draw_world("speed", "published", DAYS, start)
    began = time.process_time()
    world = world_of(document, Path("world.json"))
    print(f"{world.rows} rows, read and checked in {1000 * (time.process_time() - began):.0f} ms")
    home, away = world.cities[:2]
    task = Task("speed", home, (away,), False, DAYS, start.isoformat(), 2, 1, (), 1, 1)
    queries = Queries(world, [])
    sight = next(row for row in world.attractions.values() if row.city == away)
    table = next(row for row in world.restaurants.values() if row.city == away)
    there = f"{table.x},{table.y}"
    way = {"origin": home, "destination": away, "depDate": start.isoformat()}
    nights = {"destination": away, "checkinDate": start.isoformat(), "checkoutDate": task.day(DAYS)}
    calls: dict[str, dict[str, object]] = {
        "query_train_info": dict(way),
        "query_flight_info": dict(way),
        "query_hotel_info": dict(nights),
        "recommend_attractions": {"city": away},
        "query_attraction_details": {"attraction_name": sight.name},
        "recommend_restaurants": {"latitude": sight.x, "longitude": sight.y},
        "query_restaurant_details": {"restaurant_name": table.name},
        "search_location": {"place_name": sight.name},
        "query_road_route_info": {"origin": f"{sight.x},{sight.y}", "destination": there},
    }
    for tool, arguments in calls.items():
        print(f"{tool}: {milliseconds(lambda tool=tool, arguments=arguments: queries.answer(tool, arguments)):.3f} ms")  # type: ignore[misc]
    legs = legs_of(world, task)
    hotel = next(row.name for row in world.hotels.values() if row.city == away)
    out = tuple(leg for leg in legs.values() if leg.date == task.day(1))[:1]
    back = tuple(leg for leg in legs.values() if leg.date == task.day(DAYS))[:1]
    days = Enumerator(world, task, Scope((hotel,), out, back, 2, True)).days()
    text = plan_text(plan_of([day[-1] for day in days], world, replace(task), legs))
    print(f"a plan scored: {milliseconds(lambda: score(text, world, task).valid):.3f} ms")


if __name__ == "__main__":
    reader(__doc__).parse_args()
    main()
