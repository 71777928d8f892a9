"""The two briefs of a task, in prose: rendered from the model, or checked in with the domain."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.language.describe import (
    METRIC,
    action_description,
    bullets,
    goal_lines,
    object_list,
    state_description,
    type_rules,
    world_rules,
)
from planclaims.language.naming import there_are
from planclaims.language.phrases import Phrases
from planclaims.semantics.task import Task


@dataclass(frozen=True, slots=True)
class Brief:
    """What a planner is told: the rules of the world, and one task in it."""

    domain: str
    instance: str


def template_brief(task: Task, phrases: Phrases) -> Brief:
    """Return the briefs rendered from the task, complete and faithful by construction."""
    return Brief(domain_brief(phrases), _instance_brief(task, phrases))


def checked_in_brief(phrases: Phrases, task_id: str) -> Brief | None:
    """Return the briefs that the domain's JSON file holds for a task, or None unless it holds both."""
    instance = phrases.task_briefs.get(task_id)
    if phrases.domain_brief is None or instance is None:
        return None
    return Brief(phrases.domain_brief, instance)


def domain_brief(phrases: Phrases) -> str:
    """Return the rules of the world: scenario, types, constants, and every action."""
    domain = phrases.domain
    kinds = [phrases.nouns_of(kind) for kind in phrases.nouns if kind in domain.types or len(phrases.nouns) == 1]
    constants = [f"{name} ({phrases.a(types, 'and')})" for name, types in domain.constants.items()]
    sections = [
        phrases.scenario,
        "\n".join(["Types of objects:", *bullets(kinds), *bullets(type_rules(domain, phrases))]),
        *(["\n".join(["Objects that are in every task:", *bullets(constants)])] if constants else []),
        "\n".join(["Rules:", *bullets(world_rules(phrases))]),
        there_are(len(domain.actions), "action"),
        *(action_description(domain, phrases, name) for name in domain.actions),
    ]
    return "\n\n".join(sections)


def _instance_brief(task: Task, phrases: Phrases) -> str:
    sections = [
        object_list(task, phrases),
        f"Initial situation:\n{state_description(task, phrases, task.initial)}",
        "\n".join(goal_lines(task, phrases)),
        METRIC,
    ]
    return "\n\n".join(sections)
