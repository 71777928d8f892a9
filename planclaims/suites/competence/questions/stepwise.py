"""What applies, what changes, where a sequence fails, and what a plan can do without: told by executing alone."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from planclaims.search.limits import Limits
from planclaims.semantics.state import State
from planclaims.semantics.task import Step
from planclaims.semantics.validation import Status, validate
from planclaims.suites.competence.questions.made import Effort, Made
from planclaims.suites.competence.questions.world import World, named

FAULTLESS = 0.1
"""The share of sequences without a fault."""
LONGEST = 40
WALKED = 20_000
"""States among which the way of a sequence is chosen."""


def app(world: World, state: State) -> Made | None:
    """Return the question for all applicable actions."""
    applicable = sorted(str(action) for action in world.applicable(state))
    if not applicable:
        return None
    features: dict[str, float | int | bool | str] = {"answers": len(applicable)}
    return Made("app", world, state, {}, {"applicable": applicable}, len(applicable), features=features)


def prog_truth(world: World, state: State, action: str) -> Mapping[str, Any]:
    """Return which facts an applicable action makes true and which it makes false."""
    after = world.by_name[action].successor(state)
    return {
        "gained": sorted(map(named, after.facts - state.facts)),
        "lost": sorted(map(named, state.facts - after.facts)),
    }


def prog(world: World, state: State, chance: random.Random) -> Made | None:
    """Return the question what an action changes; actions that change something are preferred."""
    applicable = sorted(str(action) for action in world.applicable(state))
    if not applicable:
        return None
    schemas = sorted({name.split()[0] for name in applicable})
    schema = chance.choice(schemas)
    action = chance.choice([name for name in applicable if name.split()[0] == schema])
    truth = prog_truth(world, state, action)
    changed = len(truth["gained"]) + len(truth["lost"])
    features: dict[str, float | int | bool | str] = {"answers": changed, "gained": len(truth["gained"])}
    return Made("prog", world, state, {"action": action}, truth, changed + len(state.facts) / 1000, features=features)


def val_truth(world: World, state: State, sequence: Sequence[str]) -> Mapping[str, Any]:
    """Return the place, from 0, of the first inapplicable action, with what keeps it from being applicable."""
    now = state
    for index, name in enumerate(sequence):
        action = world.task.bind(step_of(name))
        unmet = action.unmet(now)
        if unmet:
            return {"index": index, "unmet": str(unmet[0])}
        now = action.successor(now)
    return {"index": None, "unmet": "", "goal": world.task.goal_reached(now)}


def val(world: World, state: State, chance: random.Random, effort: Effort) -> Made | None:
    """Return the question for the first inapplicable action of a sequence, the fault uniform over its length."""
    sequence = _long_sequence(world, state, chance, effort)
    if len(sequence) < 3:
        return None
    if chance.random() >= FAULTLESS:
        index = chance.randrange(len(sequence))
        wrong = _near_fault(world, _states(world, state, sequence)[index], sequence[index], chance)
        if wrong is None:
            return None
        sequence[index] = wrong
    truth = val_truth(world, state, sequence)
    features: dict[str, float | int | bool | str] = {
        "length": len(sequence),
        "index": -1 if truth["index"] is None else truth["index"],
    }
    none = truth["index"] is None
    return Made("val", world, state, {"sequence": sequence}, truth, len(sequence), none=none, features=features)


def just_truth(world: World, state: State, plan: Sequence[str]) -> Mapping[str, Any]:
    """Return what comes of deleting each action and each pair of neighbours: a plan, or the validator's reason."""
    task = world.from_state(state)
    right: dict[str, str] = {}
    faults: dict[str, str] = {}
    for length in (1, 2):
        for start in range(len(plan) - length + 1):
            rest = [*plan[:start], *plan[start + length :]]
            report = validate(task, [step_of(name) for name in rest])
            deleted = f"{start}" if length == 1 else f"{start}-{start + 1}"
            if report.status is Status.VALID:
                right[deleted] = "valid"
            elif report.failed_step is not None:
                faults[deleted] = f"action {report.failed_step - 1} of the rest is not applicable: {report.unmet[0]}"
            else:
                faults[deleted] = f"the goal is missed: {report.missed[0]}"
    return {"right": sorted(right), "faults": faults, "machine": _machine(world, state, plan)}


def _machine(world: World, state: State, plan: Sequence[str]) -> Mapping[str, Any] | None:
    """Return what is needed to execute parts of the plan on facts alone; None where that is not enough."""
    relaxation = world.relaxation
    places = {str(action): place for place, action in enumerate(world.actions)}
    goals = relaxation.alternatives(world.task.goal)
    ways = {name: [way for way in relaxation.ways if way.action == places.get(name)] for name in set(plan)}
    if relaxation.numeric or len(goals) != 1 or goals[0][1] or any(len(found) != 1 for found in ways.values()):
        return None

    def told(bits: int) -> list[str]:
        return sorted(map(named, relaxation.named(bits)))

    actions = {
        name: {"needs": told(one.needs), "forbids": told(one.forbids), "adds": told(one.adds)}
        | {"deletes": told(one.deletes)}
        for name, (one,) in sorted(ways.items())
    }
    return {"facts": told(relaxation.bits(state.facts)), "goal": told(goals[0][0]), "actions": actions}


