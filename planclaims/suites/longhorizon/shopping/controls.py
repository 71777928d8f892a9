"""Scripted respondents of the shopping domain, each with known scores; they show that every measure can move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from planclaims.seam import Model, ToolCall
from planclaims.suites.contract import Control, Item, Value
from planclaims.suites.longhorizon.amounts import money_text
from planclaims.suites.longhorizon.scripted import Scripted
from planclaims.suites.longhorizon.shopping.items import Behind, behind, reading
from planclaims.suites.longhorizon.shopping.rules.cart import cart_of, cart_text
from planclaims.suites.longhorizon.shopping.rules.scoring import assess
from planclaims.suites.longhorizon.shopping.task import Choice
from planclaims.suites.longhorizon.shopping.world import NUMBER_FIELDS

NO_CART = "I have looked at everything and bought nothing."
FORGOTTEN = "conditions_met"
"""The check that the careless control fails: it drops the first condition of the first slot."""


def buying(choice: Choice) -> list[ToolCall]:
    """Return the calls that fill an empty cart and hand it in."""
    return [
        *(ToolCall("add_product_to_cart", {"product_id": key, "quantity": count}) for key, count in choice.items),
        *(
            ToolCall(
                "add_coupon_to_cart",
                {"coupon_name": use.coupon, "quantity": use.uses, **({"brand": use.brand} if use.brand else {})},
            )
            for use in choice.coupons
        ),
        ToolCall("submit", {"total": money_text(choice.final)}),
    ]


def optimal_choice(known: Behind) -> Choice:
    """Return the best cart."""
    return known.task.optimum


def greedy_choice(known: Behind) -> Choice:
    """Return the greedy cart of the certificate."""
    return known.choice(known.certificate["greedy"])


def careless_choice(known: Behind) -> Choice:
    """Return the best cart without the first condition."""
    claim = next(claim for claim in known.certificate["binding"] if claim["check"] == FORGOTTEN)
    return known.choice(claim["better"])


def _script(choose: Callable[[Behind], Choice], look: Callable[[Behind], Sequence[ToolCall]]) -> Callable[..., Model]:
    def model(item: Item, condition: str, seed: int) -> Model:
        known = behind(item)
        choice = choose(known)
        return Scripted(f"```\n{cart_text(cart_of(choice))}\n```", [*look(known), *buying(choice)])

    return model


def _wandering(item: Item, condition: str, seed: int) -> Model:
    known = behind(item)
    orders = [ToolCall("sort_products", {"sort_by": field}) for field in NUMBER_FIELDS]
    searches = [ToolCall("search_products", {"query": slot.category}) for slot in known.task.slots]
    return Scripted(NO_CART, [ToolCall("get_user_info"), *searches, *orders])


def _known(**values: Value) -> Callable[[Item], Mapping[str, Value] | None]:
    return lambda item: values


def _known_greedy(item: Item) -> Mapping[str, Value]:
    known = behind(item)
    worth = assess(known.world, known.task, cart_of(greedy_choice(known)))
    return {"valid": worth.valid, "optimal": known.task.level == 1, "match": float(worth.match)}


PERFECT = _known(outcome="optimal", case=True, share=1.0, match=1.0, dimensions=4)
CONTROLS: Mapping[str, Control] = {
    "optimal": Control(_script(optimal_choice, reading), PERFECT),
    "greedy": Control(_script(greedy_choice, reading), _known_greedy),
    "careless": Control(
        _script(careless_choice, reading), _known(outcome="invalid", failed=FORGOTTEN, share=0.0, dimensions=3)
    ),
    "blind": Control(_script(optimal_choice, lambda known: []), PERFECT),
    "wanderer": Control(_wandering, _known(valid=False, case=False, share=0.0, match=0.0)),
}
