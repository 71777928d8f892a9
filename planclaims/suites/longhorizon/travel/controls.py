"""Scripted respondents of the travel domain, each with known scores; they show that every measure can move."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planclaims.seam import Model, ToolCall
from planclaims.suites.contract import Control, Item, Value
from planclaims.suites.longhorizon.scripted import Scripted
from planclaims.suites.longhorizon.travel.items import Behind, behind
from planclaims.suites.longhorizon.travel.tools import SUBMIT

NO_PLAN = "I have no plan."


def fenced(plan: str) -> str:
    """Return a plan as an answer: in one fenced block."""
    return f"```\n{plan}```"


def reading(known: Behind) -> list[ToolCall]:
    """Return the calls of the reference reader: all relevant facts with the fewest calls that it knows."""
    return [ToolCall(tool, arguments) for tool, arguments in known.certificate["reader"]]


def _submitting(plan: Callable[[Behind], str], look: Callable[[Behind], list[ToolCall]]) -> Callable[..., Model]:
    def model(item: Item, condition: str, seed: int) -> Model:
        known = behind(item)
        text = plan(known)
        return Scripted(fenced(text), [*look(known), ToolCall(SUBMIT, {"plan": text})])

    return model


def careless_constraint(known: Behind) -> str:
    """Return the id of the constraint that the careless control forgets: the first."""
    return known.task.constraints[0].id


def _wandering(item: Item, condition: str, seed: int) -> Model:
    known = behind(item)
    names = [ToolCall("search_location", {"place_name": name}) for name in known.world.places]
    cities = [ToolCall("recommend_attractions", {"city": city}) for city in known.world.cities]
    return Scripted(NO_PLAN, [*cities, *names])


def _known(**values: Value) -> Callable[[Item], Mapping[str, Value] | None]:
    return lambda item: values


def _known_careless(item: Item) -> Mapping[str, Value]:
    return {"outcome": "invalid", "failed": careless_constraint(behind(item)), "commonsense": 1.0, "personalised": 0.0}


def _known_greedy(item: Item) -> Mapping[str, Value]:
    return {"valid": behind(item).certificate["greedy"]["valid"], "optimal": False}


PERFECT = _known(outcome="optimal", case=True, share=1.0, commonsense=1.0, composite=1.0)
CONTROLS = {
    "optimal": Control(_submitting(lambda known: str(known.certificate["optimum"]["plan"]), reading), PERFECT),
    "greedy": Control(_submitting(lambda known: str(known.certificate["greedy"]["plan"]), reading), _known_greedy),
    "careless": Control(
        _submitting(lambda known: str(known.certificate["binding"][careless_constraint(known)]["plan"]), reading),
        _known_careless,
    ),
    "blind": Control(_submitting(lambda known: str(known.certificate["optimum"]["plan"]), lambda known: []), PERFECT),
    "wanderer": Control(_wandering, _known(valid=False, share=0.0, composite=0.0, case=False)),
}
