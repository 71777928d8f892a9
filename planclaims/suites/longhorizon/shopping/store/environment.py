"""The shop behind tools: eleven that tell, four that change the cart and can be undone, one that hands it in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum

from planclaims.seam import CallKind, EndedBy, IllFormedCall, Observation, Tool, ToolCall
from planclaims.suites.longhorizon.amounts import money_text
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.rules.cart import Cart, MalformedCart, read_total
from planclaims.suites.longhorizon.shopping.store.basket import Basket, Refused
from planclaims.suites.longhorizon.shopping.store.catalogue import Catalogue, Told, no_cells
from planclaims.suites.longhorizon.shopping.store.telling import (
    product_row,
    product_told,
    shop_row,
    user_row,
    user_told,
)
from planclaims.suites.longhorizon.shopping.store.tools import (
    COMPARISONS,
    LIMIT,
    SCALES,
    TOOLS,
    read_choice,
    read_count,
    read_number,
    read_text,
    read_texts,
)
from planclaims.suites.longhorizon.shopping.task import ShoppingTask
from planclaims.suites.longhorizon.shopping.world import NUMBER_FIELDS, ShoppingWorld

CART = Cell("cart", "", "final")
"""What the final price of the cart as it stands is: told by every tool that shows or changes the cart."""
FILTERS = {"filter_by_brand": "brand", "filter_by_color": "colour", "filter_by_size": "size"}
HANDED_IN = "The cart has been handed in. The episode is over."
REFUSED = "The shop refused this, and nothing has changed: {reason}."
REFUSED_FOR_GOOD = "The shop refused this: {reason}. The episode is over."


class Ending(StrEnum):
    """How a shopping episode can end."""

    SUBMITTED = "submitted"
    REFUSED = "refused"

    @property
    def by(self) -> EndedBy:
        """Return who ended the episode."""
        return EndedBy.AGENT if self is Ending.SUBMITTED else EndedBy.WORLD


class Shop:
    """A world to shop in; `strict` makes an act that the shop refuses end the episode.

    `returned` are the cells that the last call told, `found` whether it found anything, `refused` how many acts were
    refused, `handed_in` the cart that was submitted, None if its total is malformed.
    """

    tools: Sequence[Tool] = TOOLS

    def __init__(
        self, world: ShoppingWorld, task: ShoppingTask, wording: Mapping[str, str], *, strict: bool = False
    ) -> None:
        self.world, self.task, self.wording, self.strict = world, task, wording, strict
        exact = {"price", "rating"} if task.objective == "max_rating" else {"price"}
        self.catalogue = Catalogue(world, frozenset(exact))
        self.basket = Basket(world, task.user)
        self.ending: Ending | None = None
        self.refused = 0
        self.found = True
        self.handed_in: Cart | None = None
        self.problem = ""
        self._cells: Callable[[], frozenset[Cell]] = no_cells

    @property
    def returned(self) -> frozenset[Cell]:
        """Return the cells that the last well-formed call told."""
        return self._cells()

    def call(self, call: ToolCall) -> Observation:
        """Return what the agent is told."""
        self.found, self._cells = True, no_cells
        if call.tool == "submit":
            return self._submit(call.arguments)
        if call.tool.endswith("_cart"):
            return self._act(call)
        return Observation(self._tell(call.tool, call.arguments), CallKind.EPISTEMIC)

    def _submit(self, arguments: Mapping[str, object]) -> Observation:
        self.ending = Ending.SUBMITTED
        try:
            self.handed_in = self.basket.cart(read_total(arguments["total"]))
        except MalformedCart as fault:
            self.problem = str(fault)
        return Observation(HANDED_IN, CallKind.TERMINAL)

    def _act(self, call: ToolCall) -> Observation:
        thing, add = call.tool.split("_")[1], call.tool.startswith("add")
        name = read_text(call.arguments, f"{thing}_{'id' if thing == 'product' else 'name'}")
        count = read_count(call.arguments, "quantity", 1)
        signed = count if add else -count
        if thing == "product":
            change = self.basket.with_product(self._product(name), signed)
        else:
            change = self.basket.with_coupon(self._coupon(name), self._brand(name, call.arguments), signed)
        step = " ".join([call.tool, name, *map(str, filter(None, [call.arguments.get("brand")])), str(count)])
        if isinstance(change, Refused):
            self.refused += 1
            self.ending = Ending.REFUSED if self.strict else None
            told = (REFUSED_FOR_GOOD if self.strict else REFUSED).format(reason=change.reason)
            return Observation(told, CallKind.ONTIC, step)
        self.basket = change
        self._cells = lambda: frozenset({CART})
        return Observation(json.dumps({**self._sums(), **self.basket.coupon_checks()}), CallKind.ONTIC, step)

    def _tell(self, tool: str, arguments: Mapping[str, object]) -> str:
        match tool:
            case "get_product_details":
                return self._details(self._ids(arguments))
            case "calculate_transport_time":
                return self._days(arguments)
            case "get_user_info":
                return self._user(arguments)
            case "get_cart_info":
                self.found, self._cells = bool(self.basket.items), lambda: frozenset({CART})
                return json.dumps({**self.basket.lines(), **self._sums()}, ensure_ascii=False)
            case _:
                told = self._query(tool, arguments)
        self.found, self._cells = bool(told.ids), told.cells
        return json.dumps({"product_ids": told.ids, "count": len(told.ids)}, ensure_ascii=False)

    def _query(self, tool: str, arguments: Mapping[str, object]) -> Told:
        catalogue = self.catalogue
        if tool == "search_products":
            return catalogue.search(read_text(arguments, "query"), read_count(arguments, "limit", LIMIT))
        keys = self._ids(arguments) if "product_ids" in arguments else catalogue.ids
        if tool in FILTERS:
            return catalogue.among(FILTERS[tool], self._values(FILTERS[tool], arguments), keys)
        if tool == "filter_by_applicable_coupons":
            return Told(
                self.basket.backing([self._coupon(name) for name in read_texts(arguments, "coupon_names")], keys)
            )
        if tool == "filter_by_range":
            field = read_choice(arguments, "condition_key", NUMBER_FIELDS)
            comparison = read_choice(arguments, "operator", COMPARISONS)
            return catalogue.in_range(field, comparison, read_number(arguments, "value", SCALES.get(field, 1)), keys)
        field = read_choice(arguments, "sort_by", NUMBER_FIELDS)
        return catalogue.in_order(
            field, keys, descending=read_choice(arguments, "order", ("asc", "desc"), "asc") == "desc"
        )

    def _details(self, keys: Sequence[str]) -> str:
        products = self.world.products
        rows = [{**product_row(self.world, key), "shop": shop_row(self.world, products[key].shop)} for key in keys]
        self._cells = lambda: frozenset(cell for key in keys for cell in product_told(self.world, key))
        return json.dumps(rows, ensure_ascii=False)

    def _days(self, arguments: Mapping[str, object]) -> str:
        key = self._product(read_text(arguments, "product_id"))
        region = read_choice(arguments, "destination_address", self.world.regions)
        shop = self.world.shops[self.world.products[key].shop]
        provider = read_choice(arguments, "provider", self.world.provider, shop.provider)
        if provider == shop.provider:
            self._cells = lambda: frozenset({Cell("delivery", key, region)})
        days = self.world.days(shop.region, region, provider)
        return json.dumps(
            {"product_id": key, "destination": region, "provider": provider, "days": days}, ensure_ascii=False
        )

    def _user(self, arguments: Mapping[str, object]) -> str:
        key = read_choice(arguments, "user_id", self.world.users, self.task.user)
        self._cells = lambda: user_told(self.world, key)
        return json.dumps(user_row(self.world, key), ensure_ascii=False)

    def _sums(self) -> Mapping[str, str]:
        amounts = self.basket.amounts
        return {name: money_text(cents) for name, cents in asdict(amounts).items()}

    def _ids(self, arguments: Mapping[str, object]) -> Sequence[str]:
        return list(dict.fromkeys(self._product(key) for key in read_texts(arguments, "product_ids")))

    def _product(self, key: str) -> str:
        if key not in self.world.products:
            raise IllFormedCall(f"there is no product {key!r}")
        return key

    def _coupon(self, name: str) -> str:
        if name not in self.world.users[self.task.user].coupons:
            raise IllFormedCall(f"there is no coupon {name!r} among the user's")
        return name

    def _brand(self, coupon: str, arguments: Mapping[str, object]) -> str | None:
        branded = self.world.coupons[coupon].kind == "brand"
        if not branded and arguments.get("brand") is not None:
            raise IllFormedCall(f"{coupon} is no coupon of a brand, so it takes no brand")
        return read_choice(arguments, "brand", sorted(self.world.values["brand"])) if branded else None

    def _values(self, field: str, arguments: Mapping[str, object]) -> Sequence[str]:
        names, known = read_texts(arguments, "names"), {value.lower() for value in self.world.values[field]}
        for name in names:
            if name.lower() not in known:
                raise IllFormedCall(f"no product has the {field} {name!r}")
        return names