def just(world: World, state: State, chance: random.Random, effort: Effort) -> Made | None:
    """Return the question for the plan made shorter: a shortest plan with a detour put in."""
    if world.task.goal_reached(state):
        return None
    found = world.explorer.explore(state, effort.goalward, to_goal=True)
    if found.goal is None:
        return None
    names = world.explorer.names()
    plan = [names[number] for number in found.way_to(found.goal)]
    if not 2 <= len(plan) <= LONGEST:
        return None
    wanted = chance.choice(["pair", "pair", "single", "both"])
    if wanted in ("pair", "both"):
        plan = _with_pair(world, state, plan, chance) or plan
    if wanted in ("single", "both"):
        plan = _with_idle(world, state, plan, chance) or plan
    truth = just_truth(world, state, plan)
    if not truth["right"]:
        return None
    single, pair = any("-" not in name for name in truth["right"]), any("-" in name for name in truth["right"])
    sort = "both" if single and pair else "single" if single else "pair"
    features: dict[str, float | int | bool | str] = {"length": len(plan), "answers": len(truth["right"]), "sort": sort}
    return Made("just", world, state, {"plan": plan}, truth, len(plan), sort=sort, features=features)


def step_of(name: str) -> Step:
    """Return the step that a text such as `(name a b)` spells."""
    head, *terms = name.strip("()").split()
    return Step(head, tuple(terms))


def walk(world: World, state: State, steps: int, chance: random.Random) -> list[str]:
    """Return the actions of a random walk; shorter if it comes to a state where nothing applies."""
    actions: list[str] = []
    for _ in range(steps):
        applicable = sorted(str(action) for action in world.applicable(state))
        if not applicable:
            break
        actions.append(chance.choice(applicable))
        state = world.by_name[actions[-1]].successor(state)
    return actions


def near_misses(world: World, action: str) -> list[str]:
    """Return the well-typed ground actions that differ from one in a single argument."""
    step = step_of(action)
    schema = world.task.domain.actions[step.name]
    found = []
    for place, parameter in enumerate(schema.parameters):
        for other in world.task.objects_of(parameter):
            if other != step.arguments[place]:
                terms = (*step.arguments[:place], other, *step.arguments[place + 1 :])
                found.append(str(Step(step.name, terms)))
    return found


def _long_sequence(world: World, state: State, chance: random.Random, effort: Effort) -> list[str]:
    """Return an applicable sequence: a plan, or a random walk, or the one after the other."""
    found = world.explorer.reached_within(state, Limits(states=min(effort.goal, WALKED)))
    longest = min(LONGEST, max(6, 2 * len(found.layers)))
    names = world.explorer.names()
    sequence: list[str] = []
    if chance.random() < 0.5:
        depth = chance.randrange(len(found.layers))
        place = (depth, chance.randrange(len(found.layers[depth][0])))
        sequence = [names[number] for number in found.way_to(place)][:longest]
    wanted = chance.randint(3, longest)
    now = _states(world, state, sequence)[-1]
    return sequence + walk(world, now, wanted - len(sequence), chance)


def _states(world: World, state: State, sequence: Sequence[str]) -> list[State]:
    states = [state]
    for name in sequence:
        states.append(world.by_name[name].successor(states[-1]))
    return states


def _near_fault(world: World, state: State, action: str, chance: random.Random) -> str | None:
    """Return an inapplicable near miss of the action."""
    wrong = [name for name in near_misses(world, action) if not world.task.bind(step_of(name)).applicable(state)]
    return chance.choice(wrong) if wrong else None


def _with_pair(world: World, state: State, plan: list[str], chance: random.Random) -> list[str] | None:
    """Return the plan with two neighbours put in that lead back to where they began."""
    states = _states(world, state, plan)
    for place in chance.sample(range(len(states)), len(states)):
        here = states[place]
        for first in _shuffled(world, here, chance):
            there = world.by_name[first].successor(here)
            if there.facts == here.facts:
                continue
            for second in _shuffled(world, there, chance):
                if world.by_name[second].successor(there).facts == here.facts:
                    return [*plan[:place], first, second, *plan[place:]]
    return None


def _with_idle(world: World, state: State, plan: list[str], chance: random.Random) -> list[str] | None:
    """Return the plan with an action put in that it can do without."""
    task = world.from_state(state)
    states = _states(world, state, plan)
    for place in chance.sample(range(len(states)), len(states)):
        for name in _shuffled(world, states[place], chance)[:8]:
            longer = [*plan[:place], name, *plan[place:]]
            if validate(task, [step_of(step) for step in longer]).status is Status.VALID:
                return longer
    return None


def _shuffled(world: World, state: State, chance: random.Random) -> list[str]:
    names = sorted(str(action) for action in world.applicable(state))
    chance.shuffle(names)
    return names
