"""Which facts can hold, and which actions can become applicable, from a state on; each with a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from planclaims.errors import LimitExceeded
from planclaims.search.explore import Exploration
from planclaims.search.relaxation import Pairs
from planclaims.semantics.formula import Formula, Holds
from planclaims.semantics.state import State
from planclaims.suites.competence.questions.made import EXHAUSTED, PAIRED, RELAXED, Effort, Made, Witnesses
from planclaims.suites.competence.questions.world import World, named


@dataclass
class _Findings:
    """What has been found out about the candidates so far."""

    world: World
    state: State
    effort: Effort
    explored: Exploration
    reached: dict[str, int] = field(default_factory=dict)
    never: dict[str, list[str]] = field(default_factory=lambda: {RELAXED: [], PAIRED: [], EXHAUSTED: []})
    open: list[str] = field(default_factory=list)

    @cached_property
    def witnesses(self) -> Witnesses:
        return Witnesses(self.world.explorer.names())

    @cached_property
    def pairs(self) -> Pairs | None:
        """Return what pairs of facts tell, or None where they tell nothing."""
        if self.world.relaxation.numeric:
            return None
        try:
            return self.world.relaxation.paired(self.state.facts)
        except LimitExceeded:
            return None

    def deny_relaxed(self, name: str) -> None:
        """Take a candidate that the relaxation denies; where numbers decide, only exhaustion certifies that."""
        if not self.world.relaxation.numeric:
            self.never[RELAXED].append(name)
        elif self.explored.exhausted:
            self.never[EXHAUSTED].append(name)
        else:
            self.open.append(name)

    def settle(self, name: str, wanted: Formula, *, paired: bool) -> None:
        """Take a candidate that exploration has not met, by pairs, by exhaustion, or by a search for it alone."""
        if not paired:
            self.never[PAIRED].append(name)
        elif self.explored.exhausted:
            self.never[EXHAUSTED].append(name)
        elif (plan := self.world.greedy_plan(self.state, wanted, self.effort.greedy)) is not None:
            self.reached[name] = self.witnesses.add_way(plan)
        else:
            self.open.append(name)

    def truth(self, candidates: int) -> Mapping[str, Any]:
        """Return the findings as plain data."""
        return {
            "reached": self.reached,
            "never": {certificate: sorted(names) for certificate, names in self.never.items()},
            "open": sorted(self.open),
            "nodes": [list(node) for node in self.witnesses.nodes],
            "candidates": candidates,
            "exhausted": self.explored.exhausted,
            "states": self.explored.states,
            "numeric": self.world.relaxation.numeric,
        }


def reach_truth(world: World, state: State, effort: Effort) -> tuple[Mapping[str, Any], Exploration]:
    """Return what is known of every well-typed fluent atom, and the exploration that showed it.

    `reached` has for each reachable one the entry of a way to it in `nodes`; `never` has the others by certificate,
    `open` what stayed undecided. What is in none of them is out of reach of the relaxation.
    """
    findings = _Findings(world, state, effort, world.explorer.reached_within(state, effort.whole))
    bits, _ = world.relaxation.reached(state.facts)
    for atom in sorted(world.relaxation.named(bits)):
        place = findings.explored.first(atom)
        if place is not None:
            findings.reached[named(atom)] = findings.witnesses.add(findings.explored, place)
        else:
            pairs = findings.pairs
            paired = pairs is None or pairs.reaches(world.relaxation.bits([atom]))
            findings.settle(named(atom), Holds(atom), paired=paired)
    return findings.truth(world.fluent_count), findings.explored


def areach_truth(world: World, state: State, effort: Effort) -> tuple[Mapping[str, Any], Exploration]:
    """Return what is known of every well-typed ground action; one in no part has a false static precondition."""
    findings = _Findings(world, state, effort, world.explorer.reached_within(state, effort.whole))
    explored, names = findings.explored, world.explorer.names()
    for number in sorted(explored.applied):
        findings.reached[names[number]] = findings.witnesses.add(explored, explored.applied[number])
    _, applied = world.relaxation.reached(state.facts)
    for number, action in enumerate(world.actions):
        name = str(action)
        if name in findings.reached:
            continue
        if number not in applied:
            findings.deny_relaxed(name)
        else:
            paired = findings.pairs is None or number in findings.pairs.applied
            findings.settle(name, action.precondition, paired=paired)
    return findings.truth(world.action_count), explored


def reach(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for a proposition that can never hold, or None if a candidate stays undecided."""
    return _made("reach", world, state, *reach_truth(world, state, effort))


def areach(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for an action that can never become applicable, or None if a candidate stays undecided."""
    return _made("areach", world, state, *areach_truth(world, state, effort))


def _made(kind: str, world: World, state: State, truth: Mapping[str, Any], explored: Exploration) -> Made | None:
    if truth["open"] or (kind == "reach" and world.relaxation.numeric and not explored.exhausted):
        return None
    unreachable = truth["candidates"] - len(truth["reached"])
    share = unreachable / truth["candidates"]
    features: dict[str, float | int | bool | str] = {
        "answers": unreachable,
        "share": round(share, 4),
        "witness": len(explored.layers) - 1,
        "relaxed": not (truth["never"][PAIRED] or truth["never"][EXHAUSTED]),
    }
    return Made(kind, world, state, {}, truth, share, none=not unreachable, features=features)
