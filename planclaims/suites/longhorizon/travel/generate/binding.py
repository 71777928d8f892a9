"""Step 5: does a constraint bind? A witness is a plan that is better than the optimum and breaks nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from planclaims.suites.longhorizon.travel.generate.changes import Trap, changed
from planclaims.suites.longhorizon.travel.generate.packing import value, worth
from planclaims.suites.longhorizon.travel.generate.solving import Draft, Solved, narrowed, planned, solve
from planclaims.suites.longhorizon.travel.grammar import Day, Plan, Step
from planclaims.suites.longhorizon.travel.rules.scores import score_plan
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Constraint

NARROW = ("meals_near_sights", "visits_per_day")
"""Without these the days are many, so the better plan is sought among the optimum's hotels and legs."""


def witness(solved: Solved, wish: Constraint) -> Plan | None:
    """Return a plan that breaks nothing but the constraint and is better than the optimum, or None if none is found.

    For the constraints that keep the enumeration small, None does not prove that there is none; the task is then
    rejected all the same.
    """
    draft = solved.draft.without(wish)
    if wish.family == "direct_ways":
        return next((plan for plan in _detours(solved) if _better(draft, solved, plan)), None)
    scope = None
    if wish.family in NARROW:
        loose = replace(solved, draft=draft)
        scope = narrowed(loose, solved.choice)
    found = solve(draft, scope)
    return _proven(draft, solved, found)


def trap_witness(solved: Solved, trap: Trap) -> tuple[Draft, Plan] | None:
    """Return the draft without the trap and its best plan, if that is better than the optimum."""
    draft = changed(solved.draft, [trap.relaxed])
    found = solve(draft)
    plan = _proven(draft, solved, found)
    return None if plan is None else (draft, plan)


def _proven(draft: Draft, solved: Solved, found: Solved | None) -> Plan | None:
    if found is None or worth(*value(found.choice)) <= worth(*value(solved.choice)):
        return None
    plan = planned(draft, found.world, found.choice)
    return plan if score_plan(plan, found.world, draft.task).valid else None


def _better(draft: Draft, solved: Solved, plan: Plan) -> bool:
    scored = score_plan(plan, solved.world, draft.task)
    assert scored.points is not None
    return scored.valid and worth(scored.points, scored.cost or 0) > worth(*value(solved.choice))


def _detours(solved: Solved) -> Iterator[Plan]:
    """Yield the optimum with one way replaced by two shorter ones by way of a third place, where time allows."""
    plan, world = solved.plan, solved.world
    city = solved.draft.task.destinations[0]
    thirds = [name for name, place in world.places.items() if place.city == city]
    for number, day in enumerate(plan.days):
        for place, step in enumerate(day.steps):
            if step.kind != "move" or step.price == 0:
                continue
            for third in thirds:
                steps = _by_way_of(solved, day, place, third)
                if steps is not None:
                    days = (*plan.days[:number], replace(day, steps=tuple(steps)), *plan.days[number + 1 :])
                    costs = Trip(Plan(days, plan.costs), world, solved.draft.task).costs
                    if costs is not None:
                        yield Plan(days, costs.amounts)


def _by_way_of(solved: Solved, day: Day, place: int, third: str) -> Sequence[Step] | None:
    """Return the day's steps with a way by a third place, or None if the next step leaves no time for it."""
    move, routes = day.steps[place], solved.world.routes
    first, second = routes.get((move.place, third)), routes.get((third, move.end))
    if first is None or second is None or first.fare + second.fare >= move.price or place + 1 >= len(day.steps):
        return None
    free = place == 0
    begin = move.stop - first.minutes - second.minutes if free else move.start
    ways = [
        Step("move", begin, begin + first.minutes, move.place, third, price=first.fare),
        Step("move", begin + first.minutes, begin + first.minutes + second.minutes, third, move.end, price=second.fare),
    ]
    rest = list(day.steps[place + 1 :])
    if rest[0].kind == "hotel":
        late = max(0, ways[-1].stop - rest[0].start)
        rest[0] = replace(rest[0], start=rest[0].start + late, stop=min(rest[0].stop + late, 1440))
    return [*day.steps[:place], *ways, *rest] if begin >= 0 and ways[-1].stop <= rest[0].start < rest[0].stop else None
