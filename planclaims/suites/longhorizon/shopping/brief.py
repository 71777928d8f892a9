"""A task in words: every parameter once, each family of conditions by its phrase."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from planclaims.prompts import fill_text, read_wording
from planclaims.suites.longhorizon.amounts import money_text, rating_text
from planclaims.suites.longhorizon.shopping.task import Condition, ShoppingTask, Slot

TEXTS = Path(__file__).parent / "texts"
WORDS: Mapping[str, str] = read_wording(TEXTS / "brief.toml")


def brief_of(task: ShoppingTask) -> str:
    """Return the task as a user puts it."""
    objective = [WORDS[task.objective], WORDS["coupons" if task.use_coupons else "no_coupons"]]
    if task.budget is not None:
        low, high = task.budget
        bounds = {"low": money_text(low)} if low else {}
        words = WORDS["budget_both" if low else "budget_most"]
        objective.append(fill_text(words, bounds, high=money_text(high)))
    return "\n".join([WORDS["opening"], *(slot_text(slot) for slot in task.slots), " ".join(objective)])


def slot_text(slot: Slot) -> str:
    """Return a line for one thing wanted."""
    days = WORDS["one_day"] if slot.max_days == 1 else fill_text(WORDS["days"], number=str(slot.max_days))
    conditions = ", ".join(map(condition_text, slot.conditions)) or WORDS["no_condition"]
    return fill_text(
        WORDS["slot"], quantity=str(slot.quantity), category=slot.category, conditions=conditions, days=days
    )


def condition_text(condition: Condition) -> str:
    """Return a condition as a phrase."""
    column = condition.looks_up()
    if column is not None:
        return fill_text(WORDS[f"{condition.field} {condition.operator} user"], value=column)
    return fill_text(WORDS[f"{condition.field} {condition.operator}"], value=value_text(condition))


def value_text(condition: Condition) -> str:
    """Return the value of a condition as it is written: money and ratings with their decimals."""
    if isinstance(condition.value, str):
        return condition.value
    spelling = {"price": money_text, "rating": rating_text}.get(condition.field, str)
    return spelling(condition.value)
