"""The two briefs of a task, in prose: rendered from the model, or checked in with the domain."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.language.prose.describe import (
    METRIC,
    action_description,
    bullets,
    goal_lines,
    needed_types,
    object_list,
    state_description,
    type_rules,
    world_rules,
)
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.word_forms import there_are
from planclaims.semantics.state import State
from planclaims.semantics.task import Task


@dataclass(frozen=True, slots=True)
class Brief:
    """What a planner is told: the rules of the world, and one task in it."""

    domain: str
    instance: str


def template_brief(task: Task, phrases: Phrases, state: State | None = None) -> Brief:
    """Return the briefs rendered from the task, complete and faithful by construction.

    They are of the task from the state on, if one is given, instead of from its own initial state.
    """
    return Brief(domain_brief(phrases), _instance_brief(task, phrases, task.initial if state is None else state))


def checked_in_brief(phrases: Phrases, task_id: str) -> Brief | None:
    """Return the briefs that the domain's JSON file holds for a task, or None unless it holds both."""
    instance = phrases.task_briefs.get(task_id)
    if phrases.domain_brief is None or instance is None:
        return None
    return Brief(phrases.domain_brief, instance)


def domain_brief(phrases: Phrases) -> str:
    """Return the rules of the world: scenario, types, constants, and every action."""
    domain = phrases.domain
    needed = needed_types(domain)
    above = {parent for parents in domain.types.values() for parent in parents} - needed
    shown = [kind for kind in phrases.nouns if kind not in above and (kind in domain.types or not domain.types)]
    kinds = [phrases.nouns_of(kind) for kind in shown]
    kinds = [] if kinds == ["objects"] else kinds
    constants = [f"{name} ({phrases.a(types, 'and')})" for name, types in domain.constants.items()]
    types = ["Types of objects:", *bullets(kinds), *bullets(type_rules(domain, phrases, needed))]
    sections = [
        phrases.scenario,
        *(["\n".join(types)] if kinds else []),
        *(["\n".join(["Objects that are in every task:", *bullets(constants)])] if constants else []),
        "\n".join(["Rules:", *bullets(world_rules(phrases))]),
        there_are(len(domain.actions), "action"),
        *(action_description(domain, phrases, name) for name in domain.actions),
    ]
    return "\n\n".join(sections)


def _instance_brief(task: Task, phrases: Phrases, state: State) -> str:
    sections = [
        object_list(task, phrases, with_rules=False),
        f"Initial situation:\n{state_description(task, phrases, state)}",
        "\n".join(goal_lines(task, phrases)),
        METRIC,
    ]
    return "\n\n".join(sections)
