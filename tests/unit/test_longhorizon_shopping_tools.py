"""The shop behind tools: what each tells, what is refused, and what is no call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from shopping_worlds import WORLD, hand_task, hand_world

from planclaims.seam import CallKind, EndedBy, IllFormedCall, Observation, ToolCall
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.question import entered_wording
from planclaims.suites.longhorizon.shopping.store.environment import CART, Ending, Shop
from planclaims.suites.longhorizon.shopping.store.tools import TOOLS

Json = Any


def shop(*, strict: bool = False, **changes: Json) -> Shop:
    return Shop(hand_world(), hand_task(**changes), {}, strict=strict)


def call(place: Shop, tool: str, **arguments: Json) -> Observation:
    return place.call(ToolCall(tool, arguments))


def told(place: Shop, tool: str, **arguments: Json) -> Json:
    return json.loads(call(place, tool, **arguments).text)


def test_there_are_sixteen_tools_five_of_them_acts_to_review() -> None:
    assert len(TOOLS) == 16
    assert sum(tool.reviewed for tool in TOOLS) == 5


QUERIES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "words": ("search_products", {"query": "oak lamps"}, ["lamp", "coat-a", "cup-a"]),
    "so many": ("search_products", {"query": "oak", "limit": 1}, ["coat-a"]),
    "words that are nowhere": ("search_products", {"query": "submarine"}, []),
    "a brand in any case": ("filter_by_brand", {"names": ["BIRCH"]}, ["coat-b", "cup-b", "lamp"]),
    "one of two": ("filter_by_size", {"names": ["S", "M"], "product_ids": ["coat-small", "lamp"]}, ["coat-small"]),
    "a colour": ("filter_by_color", {"names": ["green"], "product_ids": ["lamp"]}, ["lamp"]),
    "a price": ("filter_by_range", {"condition_key": "price", "operator": "<", "value": "10.00"}, ["cup-b"]),
    "a price as a number": ("filter_by_range", {"condition_key": "price", "operator": "=", "value": 20}, ["lamp"]),
    "a rating": (
        "filter_by_range",
        {"condition_key": "rating", "operator": ">=", "value": 4.6},
        ["coat-small", "coat-late", "coat-gone"],
    ),
    "a rating between tenths": (
        "filter_by_range",
        {"condition_key": "rating", "operator": ">", "value": "4.65"},
        ["coat-small"],
    ),
    "a count": ("filter_by_range", {"condition_key": "stock", "operator": "=", "value": 0}, ["coat-gone"]),
    "a count that is not told": ("filter_by_range", {"condition_key": "two_star", "operator": ">=", "value": 0}, []),
    "an order": (
        "sort_products",
        {"sort_by": "price", "product_ids": ["lamp", "coat-a", "cup-b"]},
        ["cup-b", "lamp", "coat-a"],
    ),
    "an order downwards, ties as in the table": (
        "sort_products",
        {"sort_by": "rating", "order": "desc", "product_ids": ["lamp", "cup-a", "coat-a"]},
        ["coat-a", "cup-a", "lamp"],
    ),
    "coupons": ("filter_by_applicable_coupons", {"coupon_names": ["C1"], "product_ids": ["lamp"]}, ["lamp"]),
    "a member's coupon": ("filter_by_applicable_coupons", {"coupon_names": ["V1"], "product_ids": ["lamp"]}, []),
}


@pytest.mark.parametrize(("tool", "arguments", "ids"), QUERIES.values(), ids=QUERIES.keys())
def test_query_lists_ids(tool: str, arguments: dict[str, Any], ids: list[str]) -> None:
    place = shop()
    assert told(place, tool, **arguments) == {"product_ids": ids, "count": len(ids)}
    assert place.found == bool(ids)


def test_details_tell_money_and_ratings_with_their_decimals_and_the_shop() -> None:
    place = shop()
    (row,) = told(place, "get_product_details", product_ids=["cup-b"])
    assert row["price"] == "8.00"
    assert row["rating"] == "4.1"
    assert row["shop"] == {
        "name": "Far",
        "region": "there",
        "carrier": "slow",
        "shipping": "3.00",
        "free_from": "500.00",
    }
    assert Cell("products", "cup-b", "price") in place.returned
    assert Cell("shops", "s2", "fee") in place.returned


def test_days_are_those_of_the_shops_carrier_unless_another_is_asked_about() -> None:
    place = shop()
    arguments = {"product_id": "cup-b", "destination_address": "here"}
    assert told(place, "calculate_transport_time", **arguments)["days"] == 5
    assert place.returned == {Cell("delivery", "cup-b", "here")}
    assert told(place, "calculate_transport_time", **arguments, provider="fast")["days"] == 2
    assert not place.returned


def test_user_tells_coupons_with_their_terms() -> None:
    place = shop()
    user = told(place, "get_user_info")
    assert user["sizes"] == {"tops": "M"}
    brand = {"coupon": "B1", "kind": "brand", "threshold": "40.00", "discount": "5.00", "owned": 2}
    assert brand in user["coupons"]
    assert Cell("users", "u1", "tops") in place.returned
    assert told(place, "get_user_info", user_id="u1") == user


def test_filter_tells_a_condition_and_no_value() -> None:
    place = shop()
    call(place, "filter_by_range", condition_key="rating", operator=">=", value=1, product_ids=["lamp"])
    assert place.returned == {Cell("products", "lamp", "rating")}
    call(place, "filter_by_range", condition_key="price", operator=">=", value=1, product_ids=["lamp"])
    assert not place.returned
    rated = shop(objective="max_rating", budget=[0, 99999])
    call(rated, "filter_by_range", condition_key="rating", operator=">=", value=1, product_ids=["lamp"])
    assert not rated.returned


def test_cart_is_reckoned_anew_after_every_act() -> None:
    place = shop()
    act = call(place, "add_product_to_cart", product_id="coat-a")
    assert act.kind is CallKind.ONTIC
    assert json.loads(act.text)["final"] == "85.00"
    assert place.returned == {CART}
    assert told(place, "add_product_to_cart", product_id="cup-a", quantity=2)["shipping"] == "0.00"
    assert told(place, "add_coupon_to_cart", coupon_name="B1", brand="Alder", quantity=2)["final"] == "90.00"
    cart = told(place, "get_cart_info")
    assert cart["items"] == [{"product": "coat-a", "quantity": 1}, {"product": "cup-a", "quantity": 2}]
    assert cart["coupons"] == [{"coupon": "B1", "brand": "Alder", "uses": 2}]
    assert told(place, "delete_coupon_from_cart", coupon_name="B1", brand="Alder")["discount"] == "5.00"
    assert told(place, "delete_product_from_cart", product_id="cup-a")["shipping"] == "5.00"


REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "more than there is": ("add_product_to_cart", {"product_id": "coat-a", "quantity": 3}),
    "what is sold out": ("add_product_to_cart", {"product_id": "coat-gone"}),
    "taking out what is not in": ("delete_product_from_cart", {"product_id": "lamp"}),
    "taking out more than is in": ("delete_product_from_cart", {"product_id": "coat-a", "quantity": 2}),
    "taking out what backs a coupon": ("delete_product_from_cart", {"product_id": "coat-a"}),
    "a coupon once too often": ("add_coupon_to_cart", {"coupon_name": "B1", "brand": "Alder", "quantity": 2}),
    "a coupon that nothing backs": ("add_coupon_to_cart", {"coupon_name": "C1"}),
    "a coupon of a brand that is not there": ("add_coupon_to_cart", {"coupon_name": "B1", "brand": "Birch"}),
    "a member's coupon": ("add_coupon_to_cart", {"coupon_name": "V1"}),
    "taking back what is not used": ("delete_coupon_from_cart", {"coupon_name": "C1"}),
}


def filled(*, strict: bool = False) -> Shop:
    place = shop(strict=strict)
    call(place, "add_product_to_cart", product_id="coat-a")
    call(place, "add_coupon_to_cart", coupon_name="B1", brand="Alder")
    return place


@pytest.mark.parametrize(("tool", "arguments"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_act_changes_nothing_and_is_counted(tool: str, arguments: dict[str, Any]) -> None:
    place = filled()
    before = place.basket
    found = call(place, tool, **arguments)
    assert found.kind is CallKind.ONTIC
    assert found.step is not None
    assert found.text.startswith("The shop refused this, and nothing has changed:")
    assert place.basket == before
    assert place.refused == 1
    assert place.ending is None
    assert not place.returned


@pytest.mark.parametrize(("tool", "arguments"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_act_is_the_end_where_it_is_strict(tool: str, arguments: dict[str, Any]) -> None:
    place = filled(strict=True)
    call(place, tool, **arguments)
    assert place.ending is Ending.REFUSED
    assert place.ending.by is EndedBy.WORLD
    assert place.handed_in is None


ILL_FORMED: dict[str, tuple[str, dict[str, Any]]] = {
    "an unknown product": ("get_product_details", {"product_ids": ["coat-z"]}),
    "a product that is no list": ("get_product_details", {"product_ids": "coat-a"}),
    "no products": ("get_product_details", {"product_ids": []}),
    "an unknown brand": ("filter_by_brand", {"names": ["Cedar"]}),
    "an unknown region": ("calculate_transport_time", {"product_id": "lamp", "destination_address": "her"}),
    "an unknown carrier": (
        "calculate_transport_time",
        {"product_id": "lamp", "destination_address": "here", "provider": "owl"},
    ),
    "an unknown user": ("get_user_info", {"user_id": "u2"}),
    "an unknown column": ("filter_by_range", {"condition_key": "weight", "operator": ">", "value": 1}),
    "an unknown comparison": ("filter_by_range", {"condition_key": "price", "operator": "=>", "value": 1}),
    "a value that is no number": ("filter_by_range", {"condition_key": "price", "operator": ">", "value": "cheap"}),
    "infinity": ("filter_by_range", {"condition_key": "price", "operator": ">", "value": float("inf")}),
    "a number beyond all": ("filter_by_range", {"condition_key": "price", "operator": ">", "value": "1e999999"}),
    "true": ("filter_by_range", {"condition_key": "price", "operator": ">", "value": True}),
    "an order of no kind": ("sort_products", {"sort_by": "price", "order": "up"}),
    "an order that is a list": ("sort_products", {"sort_by": ["price"]}),
    "half a product": ("add_product_to_cart", {"product_id": "lamp", "quantity": 0.5}),
    "no product": ("add_product_to_cart", {"product_id": "lamp", "quantity": 0}),
    "a product in text": ("add_product_to_cart", {"product_id": "lamp", "quantity": "1"}),
    "a product fewer": ("delete_product_from_cart", {"product_id": "lamp", "quantity": -1}),
    "a coupon of nobody": ("add_coupon_to_cart", {"coupon_name": "Z1"}),
    "a brand's coupon without a brand": ("add_coupon_to_cart", {"coupon_name": "B1"}),
    "a brand for any coupon": ("add_coupon_to_cart", {"coupon_name": "C1", "brand": "Alder"}),
    "a brand that is not": ("add_coupon_to_cart", {"coupon_name": "B1", "brand": "Cedar"}),
    "a blank query": ("search_products", {"query": " "}),
    "a limit of none": ("search_products", {"query": "oak", "limit": 0}),
}


@pytest.mark.parametrize(("tool", "arguments"), ILL_FORMED.values(), ids=ILL_FORMED.keys())
def test_ill_formed_call_leaves_the_state(tool: str, arguments: dict[str, Any]) -> None:
    place = filled()
    before = place.basket
    with pytest.raises(IllFormedCall):
        call(place, tool, **arguments)
    assert place.basket == before
    assert place.refused == 0


def test_regions_are_not_read_from_parts_of_names() -> None:
    with pytest.raises(IllFormedCall):
        call(shop(), "calculate_transport_time", product_id="lamp", destination_address="the")


def test_submitting_ends_the_episode_with_the_cart() -> None:
    place = filled()
    assert call(place, "submit", total="80.00").kind is CallKind.TERMINAL
    assert place.ending is Ending.SUBMITTED
    assert place.ending.by is EndedBy.AGENT
    assert place.handed_in is not None
    assert place.handed_in.total == 8000


@pytest.mark.parametrize("total", [80.0, 80, "80", "80.0", None, ["80.00"], "eighty"])
def test_submitting_another_form_of_total_is_malformed(total: object) -> None:
    place = filled()
    call(place, "submit", total=total)
    assert place.ending is Ending.SUBMITTED
    assert place.handed_in is None
    assert "total" in place.problem


def test_prompts_show_the_wish_and_say_what_a_refusal_does() -> None:
    words = entered_wording("THE WISH", strict=False)
    assert "THE WISH" in words["mission"]
    assert "changes nothing" in words["rules"]
    assert "ends the episode at once" in entered_wording("THE WISH", strict=True)["rules"]
    assert not any("{" in text.replace('{"query"', "") for text in words.values())


def test_tool_texts_name_no_product_of_a_world() -> None:
    texts = " ".join(f"{tool.description} {' '.join(tool.arguments.values())}" for tool in TOOLS)
    assert not any(name in texts for name in WORLD["products"])
