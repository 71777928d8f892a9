"""A question in words: the world, the situation, the goal where it is needed, the names that answers may use."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.language.prose.describe import bullets, goal_lines, object_list, state_description
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.verbalise import clauses, effect_clauses
from planclaims.language.prose.word_forms import listing
from planclaims.prompts import fill_text
from planclaims.semantics.formula import Parameter, prefix_form
from planclaims.semantics.model import TOTAL_COST
from planclaims.suites.competence.questions.made import Made
from planclaims.suites.competence.questions.world import World
from planclaims.suites.contract import Data

GOALWARD = frozenset({"just", "land", "nexta"})
"""The kinds that need the goal, besides `val` in the forms that ask for a plan."""
ACTIONS_ASKED = frozenset({"app", "areach", "nexta", "just", "val"})
TEXTS = Path(__file__).parents[1] / "texts" / "questions.toml"


@cache
def words() -> Mapping[str, Any]:
    """Return the words of the questions: texts, and tables of texts by kind."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


def text(name: str, kind: str | None = None) -> str:
    """Return a text without the line breaks around it, out of the table for a kind where one is named."""
    found = words()[name] if kind is None else words()[name][kind]
    return str(found).strip("\n")


def shown_world(world: World, made: Made, *, goal: bool) -> Data:
    """Return the prose about a state that every form of a question about it shares."""
    return {
        "scene": scene(world),
        "situation": state_description(world.task, world.phrases, made.state),
        "goal": "\n".join(goal_lines(world.task, world.phrases)) if goal else "",
        "vocabulary": vocabulary(world),
    }


def scene(world: World) -> str:
    """Return how the world works and what there is, without a condition or an effect of an action as such."""
    numeric = any((name,) != TOTAL_COST for name in world.task.domain.functions)
    general = text("rules") + ("\n" + text("number_rules") if numeric else "")
    return "\n".join(
        [world.phrases.scenario, *bullets(world.phrases.rules), general, "", object_list(world.task, world.phrases)]
    )


def vocabulary(world: World) -> str:
    """Return the names of actions and propositions, each with its objects and its meaning."""
    domain, phrases = world.task.domain, world.phrases
    actions = [_action_line(phrases, name) for name in domain.actions]
    propositions = []
    for name in world.fluents:
        parameters = domain.predicates[name]
        meaning = phrases.fact((name, *(part.name for part in parameters)))
        propositions.append(_entry(phrases, name, parameters, meaning))
    return "\n".join([text("actions_intro"), *bullets(actions), "", text("propositions_intro"), *bullets(propositions)])


def _action_line(phrases: Phrases, name: str) -> str:
    schema = phrases.domain.actions[name]
    meaning = phrases.summaries.get(name)
    if meaning is None:
        needs = listing(clauses(phrases, schema.precondition)) or "you like"
        does = listing([part.removeprefix("afterwards, ") for part in effect_clauses(phrases, schema.effects)])
        meaning = fill_text(text("no_summary"), needs=needs, does=does or "nothing is different")
    return _entry(phrases, name, schema.parameters, meaning)


def _entry(phrases: Phrases, name: str, parameters: Sequence[Parameter], meaning: str) -> str:
    terms = [phrases.term(part.name) for part in parameters]
    kinds = [f"{term} {phrases.a(part.types)}" for term, part in zip(terms, parameters, strict=True)]
    told = f", {listing(kinds)}" if kinds else ""
    return f"{prefix_form(name, *terms)}{told}: {meaning}"


def numbered(actions: Sequence[str]) -> str:
    """Return the actions one a line, counted from 0."""
    return "\n".join(f"{number}. {action}" for number, action in enumerate(actions))


def lines(actions: Sequence[str]) -> str:
    """Return the actions one a line."""
    return "\n".join(actions)
