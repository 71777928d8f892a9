"""The travel tools: what they tell, which cells that is, and what is no well-formed call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from travel_worlds import hand_plan, hand_task, hand_world, plan_text

from planclaims.episodes.stage import RecordingStage
from planclaims.seam import CallKind, IllFormedCall, ToolCall, Turn
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.environment import TravelEnvironment
from planclaims.suites.longhorizon.travel.tools import SUBMIT, TOOLS

Json = Any


def world() -> TravelEnvironment:
    return TravelEnvironment(hand_world(), hand_task(), {})


WAY = {"origin": "Home", "destination": "Away", "depDate": "2026-05-11"}
NIGHTS = {"destination": "Away", "checkinDate": "2026-05-11", "checkoutDate": "2026-05-13"}


def told(tool: str, **arguments: object) -> Json:
    return json.loads(world().call(ToolCall(tool, arguments)).text)


def test_ten_tools_of_which_one_ends() -> None:
    assert len(TOOLS) == 10
    there = world()
    seen = there.call(ToolCall(SUBMIT, {"plan": "none"}))
    assert seen.kind is CallKind.TERMINAL
    assert (there.ending, there.submitted) == ("submitted", "none")


def test_trains_are_those_of_the_day_in_order() -> None:
    rows = told("query_train_info", **WAY)
    assert [row["number"] for row in rows] == ["T1", "T2"]
    assert rows[0]["dep"] == "08:00"
    assert (rows[0]["seats"], rows[1]["seats"]) == ("plenty", 1)
    assert rows[0]["price"] == "20.00"
    assert told("query_train_info", **WAY, seatClassName="second") == rows
    assert told("query_flight_info", **WAY) == []


def test_filters_are_obeyed() -> None:
    assert [row["name"] for row in told("query_hotel_info", **NIGHTS)] == ["Inn", "Palace"]
    assert [row["name"] for row in told("query_hotel_info", **NIGHTS, hotelStar=5)] == ["Palace"]
    assert [row["name"] for row in told("query_hotel_info", **NIGHTS, hotelStar="4")] == []
    assert len(told("query_hotel_info", **NIGHTS, hotelBrands="Linde")) == 2
    assert told("recommend_attractions", city="Home") == []
    assert [row["name"] for row in told("recommend_attractions", city="Away", attraction_type="art")] == [
        "Museum",
        "Tower",
        "Park",
        "Gallery",
    ]


def test_details_and_positions() -> None:
    sight = told("query_attraction_details", attraction_name="Gallery")
    assert (sight["closed"], sight["rating"], sight["min_minutes"], sight["ticket"]) == (["Tuesday"], "4.8", 60, "5.00")
    assert told("query_restaurant_details", restaurant_name="Soup")["near"] == "Museum"
    assert told("search_location", place_name="Inn") == {
        "name": "Inn",
        "city": "Away",
        "x": 100500,
        "y": 0,
        "kind": "hotel",
    }
    assert [row["name"] for row in told("recommend_restaurants", latitude=100300, longitude=0)] == [
        "Soup",
        "Grill",
        "Bistro",
        "Diner",
    ]
    far = told("recommend_restaurants", latitude="103000", longitude="0")
    assert far == []
    (way,) = told("query_road_route_info", origin="100000,0", destination="(103000, 0)")
    assert (way["mode"], way["minutes"], way["fare"]) == ("taxi", 13, "10.50")
    assert told("query_road_route_info", origin="0,0", destination="100000,0") == []


def test_the_cells_are_those_that_were_told() -> None:
    there = world()
    there.call(ToolCall("query_attraction_details", {"attraction_name": "Park"}))
    assert Cell("attractions", "Park", "rating") in there.returned
    assert len(there.returned) == 12
    there.call(ToolCall("query_train_info", {**WAY, "destination": "Home"}))
    assert (there.found, there.returned) == (False, frozenset())


ILL_FORMED: list[tuple[str, dict[str, object]]] = [
    ("query_train_info", {**WAY, "origin": "Far"}),
    ("query_train_info", {**WAY, "origin": "home"}),
    ("query_train_info", {**WAY, "depDate": "2026-06-11"}),
    ("query_train_info", {**WAY, "depDate": "11 May"}),
    ("query_train_info", {**WAY, "seatClassName": "third"}),
    ("query_hotel_info", {**NIGHTS, "hotelStar": "6"}),
    ("query_hotel_info", {**NIGHTS, "hotelBrands": "Linde, Other"}),
    ("query_hotel_info", {**NIGHTS, "checkoutDate": "2026-05-11"}),
    ("query_hotel_info", {**NIGHTS, "checkinDate": "tomorrow"}),
    ("recommend_attractions", {"city": "Away", "attraction_type": "zoo"}),
    ("query_attraction_details", {"attraction_name": "Inn"}),
    ("query_restaurant_details", {"restaurant_name": ""}),
    ("search_location", {"place_name": {"name": "Inn"}}),
    ("recommend_restaurants", {"latitude": "1", "longitude": "1"}),
    ("recommend_restaurants", {"latitude": "here", "longitude": "1"}),
    ("query_road_route_info", {"origin": "Inn", "destination": "100000,0"}),
    ("query_road_route_info", {"origin": "100000", "destination": "100000,0"}),
    (SUBMIT, {"plan": ["DAY 1"]}),
]


@pytest.mark.parametrize(("tool", "arguments"), ILL_FORMED)
def test_what_the_world_does_not_have_is_ill_formed(tool: str, arguments: dict[str, object]) -> None:
    there = world()
    with pytest.raises(IllFormedCall) as fault:
        there.call(ToolCall(tool, arguments))
    assert str(fault.value)
    assert there.ending is None


def test_a_reply_without_a_call_is_handed_in_if_it_spells_a_plan() -> None:
    there = world()
    assert there.hear("I wonder what to do.") is None
    assert there.hear("```\nnext_tool_name: search_location\n```") is None
    heard = there.hear("My plan:\n```\nDAY 1 | Home | stay: Inn\n```")
    assert heard is not None
    assert heard.kind is CallKind.TERMINAL
    assert there.ending == "submitted"


def test_on_the_stage_a_plan_may_be_the_last_reply_but_not_past_a_review() -> None:
    spelt = Turn("", None, "no call", text=plan_text(hand_plan()))
    stage = RecordingStage(world(), 3)
    assert stage.call(spelt).kind is CallKind.TERMINAL
    assert stage.ending == "submitted"
    reviewed = RecordingStage(world(), 3)
    reviewed.withhold_shortcuts()
    assert reviewed.call(spelt).kind is CallKind.ILL_FORMED
    assert reviewed.ending is None
