"""One shopping record explained: the best cart and the cart handed in as receipts, the checks, the facts never seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.suites.contract import Data, Item
from planclaims.suites.explanation import Block, Entry, Mark, Part, ReceiptBlock, TableBlock, TextBlock
from planclaims.suites.longhorizon.amounts import money_text, rating_text
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.brief import condition_text
from planclaims.suites.longhorizon.shopping.items import Behind, behind
from planclaims.suites.longhorizon.shopping.judge import MALFORMED, NOTHING, Handed, handed_in
from planclaims.suites.longhorizon.shopping.rules.cart import Amounts, Cart, amounts_of, cart_of
from planclaims.suites.longhorizon.shopping.rules.checks import CHECKS, Verdict, total_uses
from planclaims.suites.longhorizon.shopping.rules.scoring import Assessment, assess

VERDICT_MARKS = {Verdict.PASS: Mark.RIGHT, Verdict.FAIL: Mark.WRONG, Verdict.VOID: Mark.PLAIN}


def explained(record: EpisodeRecord, item: Item, condition: Data) -> Sequence[Block]:
    """Return the wish, the best cart, the cart handed in line by line, the checks, and the relevant facts not seen."""
    known = behind(item)
    handed = handed_in(record, known, strict=bool(condition["strict"]))
    judged = assess(known.world, known.task, handed.cart)
    best = cart_of(known.task.optimum)
    blocks: list[Block] = [
        TextBlock(Part.ASKED, "The wish", known.brief, literal=True),
        ReceiptBlock(Part.EXPECTED, "The best cart", tuple(_plain_lines(known, best)), _sums(known, best, None)),
        _read(known, handed, judged),
    ]
    if handed.cart is not None:
        blocks.append(_checks(judged))
        blocks.append(TextBlock(Part.WHY, "Worth", _worth(known, judged)))
    if handed.looks is not None:
        seen = frozenset[Cell]().union(*(look.cells for look in handed.looks))
        blocks.append(_facts(known, seen))
    return blocks


def _read(known: Behind, handed: Handed, judged: Assessment) -> Block:
    """Return the cart as it was handed in, or why there is none."""
    if handed.cart is None:
        return TextBlock(Part.READ, "The cart", MALFORMED if handed.present else NOTHING)
    lines = tuple(_judged_lines(known, handed.cart, judged))
    return ReceiptBlock(Part.READ, "The cart handed in", lines, _sums(known, handed.cart, handed.cart.total))


def _plain_lines(known: Behind, cart: Cart) -> Iterator[Entry]:
    for key, quantity in cart.items:
        yield Entry(_named(known, key), f"{quantity} ×", _amount(known, key, quantity))
    for use in cart.coupons:
        coupon = known.world.coupons.get(use.coupon)
        amount = "unknown" if coupon is None else money_text(-coupon.discount * use.uses)
        yield Entry(f"coupon {use.coupon}" + (f" on {use.brand}" if use.brand else ""), f"{use.uses} ×", amount)


def _judged_lines(known: Behind, cart: Cart, judged: Assessment) -> Iterator[Entry]:
    """Yield the lines, marked by what is wrong with them or whether they are the best cart's, then what is missing."""
    best, uses = dict(known.task.optimum.items), total_uses(known.task.optimum.coupons)
    keys = [*(key for key, _ in cart.items), *(use.coupon for use in cart.coupons)]
    mine = total_uses(cart.coupons)
    for key, line in zip(keys, _plain_lines(known, cart), strict=True):
        faults = [name for name, finding in judged.findings.items() if key in finding.faults]
        same = dict(cart.items).get(key) == best[key] if key in best else mine.get(key, 0) == uses.get(key, -1)
        mark = Mark.WRONG if faults else Mark.RIGHT if same else Mark.PLAIN
        note = "; ".join([*faults, *_unmet(known, key)]) or (
            "as in the best cart" if same else "possible, not in the best cart"
        )
        yield Entry(line.what, line.quantity, line.amount, mark, note)
    for key, quantity in best.items():
        if key not in keys:
            yield Entry(_named(known, key), f"{quantity} ×", "", Mark.MISSED, "of the best cart, not in this one")
    for coupon, count in uses.items():
        if coupon not in keys:
            yield Entry(f"coupon {coupon}", f"{count} ×", "", Mark.MISSED, "of the best cart, not in this one")


def _unmet(known: Behind, key: str) -> Iterator[str]:
    """Yield the conditions that a product in a slot does not meet, as the wish puts them."""
    product = known.world.products.get(key)
    slot = None if product is None else known.task.slot_of(product.category)
    if product is None or slot is None:
        return
    for condition in slot.conditions:
        if not condition.holds(product, known.world.users[known.task.user]):
            yield f"not {condition_text(condition)}"


def _named(known: Behind, key: str) -> str:
    product = known.world.products.get(key)
    return f"{key}: unknown" if product is None else f"{key} {product.name} ({product.category}, {product.brand})"


def _amount(known: Behind, key: str, quantity: int) -> str:
    product = known.world.products.get(key)
    return "unknown" if product is None else money_text(product.price * quantity)


def _sums(known: Behind, cart: Cart, stated: int | None) -> tuple[tuple[str, str], ...]:
    amounts: Amounts = amounts_of(known.world, cart.items, cart.coupons)
    sums = [
        ("goods", money_text(amounts.goods)),
        ("shipping", money_text(amounts.shipping)),
        ("discount", money_text(-amounts.discount)),
        ("final price", "unknown" if amounts.final is None else money_text(amounts.final)),
    ]
    return (*sums, *([] if stated is None else [("stated total", money_text(stated))]))


def _checks(judged: Assessment) -> Block:
    rows = [
        (name, CHECKS[name][0], str(finding.verdict), ", ".join(finding.faults))
        for name, finding in judged.findings.items()
    ]
    marks = tuple(VERDICT_MARKS[finding.verdict] for finding in judged.findings.values())
    return TableBlock(Part.WHY, "The twelve checks", ("check", "dimension", "verdict", "at fault"), tuple(rows), marks)


def _worth(known: Behind, judged: Assessment) -> str:
    best = known.task.optimum
    wanted = money_text(best.final)
    if known.task.objective == "max_rating":
        wanted = f"a rating of {rating_text(best.rating)} for {wanted}"
    return (
        f"Best is {wanted}. Share of the optimum {judged.share_of_optimum}, match {judged.match}; "
        f"by the published rule {judged.published_match}."
    )


def _facts(known: Behind, seen: frozenset[Cell]) -> Block:
    """Return the relevant facts that no call told, by row."""
    missed: dict[tuple[str, str], list[str]] = {}
    for cell in sorted(known.relevant - seen):
        missed.setdefault((cell.table, cell.row), []).append(cell.column)
    rows = tuple((table, _row_name(known, table, row), ", ".join(columns)) for (table, row), columns in missed.items())
    found = len(known.relevant & seen)
    label = f"Relevant facts: {found} of {len(known.relevant)} seen" + (", these not" if rows else "")
    return TableBlock(Part.WHY, label, ("table", "row", "not seen"), rows, (Mark.MISSED,) * len(rows))


def _row_name(known: Behind, table: str, row: str) -> str:
    named: Mapping[str, Mapping[str, str]] = {
        "products": {key: product.name for key, product in known.world.products.items()},
        "delivery": {key: product.name for key, product in known.world.products.items()},
        "shops": {key: shop.name for key, shop in known.world.shops.items()},
    }
    return f"{row} {named.get(table, {}).get(row, '')}".strip()
