"""The sixteen tools of the shop as the agent sees them, and the strict reading of their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from planclaims.seam import IllFormedCall, Tool
from planclaims.suites.longhorizon.shopping.world import NUMBER_FIELDS

LIMIT = 20
"""Products that a search returns, if the call does not say how many."""
MOST = 10**9
SCALES: Mapping[str, int] = {"price": 100, "rating": 10}
"""How many units of the tables one unit of an argument has; the price is kept in cents, the rating in tenths."""
COMPARISONS = (">", ">=", "<", "<=", "=")
_NAMES = "a list of names, any of which will do"
_IDS = "a list of product ids to choose from; all products, if left out"
_QUANTITY = "how many, a whole number; 1, if left out"
_NUMBERS = ", ".join(NUMBER_FIELDS)
_ONE = frozenset({"product_ids"})


def _filter(name: str, what: str) -> Tool:
    return Tool(
        name, f"Lists the ids of the products of one of several {what}.", {"names": _NAMES, "product_ids": _IDS}, _ONE
    )


def _act(name: str, description: str, arguments: Mapping[str, str], *optional: str) -> Tool:
    return Tool(name, description, arguments, frozenset(optional), reviewed=True)


TOOLS: Sequence[Tool] = (
    Tool(
        "search_products",
        "Lists the ids of the products whose texts (name, category, brand, colour, size, season, audience) hold words "
        "of the query, those with most of the words first.",
        {"query": "a few words", "limit": f"how many ids at most, a whole number; {LIMIT}, if left out"},
        frozenset({"limit"}),
    ),
    _filter("filter_by_brand", "brands"),
    _filter("filter_by_color", "colours"),
    _filter("filter_by_size", "sizes"),
    Tool(
        "filter_by_applicable_coupons",
        "Lists the ids of the products whose price can back each of several coupons of yours.",
        {"coupon_names": "a list of coupons", "product_ids": _IDS},
        _ONE,
    ),
    Tool(
        "filter_by_range",
        "Lists the ids of the products with a number in a range.",
        {
            "condition_key": f"one of {_NUMBERS}",
            "operator": f"one of {' '.join(COMPARISONS)}",
            "value": 'a number, such as 120, or "24.50" for a price',
            "product_ids": _IDS,
        },
        _ONE,
    ),
    Tool(
        "sort_products",
        "Lists the ids of products in the order of a number.",
        {
            "sort_by": f"one of {', '.join(NUMBER_FIELDS)}",
            "order": "asc or desc; asc, if left out",
            "product_ids": _IDS,
        },
        frozenset({"order", "product_ids"}),
    ),
    Tool(
        "get_product_details",
        "Tells everything about products and about the shops that sell them.",
        {"product_ids": "a list of product ids"},
    ),
    Tool(
        "calculate_transport_time",
        "Tells how many days a product takes from its shop to a region.",
        {
            "product_id": "the id of the product",
            "destination_address": "the name of the region",
            "provider": "another carrier than that of the shop, if you want to compare",
        },
        frozenset({"provider"}),
    ),
    Tool(
        "get_user_info",
        "Tells who you shop for: region, sizes, membership, and the coupons with their terms.",
        {"user_id": "the id of the user; the one you shop for, if left out"},
        frozenset({"user_id"}),
    ),
    _act(
        "add_product_to_cart",
        "Puts a product into the cart.",
        {"product_id": "the id of the product", "quantity": _QUANTITY},
        "quantity",
    ),
    _act(
        "delete_product_from_cart",
        "Takes a product out of the cart.",
        {"product_id": "the id of the product", "quantity": _QUANTITY},
        "quantity",
    ),
    _act(
        "add_coupon_to_cart",
        "Uses a coupon on the cart; a brand's coupon needs the brand that it is used on.",
        {"coupon_name": "the coupon", "brand": "the brand, for a brand's coupon only", "quantity": _QUANTITY},
        "brand",
        "quantity",
    ),
    _act(
        "delete_coupon_from_cart",
        "Takes a coupon back from the cart.",
        {"coupon_name": "the coupon", "brand": "the brand, for a brand's coupon only", "quantity": _QUANTITY},
        "brand",
        "quantity",
    ),
    Tool("get_cart_info", "Tells what is in the cart and what it costs."),
    _act(
        "submit",
        "Hands in the cart as it is and ends the episode.",
        {"total": 'the final price as text with two decimals, such as "24.50"; no other form is an answer'},
    ),
)


def read_text(arguments: Mapping[str, object], name: str) -> str:
    """Return an argument that must be a text."""
    value = arguments[name]
    if not isinstance(value, str) or not value.strip():
        raise IllFormedCall(f"the argument {name} must be a text, not {value!r}")
    return value.strip()


def read_texts(arguments: Mapping[str, object], name: str) -> list[str]:
    """Return an argument that must be a list of texts, at least one."""
    value = arguments[name]
    if not isinstance(value, list) or not value or not all(isinstance(part, str) for part in value):
        raise IllFormedCall(f"the argument {name} must be a list of texts, not {value!r}")
    return [part.strip() for part in value]


def read_count(arguments: Mapping[str, object], name: str, otherwise: int) -> int:
    """Return an argument that must be a whole number from 1."""
    value = arguments.get(name, otherwise)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
        raise IllFormedCall(f"the argument {name} must be a whole number from 1, not {value!r}")
    return value


def read_choice(arguments: Mapping[str, object], name: str, allowed: Iterable[str], otherwise: str = "") -> str:
    """Return an argument that must be one of a closed set."""
    value, listed = arguments.get(name, otherwise), list(allowed)
    if value not in listed:
        raise IllFormedCall(f"the argument {name} must be one of {', '.join(listed)}, not {value!r}")
    return str(value)


def read_number(arguments: Mapping[str, object], name: str, scale: int) -> Decimal:
    """Return an argument that must be a number or the text of one, in units of the tables."""
    value = arguments[name]
    try:
        number = Decimal("NaN") if isinstance(value, bool) else Decimal(str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or abs(number) > MOST:
        raise IllFormedCall(f"the argument {name} must be a number, not {value!r}")
    return number * scale
