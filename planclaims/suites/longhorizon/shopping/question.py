"""A shopping task in words: behind tools, or as a question that shows everything relevant and has no tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.prompts import fill_text, read_wording
from planclaims.seam import MALFORMED, Answer
from planclaims.suites.longhorizon.shopping.rules.cart import Cart, MalformedCart, cart_text, read_cart
from planclaims.suites.longhorizon.shopping.store.telling import product_row, shop_row, user_row
from planclaims.suites.longhorizon.shopping.task import ShoppingTask
from planclaims.suites.longhorizon.shopping.world import NUMBER_FIELDS, TEXT_FIELDS, ShoppingWorld

TEXTS = Path(__file__).parent / "texts"
ASKED, ENTERED = read_wording(TEXTS / "question.toml"), read_wording(TEXTS / "environment.toml")
OWN = ("shop", "refused", "refused_strictly")
"""Words that only this module uses."""


def entered_wording(brief: str, *, strict: bool) -> Mapping[str, str]:
    """Return the words of the task as a shop behind tools."""
    refusal = ENTERED["refused_strictly" if strict else "refused"]
    words = {name: text for name, text in ENTERED.items() if name not in OWN}
    rules = fill_text(words["rules"], shop=ENTERED["shop"], refusal=refusal)
    return {**words, "mission": fill_text(words["mission"], brief=brief), "rules": rules}


def read_answer(text: str) -> Cart:
    """Return the cart of an output: its last fenced block, or all of it where there is none; else MalformedCart."""
    said = without_reasoning(text)
    blocks = [block for block in fenced_blocks(said) if not block.blank]
    return read_cart("\n".join(line.text for line in blocks[-1].lines) if blocks else said)


@dataclass(frozen=True)
class ShoppingQuestion:
    """The task with all rows of the tables that matter: the user, the shops, and the products of the kinds wanted."""

    world: ShoppingWorld
    task: ShoppingTask
    brief: str

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the words of the question."""
        region = self.world.users[self.task.user].region
        products = [key for key, product in self.world.products.items() if self.task.slot_of(product.category)]
        shops = ({**shop_row(self.world, key), "days": self.world.days_to(key, region)} for key in self.world.shops)
        columns = relevant_columns(self.task)
        rows = ({name: self._told(key)[name] for name in columns} for key in products)
        context = fill_text(
            ASKED["context"],
            brief=self.brief,
            shop=ENTERED["shop"],
            user=json.dumps(user_row(self.world, self.task.user), ensure_ascii=False),
            shops=_table(shops),
            products=_table(rows),
        )
        return {**ASKED, "context": context}

    def _told(self, key: str) -> Mapping[str, object]:
        return {**product_row(self.world, key), "shop": self.world.shops[self.world.products[key].shop].name}

    def read(self, text: str) -> Answer:
        """Return the cart that the output says, in its only spelling; or malformed."""
        try:
            cart = read_answer(text)
        except MalformedCart as fault:
            return Answer(MALFORMED, reason=str(fault))
        return Answer("cart", value=cart_text(Cart(tuple(sorted(cart.items)), cart.coupons, cart.total)))


def relevant_columns(task: ShoppingTask) -> list[str]:
    """Return the columns of products by which the best cart is told: what is asked of them, cost, shop."""
    wanted = {condition.field for slot in task.slots for condition in slot.conditions}
    wanted |= {"rating"} if task.objective == "max_rating" else set()
    wanted |= {"brand"} if task.use_coupons else set()
    further = [name for name in (*TEXT_FIELDS, *NUMBER_FIELDS) if name in wanted - {"category", "price", "stock"}]
    return ["product_id", "category", *further, "shop", "price", "stock"]


def _table(rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows of the same columns, the names of the columns once."""
    listed = list(rows)
    return "\n".join(" | ".join(map(str, line)) for line in [listed[0], *(row.values() for row in listed)])
