"""How long a tool call takes in a shop of many products, and how long a cart takes to be read and scored.

Run by hand: `python benchmarks/longhorizon_shopping_speed.py [PRODUCTS]`; without a number, 8,000. Every tool is called
with all products where it takes a list; the slowest half of the calls is what counts, so medians are told.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from arguments import count, reader

from planclaims.seam import ToolCall
from planclaims.suites.longhorizon import SUITE
from planclaims.suites.longhorizon.shopping.items import Behind, behind
from planclaims.suites.longhorizon.shopping.rules.cart import cart_of, cart_text, read_cart
from planclaims.suites.longhorizon.shopping.rules.scoring import assess
from planclaims.suites.longhorizon.shopping.store.environment import Shop
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

REPEATS = 51


def main(products: int) -> None:
    """Print the median milliseconds of each tool and of the judge."""
    settings = {**SUITE.defaults, "tasks": {"shopping": 3}}
    known = behind([item for item in SUITE.items(settings) if item.group == "shopping"][-1])
    world = blown_up(known.world, products)
    best, region = known.task.optimum, known.world.users[known.task.user].region
    first = best.items[0][0]
    calls = [
        ToolCall("search_products", {"query": f"{world.products[first].category} green", "limit": 200}),
        ToolCall("filter_by_brand", {"names": [world.products[first].brand]}),
        ToolCall("filter_by_color", {"names": ["green", "navy"]}),
        ToolCall("filter_by_size", {"names": [world.products[first].size]}),
        ToolCall("filter_by_applicable_coupons", {"coupon_names": list(world.coupons)[:2]}),
        ToolCall("filter_by_range", {"condition_key": "price", "operator": "<", "value": "100.00"}),
        ToolCall("sort_products", {"sort_by": "price", "order": "desc"}),
        ToolCall("get_product_details", {"product_ids": list(world.products)[:20]}),
        ToolCall("calculate_transport_time", {"product_id": first, "destination_address": region}),
        ToolCall("get_user_info"),
        ToolCall("get_cart_info"),
    ]
    shop = Shop(world, known.task, {})
    print(f"{len(world.products)} products, medians of {REPEATS}")
    for call in calls:
        print(f"{milliseconds(lambda call=call: shop.call(call)):8.2f} ms  {call.tool}")  # type: ignore[misc]
    print(f"{milliseconds(lambda: buy(world, known)):8.2f} ms  a product into the cart and out again")
    text = cart_text(cart_of(best))
    print(f"{milliseconds(lambda: assess(world, known.task, read_cart(text))):8.2f} ms  a cart read and scored")


def blown_up(world: ShoppingWorld, products: int) -> ShoppingWorld:
    """Return the world with copies of its products until there are so many."""
    table = dict(world.products)
    originals = list(world.products.items())
    while len(table) < products:
        key, product = originals[len(table) % len(originals)]
        table[f"{key}-{len(table)}"] = replace(product, name=f"{product.name} {len(table)}")
    return replace(world, products=table)


def buy(world: ShoppingWorld, known: Behind) -> None:
    """Put a product of the best cart into an empty one, and take it out again."""
    shop, product = Shop(world, known.task, {}), known.task.optimum.items[0][0]
    for tool in ("add_product_to_cart", "delete_product_from_cart"):
        shop.call(ToolCall(tool, {"product_id": product}))


def milliseconds(action: Callable[[], object]) -> float:
    """Return the median time of an action, after one that does not count."""
    action()
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


if __name__ == "__main__":
    arguments = reader(__doc__)
    arguments.add_argument("products", type=count, nargs="?", default=8000, help="products of the shop")
    main(arguments.parse_args().products)
