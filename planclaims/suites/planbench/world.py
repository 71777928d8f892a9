"""A world of the suite: its domain, its words, its stated durations and what may happen in it; all of it data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_domain
from planclaims.semantics.formula import TRUTH
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.model import ROOT_TYPE, Domain, Problem
from planclaims.semantics.task import Task

WORLDS = Path(__file__).parent / "worlds"
ROOT = Path(__file__).parents[3]
"""What the path of a world outside the suite is relative to: the folder that the package lies in."""


@dataclass(frozen=True, eq=False)
class World:
    """A domain with its words; one object per world and renaming, so that it is compared by identity.

    `goal` names the predicates that goals are made of, `size` the type whose number is an instance's size, `minutes`
    how long each action takes where a question states it, `events` the domain whose actions happen unexpectedly.
    """

    name: str
    domain: Domain
    phrases: Phrases
    goal: tuple[str, ...]
    size: str
    minutes: Mapping[str, int]
    understood: Mapping[str, Sequence[str]]
    events: Domain | None
    static: frozenset[str]


@cache
def world(name: str) -> World:
    """Return the world of that name, or of the folder if it is a path; InputError in one line if there is none.

    A folder needs domain.pddl and may have domain.json, world.toml and events.pddl; what it does not say is made up
    from the domain: goals of every predicate that changes, a minute for every action.
    """
    folder = ROOT / name if "/" in name else WORLDS / name
    if not (folder / "domain.pddl").is_file():
        known = ", ".join(sorted(path.parent.name for path in WORLDS.glob("*/domain.pddl")))
        raise InputError(f"there is no world {name!r}", allowed=f"{known}, or a folder with a domain.pddl")
    domain = read_domain(folder / "domain.pddl")
    events, static = folder / "events.pddl", _static(domain)
    facts = {**_facts_of(domain, static), **(_facts(folder / "world.toml") if (folder / "world.toml").exists() else {})}
    return World(
        name=name,
        domain=domain,
        phrases=Phrases.load(domain, folder / "domain.json"),
        goal=tuple(facts["goal"]),
        size=str(facts["size"]),
        minutes=_minutes(domain, facts, folder),
        understood=facts["understood"],
        events=read_domain(events) if events.is_file() else None,
        static=static,
    )


def _facts_of(domain: Domain, static: frozenset[str]) -> Mapping[str, Any]:
    goal = [name for name in domain.predicates if name not in static]
    return {"goal": goal, "size": ROOT_TYPE, "minutes": dict.fromkeys(domain.actions, 1), "understood": {}}


def _facts(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the world's facts cannot be read: {error}", file=path) from None


def _minutes(domain: Domain, facts: Mapping[str, Any], folder: Path) -> Mapping[str, int]:
    minutes: Mapping[str, int] = facts["minutes"]
    if set(minutes) != set(domain.actions) or not all(isinstance(cost, int) and cost > 0 for cost in minutes.values()):
        raise InputError(
            "minutes must give every action a whole number above zero",
            file=folder / "world.toml",
            found=", ".join(minutes),
            allowed=", ".join(domain.actions),
        )
    return minutes


def _static(domain: Domain) -> frozenset[str]:
    empty = Problem("none", domain.name, {}, frozenset(), {}, TRUTH)
    return static_predicates(Task(domain, empty))
