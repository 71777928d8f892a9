"""Worlds and tasks from JSON: what breaks the form or points nowhere is refused with its table and row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.suites.longhorizon.shopping.rows import Rows
from planclaims.suites.longhorizon.shopping.task import (
    OBJECTIVES,
    OPERATORS,
    Choice,
    Condition,
    CouponUse,
    ShoppingTask,
    Slot,
)
from planclaims.suites.longhorizon.shopping.world import (
    COUNT_FIELDS,
    COUPON_KINDS,
    NUMBER_FIELDS,
    TEXT_FIELDS,
    Coupon,
    Product,
    Shop,
    ShoppingWorld,
    User,
)

TABLES = ("shops", "delivery", "users", "coupons", "products")
MORE_STARS = ("two_star", "three_star", "four_star", "five_star")
HIGHEST_RATING = 50


def world_of(document: object, file: str | Path | None = None) -> ShoppingWorld:
    """Return the world of a document; InputError, naming table, row and column, for the first thing that is wrong."""
    whole = Rows(document, "the world", file)
    whole.only(*TABLES)
    for table in TABLES:
        if not isinstance(whole.row.get(table), Mapping):
            whole.refuse(table, type(whole.row.get(table)).__name__, "a table, that is an object")
    base, provider = _delivery(whole.row["delivery"], file)
    tables = whole.row
    shops = {key: _shop(Rows(row, f"shops {key}", file), base, provider) for key, row in tables["shops"].items()}
    coupons = {key: _coupon(Rows(row, f"coupons {key}", file)) for key, row in tables["coupons"].items()}
    users = {key: _user(Rows(row, f"users {key}", file), base, coupons) for key, row in tables["users"].items()}
    products = {key: _product(Rows(row, f"products {key}", file), shops) for key, row in tables["products"].items()}
    _unique_names("shops", shops, file)
    _unique_names("products", products, file)
    return ShoppingWorld(shops, base, provider, users, coupons, products)


def _delivery(table: Any, file: str | Path | None) -> tuple[Mapping[str, Mapping[str, int]], Mapping[str, int]]:  # noqa: ANN401
    rows = Rows(table, "delivery", file)
    rows.only("base", "provider")
    origins = Rows(rows.row.get("base"), "delivery base", file)
    base: dict[str, dict[str, int]] = {}
    for origin, days in origins.row.items():
        row = Rows(days, f"delivery base {origin}", file)
        row.only(*origins.row)
        base[origin] = {region: row.whole(region, meaning="days") for region in origins.row}
    providers = Rows(rows.row.get("provider"), "delivery provider", file)
    return base, {name: providers.whole(name, -9, 9, "days") for name in providers.row}


def _shop(row: Rows, base: Mapping[str, object], provider: Mapping[str, object]) -> Shop:
    row.only("name", "region", "provider", "fee", "free_from")
    return Shop(
        row.text("name"),
        row.key("region", base, "delivery base"),
        row.key("provider", provider, "delivery provider"),
        row.cents("fee"),
        row.cents("free_from"),
    )


def _coupon(row: Rows) -> Coupon:
    row.only("kind", "threshold", "discount")
    kind = row.text("kind")
    if kind not in COUPON_KINDS:
        row.refuse("kind", kind, ", ".join(COUPON_KINDS))
    threshold = row.cents("threshold", 1)
    return Coupon(kind, threshold, row.whole("discount", 1, threshold, "money in whole cents"))


def _user(row: Rows, base: Mapping[str, object], coupons: Mapping[str, object]) -> User:
    owned = Rows(row.row.get("coupons"), f"{row.place}, coupons", row.file)
    for coupon in owned.row:
        if coupon not in coupons:
            owned.refuse("", coupon, f"a key of coupons: {', '.join(coupons)}")
    sizes = {name: row.text(name) for name in row.row if name not in ("name", "region", "vip", "coupons")}
    return User(
        row.text("name"),
        row.key("region", base, "delivery base"),
        row.truth("vip"),
        sizes,
        {coupon: owned.whole(coupon) for coupon in owned.row},
    )


def _product(row: Rows, shops: Mapping[str, object]) -> Product:
    row.only(*TEXT_FIELDS, "shop", *NUMBER_FIELDS)
    columns: dict[str, Any] = {field: row.text(field) for field in TEXT_FIELDS}
    columns |= {field: row.whole(field) for field in COUNT_FIELDS if field not in MORE_STARS or field in row.row}
    columns["rating"] = row.whole("rating", 0, HIGHEST_RATING, "a rating in tenths")
    return Product(**columns, shop=row.key("shop", shops, "shops"), price=row.cents("price", 1))


def _unique_names(table: str, rows: Mapping[str, Any], file: str | Path | None) -> None:
    first: dict[str, str] = {}
    for key, row in rows.items():
        if row.name in first:
            raise InputError(
                f"the name of {table} {key} is that of {table} {first[row.name]}", file=file, found=repr(row.name)
            )
        first[row.name] = key


def task_of(document: object, world: ShoppingWorld, file: str | Path | None = None) -> ShoppingTask:
    """Return the task of a document in its world; InputError, naming the place, for the first thing that is wrong."""
    row = Rows(document, "the task", file)
    row.only("id", "level", "user", "objective", "use_coupons", "slots", "budget", "optimum")
    if row.text("objective") not in OBJECTIVES:
        row.refuse("objective", row.row["objective"], ", ".join(OBJECTIVES))
    user = world.users[row.key("user", world.users, "users")]
    wanted = row.row.get("slots")
    if not isinstance(wanted, list) or not wanted:
        row.refuse("slots", wanted, "a list of slots")
    slots = tuple(_slot(Rows(slot, f"slot {n}", file), world, user) for n, slot in enumerate(wanted, 1))
    if len({slot.category for slot in slots}) < len(slots):
        row.refuse("slots", [slot.category for slot in slots], "every category once")
    return ShoppingTask(
        name=row.text("id"),
        level=row.whole("level", 1, 3),
        user=row.text("user"),
        objective=row.row["objective"],
        use_coupons=row.truth("use_coupons"),
        slots=slots,
        budget=_budget(row),
        optimum=choice_of(row.row.get("optimum"), world, file, "the optimum"),
    )


def _budget(row: Rows) -> tuple[int, int] | None:
    bounds = row.row.get("budget")
    if bounds is None:
        return None
    if not isinstance(bounds, list) or len(bounds) != 2:
        row.refuse("budget", bounds, "two amounts in cents")
    ends = Rows({"low": bounds[0], "high": bounds[1]}, "the budget", row.file)
    return ends.cents("low"), ends.cents("high", ends.cents("low"))


def _slot(row: Rows, world: ShoppingWorld, user: User) -> Slot:
    row.only("category", "quantity", "conditions", "max_days")
    category = row.text("category")
    if category not in world.values["category"]:
        row.refuse("category", category, f"a category of a product: {', '.join(sorted(world.values['category']))}")
    listed = row.row.get("conditions")
    if not isinstance(listed, list):
        row.refuse("conditions", listed, "a list of [column, operator, value]")
    conditions = tuple(_condition(row, entry, user) for entry in listed)
    return Slot(category, row.whole("quantity", 1), conditions, row.whole("max_days", 1, meaning="days"))


def _condition(row: Rows, entry: object, user: User) -> Condition:
    if not isinstance(entry, list) or len(entry) != 3:
        row.refuse("conditions", entry, "[column, operator, value]")
    field, operator, value = entry
    numeric = field in NUMBER_FIELDS
    if not numeric and field not in TEXT_FIELDS:
        row.refuse("conditions", field, f"a column: {', '.join((*TEXT_FIELDS, *NUMBER_FIELDS))}")
    if operator not in (("==", ">=", "<=", ">", "<") if numeric else ("==", "contains")):
        row.refuse("conditions", operator, ", ".join(OPERATORS) + ", as the column allows")
    condition = Condition(field, operator, value)
    if isinstance(value, bool) or not isinstance(value, int if numeric else str):
        row.refuse("conditions", value, "a whole number" if numeric else "a text")
    column = condition.looks_up()
    if column is not None and column not in user.sizes:
        row.refuse("conditions", value, f"a column of the user: {', '.join(user.sizes)}")
    return condition


def choice_of(document: object, world: ShoppingWorld, file: str | Path | None, place: str) -> Choice:
    """Return a choice of products and coupons that the world has."""
    row = Rows(document, place, file)
    row.only("items", "coupons", "final", "rating")
    items = [_item(row, entry, world) for entry in row.row.get("items") or ()]
    coupons = [_use(row, entry, world) for entry in row.row.get("coupons") or ()]
    return Choice(tuple(items), tuple(coupons), row.cents("final"), row.whole("rating"))


def _item(row: Rows, entry: object, world: ShoppingWorld) -> tuple[str, int]:
    if not isinstance(entry, list) or len(entry) != 2 or entry[0] not in world.products:
        row.refuse("items", entry, "[a key of products, quantity]")
    product, quantity = entry
    return product, Rows({"quantity": quantity}, row.place, row.file).whole("quantity", 1)


def _use(row: Rows, entry: object, world: ShoppingWorld) -> CouponUse:
    if not isinstance(entry, list) or len(entry) != 3 or entry[0] not in world.coupons:
        row.refuse("coupons", entry, "[a key of coupons, a brand or null, uses]")
    coupon, brand, uses = entry
    return CouponUse(coupon, brand, Rows({"uses": uses}, row.place, row.file).whole("uses", 1))
