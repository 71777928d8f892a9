"""Plans before the judge: the 21 checks one fault at a time, the published defects, constraints, exact scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from travel_worlds import hand_plan, hand_task, hand_world, plan_text, scored, summed, with_day, with_step

from planclaims.suites.longhorizon.travel.grammar import Plan, Step
from planclaims.suites.longhorizon.travel.rules.checks import CHECKS, DIMENSIONS
from planclaims.suites.longhorizon.travel.rules.published import published
from planclaims.suites.longhorizon.travel.rules.scores import score, score_plan
from planclaims.suites.longhorizon.travel.rules.verdicts import Verdict

Json = Any


def step(plan: Plan, day: int, at: int, /, **changes: Json) -> Plan:
    return with_step(plan, day, at, replace(plan.days[day - 1].steps[at], **changes))


def test_the_hand_made_plan_is_worth_everything() -> None:
    found = scored(hand_plan())
    assert found.failed == []
    assert (found.commonsense, found.personalised, found.composite) == (8, 1, 16)
    assert (found.points, found.cost, found.share, found.optimal) == (289, 44000, (289, 289), True)
    assert [verdict for verdict in found.checks.values() if verdict is not Verdict.PASS] == []
    assert len(CHECKS) == 21
    assert len(DIMENSIONS) == 8


FAULTS: dict[str, tuple[Callable[[Plan], Plan], set[str]]] = {
    "numbers of days": (lambda plan: with_day(plan, 2, number=3), {"valid_trip_duration"}),
    "city of a heading": (lambda plan: with_day(plan, 2, city="Home"), {"seamless_intercity_transfers"}),
    "price of a ticket": (lambda plan: step(plan, 1, 2, price=400), {"validated_attractions"}),
    "price of a meal": (lambda plan: step(plan, 1, 4, price=1900), {"validated_meals"}),
    "time of a train": (lambda plan: step(plan, 1, 0, start=475), {"validated_transportation"}),
    "price of a train": (lambda plan: step(plan, 1, 0, price=1999), {"validated_transportation"}),
    "a move too fast": (lambda plan: step(plan, 1, 1, stop=552), {"validated_transportation"}),
    "stay on the last day": (lambda plan: with_day(plan, 3, stay="Inn"), {"traceable_accommodation"}),
    "no hotel at the end": (
        lambda plan: with_step(plan, 1, 8),
        {"traceable_accommodation", "ends_with_accommodation"},
    ),
    "a lunch too late": (lambda plan: step(plan, 2, 3, start=871, stop=931), {"essential_meal_coverage"}),
    "dinner called lunch": (lambda plan: step(plan, 1, 6, meal="lunch"), {"essential_meal_coverage"}),
    "overlap": (lambda plan: step(plan, 1, 2, stop=706), {"no_time_overlaps"}),
    "before opening": (lambda plan: step(plan, 2, 1, start=530, stop=600), {"attraction_visit_within_opening_hours"}),
    "a short visit": (lambda plan: step(plan, 1, 2, stop=659), {"reasonable_duration_at_attractions"}),
    "a short meal": (lambda plan: step(plan, 1, 6, stop=1059), {"reasonable_meal_duration"}),
    "a sum": (lambda plan: replace(plan, costs=(*plan.costs[:-1], 43999)), {"cost_calculation_correctness"}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_fails_its_check(name: str) -> None:
    bend, wanted = FAULTS[name]
    found = scored(bend(hand_plan()))
    assert wanted <= set(found.failed)
    assert not found.valid
    assert found.share == (0, 1)


def test_closed_days_and_hours_of_restaurants_are_kept() -> None:
    world = hand_world(lambda document: document["attractions"][1].update(closed=["Tuesday"]))
    assert scored(hand_plan(), world=world).failed == ["avoidance_of_closure_days"]
    world = hand_world(lambda document: document["restaurants"][0].update(close=759))
    assert scored(hand_plan(), world=world).failed == ["dining_within_service_hours"]


def test_no_name_twice_and_no_name_unknown() -> None:
    plan = hand_plan()
    again = with_step(plan, 2, 3, replace(plan.days[1].steps[3], place="Soup", end="Soup"))
    assert "diverse_meal_options" in scored(again).failed
    invented = with_step(plan, 1, 2, replace(plan.days[0].steps[2], place="Nowhere", end="Nowhere"))
    found = scored(invented)
    assert {"validated_attractions", "cost_calculation_correctness"} <= set(found.failed)
    assert found.checks["attraction_visit_within_opening_hours"] is Verdict.PASS
    assert found.cost is None


def test_a_trip_that_never_leaves_is_void_and_not_passed() -> None:
    """The published rules let it pass (defect 4); ours has nothing to look at and does not."""
    plan = hand_plan()
    days = tuple(
        replace(day, city="Home", to="", steps=tuple(step for step in day.steps if not step.leg)) for day in plan.days
    )
    home = summed(replace(plan, days=days))
    found = scored(home)
    assert found.checks["closed_loop_route_structure"] is Verdict.VOID
    assert found.checks["seamless_intercity_transfers"] is Verdict.VOID
    assert not found.valid
    assert found.trip is not None
    assert published(found.trip).checks["closed_loop_route_structure"]


def test_empty_days_at_home_pass_almost_everything_by_the_published_rules_only() -> None:
    """Defect 5: three days without a step."""
    plan = hand_plan()
    empty = replace(plan, days=tuple(replace(day, city="Home", to="", stay="-", steps=()) for day in plan.days))
    found = scored(replace(empty, costs=(0, 0, 0, 0, 0)))
    assert found.commonsense == 0
    assert found.trip is not None
    assert published(found.trip).commonsense > found.commonsense


PUBLISHED_DEFECTS: dict[str, Callable[[Plan], Plan]] = {
    "6: a train moved by six hours": lambda plan: step(plan, 1, 0, start=120, stop=180),
    "7: another day's price": lambda plan: step(plan, 1, 0, price=1000),
    "7: too few seats": lambda plan: step(step(plan, 1, 0, number="T2", price=1500), 1, 0, start=500, stop=560),
    "8: no way to the first stop": lambda plan: with_step(plan, 1, 1),
    "9: a total 8% too low": lambda plan: replace(plan, costs=(*plan.costs[:-1], 40500)),
    "11: a hotel without a name": lambda plan: with_day(plan, 1, stay="Hotel"),
    "15: a closing day": lambda plan: step(step(plan, 2, 5, place="Gallery", end="Gallery"), 2, 4, end="Gallery"),
}


@pytest.mark.parametrize("name", PUBLISHED_DEFECTS)
def test_the_published_defects_are_not_ours(name: str) -> None:
    assert not scored(PUBLISHED_DEFECTS[name](hand_plan())).valid


def test_a_hotel_constraint_is_over_all_nights() -> None:
    """Defect 12: one night in the right hotel."""
    star = {"id": "star", "family": "hotel_star", "star": 3}
    plan = hand_plan()
    assert scored(plan, star).failed == []
    other = with_day(plan, 1, stay="Palace")
    found = scored(other, star)
    assert "star" in found.failed
    assert found.trip is not None
    assert published(found.trip).personalised


WISHES: list[tuple[dict[str, Any], bool]] = [
    ({"family": "hotel_service", "service": "pool"}, True),
    ({"family": "hotel_service", "service": "gym"}, False),
    ({"family": "hotel_superlative", "field": "price", "direction": "least"}, True),
    ({"family": "hotel_superlative", "field": "star", "direction": "most"}, False),
    ({"family": "leg_superlative", "way": "out", "mode": "train", "field": "dep", "direction": "least"}, True),
    ({"family": "leg_superlative", "way": "out", "mode": "train", "field": "price", "direction": "least"}, False),
    ({"family": "leg_superlative", "way": "back", "mode": "flight", "field": "price", "direction": "least"}, False),
    ({"family": "leg_window", "way": "out", "mode": "train", "event": "dep", "from": 480, "to": 480}, True),
    ({"family": "leg_window", "way": "back", "mode": "train", "event": "arr", "from": 0, "to": 779}, False),
    ({"family": "seat_class", "seat_class": "second"}, True),
    ({"family": "seat_class", "seat_class": "first"}, False),
    ({"family": "must_visit", "names": ["Tower", "Park"]}, True),
    ({"family": "must_visit", "names": ["Gallery"]}, False),
    ({"family": "type_superlative", "type": "art", "field": "rating", "direction": "most"}, False),
    ({"family": "type_superlative", "type": "art", "field": "ticket", "direction": "least"}, True),
    ({"family": "all_of_type", "type": "art"}, False),
    ({"family": "all_of_type", "type": "nothing"}, False),
    ({"family": "meal_tag_near", "tag": "terrace", "near": "Park"}, True),
    ({"family": "meal_tag_near", "tag": "terrace", "near": "Gallery"}, False),
    ({"family": "meal_superlative_near", "near": "Tower", "field": "rating", "direction": "most"}, True),
    ({"family": "meal_superlative_near", "near": "Gallery", "field": "rating", "direction": "most"}, False),
    ({"family": "visits_per_day", "most": 2}, True),
    ({"family": "visits_per_day", "most": 1}, False),
    ({"family": "meals_near_sights"}, False),
    ({"family": "direct_ways"}, True),
    ({"family": "budget", "max": 44000}, True),
    ({"family": "budget", "max": 43999}, False),
]


@pytest.mark.parametrize(("wish", "held"), WISHES)
def test_constraints(wish: dict[str, Any], held: bool) -> None:
    found = scored(hand_plan(), {"id": "wish", **wish})
    assert found.failed == ([] if held else ["wish"])
    assert (found.personalised, found.valid) == (int(held), held)


def test_a_move_after_a_move_is_no_direct_way() -> None:
    plan = hand_plan()
    detour = with_step(
        plan,
        1,
        1,
        Step("move", 550, 553, "Away Central", "Palace", price=0),
        Step("move", 563, 577, "Palace", "Museum", price=0),
    )
    assert "ways" in scored(detour, {"id": "ways", "family": "direct_ways"}).failed


MALFORMED = {
    "nothing": lambda text: "",
    "prose": lambda text: text.replace("DAY 2", "On we go.\nDAY 2"),
    "no costs": lambda text: text[: text.index("COSTS")],
    "two costs": lambda text: text + text[text.index("COSTS") :],
    "costs first": lambda text: text[text.index("COSTS") :] + text[: text.index("COSTS")],
    "a float": lambda text: text.replace("20.00", "20.0", 1),
    "a currency": lambda text: text.replace("| 20.00", "| EUR 20.00", 1),
    "a comma": lambda text: text.replace("20.00", "20,00", 1),
    "leading zero": lambda text: text.replace("20.00", "020.00", 1),
    "minus": lambda text: text.replace("| 20.00", "| -20.00", 1),
    "an hour too many": lambda text: text.replace("08:00-09:00", "08:00-24:01"),
    "sixty minutes": lambda text: text.replace("08:00-09:00", "08:00-08:60"),
    "backwards": lambda text: text.replace("08:00-09:00", "09:00-08:00"),
    "no time at all": lambda text: text.replace("08:00-09:00", "08:00-08:00"),
    "another kind": lambda text: text.replace("| train |", "| bus |"),
    "another meal": lambda text: text.replace("| lunch |", "| brunch |"),
    "a field too many": lambda text: text.replace("| hotel | Inn", "| hotel | Inn | nice"),
    "a name missing": lambda text: text.replace("| visit | Museum |", "| visit |  |"),
    "day zero": lambda text: text.replace("DAY 1", "DAY 0"),
    "a day in words": lambda text: text.replace("DAY 1", "DAY one"),
    "indented": lambda text: text.replace("DAY 2", "  DAY 2"),
    "no stay": lambda text: text.replace(" | stay: Inn", "", 1),
    "three cities": lambda text: text.replace("Home -> Away", "Home -> Away -> Home", 1),
    "tabs": lambda text: text.replace(" | ", "\t|\t"),
    "other digits": lambda text: text.replace("20.00", "\u0662\u0660.00", 1),
    "null bytes": lambda text: text.replace("Museum", "Mus\x00eum|", 1),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_plans_fail_everything(name: str) -> None:
    text = MALFORMED[name](plan_text(hand_plan()))
    found = score(text, hand_world(), hand_task({"id": "budget", "family": "budget", "max": 99999}))
    assert found.trip is None
    assert found.problem
    assert set(found.checks.values()) == {Verdict.FAIL}
    assert (found.commonsense, found.personalised, found.composite, found.share) == (0, 0, 0, (0, 1))
    assert found.failed == [*CHECKS, "budget"]


def test_blank_lines_trailing_spaces_fences_and_line_ends_change_nothing() -> None:
    plan, world, task = hand_plan(), hand_world(), hand_task()
    text = plan_text(plan)
    for spelt in (
        text.replace("\n", "  \n\n"),
        text.replace("\n", "\r\n"),
        f"First this:\n```\nold\n```\nThen:\n```text\n{text}```\n",
        f"<think>```\nnothing\n```</think>```\n{text}```",
    ):
        assert score(spelt, world, task).optimal


def test_prices_are_the_tables_and_not_the_plans() -> None:
    """Defect 10: the budget is held against the tables, whatever the plan states."""
    cheap = step(hand_plan(), 1, 0, price=0)
    found = score_plan(summed(cheap), hand_world(), hand_task({"id": "budget", "family": "budget", "max": 43000}))
    assert "budget" in found.failed
    assert found.cost == 44000
