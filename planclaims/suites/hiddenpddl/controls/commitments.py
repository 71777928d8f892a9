"""What each scripted reference model commits to: a plan or UNSOLVABLE offline, a route of tool calls online.

All of them are plain functions of the oracle, so an episode of theirs can be predicted before it is played.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from planclaims.errors import LimitExceeded
from planclaims.seam import ToolCall
from planclaims.semantics.action import GroundAction, unmet_parts
from planclaims.semantics.formula import Atom, Compare, Formula, Holds, Not, leaves, reads
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.model import ActionSchema, Effect
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.suites.hiddenpddl.controls.oracle import Oracle

OVERVIEW, LOOK = ToolCall("get_task_overview"), ToolCall("get_state")
CLAIM_GOAL, CLAIM_UNSOLVABLE = ToolCall("submit"), ToolCall("submit", {"unsolvable": True})
WALK_WITHOUT_PLAN = 10
"""The longest offline walk of the wanderer where no plan gives a length to compare with."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """The steps of a plan, or None for UNSOLVABLE; and the calls made online, the last one repeated for ever.

    `stumbles` are the places of calls that are left out once a refusal has been explained. A `draft` is handed in until
    a critic has said what is wrong with it, or twice that something is.
    """

    steps: tuple[Step, ...] | None
    route: tuple[ToolCall, ...]
    stumbles: frozenset[int] = frozenset()
    draft: tuple[Step, ...] | None = None


def optimal(oracle: Oracle) -> Commitment:
    """Return the shortest plan, looked up and carried out; UNSOLVABLE exactly where there is none."""
    if oracle.plan is None:
        return Commitment(None, (OVERVIEW, LOOK, CLAIM_UNSOLVABLE))
    return Commitment(oracle.plan, (OVERVIEW, LOOK, *map(act, oracle.plan), CLAIM_GOAL))


def abstainer(_: Oracle) -> Commitment:
    """Return the claim that the task is unsolvable, whatever the task."""
    return Commitment(None, (CLAIM_UNSOLVABLE,))


def wanderer(oracle: Oracle) -> Commitment:
    """Return a seeded random walk of applicable actions: every step executable, the goal never sought.

    Offline it is at most as long as a shortest plan. Online it is drawn up to a quarter longer than the
    budget, so that most episodes end in a goal claim and some in a timeout.
    """
    chance = _chance(oracle)
    longest = len(oracle.plan) if oracle.plan else WALK_WITHOUT_PLAN
    offline, online = chance.randint(1, longest), chance.randint(1, max(1, oracle.budget + oracle.budget // 4))
    walk = tuple(_walk(oracle.task, chance, max(offline, online)))
    return Commitment(walk[:offline], (*map(act, walk[:online]), CLAIM_GOAL))


def heedless(oracle: Oracle) -> Commitment:
    """Return steps that head for the goal and end with one whose preconditions are ignored."""
    steps = tuple(_heedless_steps(oracle.task))
    return Commitment(steps, (*map(act, steps), CLAIM_GOAL))


STUMBLES = 2
"""Acts that the stumbler tries in vain before each of its steps."""


def stumbler(oracle: Oracle) -> Commitment:
    """Return the shortest plan with inapplicable acts before each step, until one of them is explained.

    So it fails at once where they are fatal, needs three calls for each action where they are only refused, and two
    calls more than the optimal agent where it is told why.
    """
    goal = CLAIM_UNSOLVABLE if oracle.plan is None else CLAIM_GOAL
    route, stumbles, steps = [OVERVIEW, LOOK], set[int](), list[Step]()
    for state, step in _along(oracle.task, oracle.plan or ()):
        wrong = next((action for action in _type_correct(oracle.task) if not action.applicable(state)), None)
        for _ in range(STUMBLES if wrong is not None else 0):
            assert wrong is not None
            stumbles.add(len(route))
            steps.append(Step(wrong.name, wrong.arguments))
            route.append(act(steps[-1]))
        if step is not None:
            steps.append(step)
            route.append(act(step))
    return Commitment(tuple(steps), (*route, goal), frozenset(stumbles))


def learner(oracle: Oracle) -> Commitment:
    """Return the shortest plan, but at first one that lacks its last step, until a critic has been heard."""
    best = optimal(oracle)
    return best if best.steps is None else Commitment(best.steps, best.route, draft=best.steps[:-1])


def _along(task: Task, plan: Sequence[Step]) -> Iterator[tuple[State, Step | None]]:
    """Yield every step of a plan with the state before it; of none, the initial state alone."""
    state = task.initial
    for step in plan:
        yield state, step
        state = task.bind(step).successor(state)
    if not plan:
        yield state, None


REFERENCES: Mapping[str, Callable[[Oracle], Commitment]] = {
    "optimal": optimal,
    "wanderer": wanderer,
    "heedless": heedless,
    "abstainer": abstainer,
    "stumbler": stumbler,
    "learner": learner,
}


def act(step: Step) -> ToolCall:
    """Return the call that carries out a step."""
    return ToolCall("act", {"action": step.name, "arguments": list(step.arguments)})


def _chance(oracle: Oracle) -> random.Random:
    """Return the episode's random source: no salted hash, so every process draws the same."""
    problem = oracle.task.problem
    text = f"{oracle.seed}/{problem.domain_name}/{problem.name}"
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def _walk(task: Task, chance: random.Random, length: int) -> Iterator[Step]:
    actions, state = tuple(ground_actions(task)), task.initial
    for _ in range(length):
        drawn = chance.sample(actions, len(actions))
        found = next((pair for action in drawn if (pair := _taken(action, state))), None)
        if found is None:
            return
        action, state = found
        yield Step(action.name, action.arguments)


def _taken(action: GroundAction, state: State) -> tuple[GroundAction, State] | None:
    """Return the action and where it leads; None if it is not applicable, or leads to numbers without a verdict."""
    try:
        return (action, action.successor(state)) if action.applicable(state) else None
    except LimitExceeded:
        return None


def _heedless_steps(task: Task) -> Iterator[Step]:
    """Yield one action for each goal condition still missing, up to and including the first inapplicable one."""
    state = task.initial
    for part in (unmet.condition for unmet in unmet_parts(task.goal, task.initial)):
        action = _careless(_achievers(task, part), state)
        if action is None:
            continue
        yield Step(action.name, action.arguments)
        taken = _taken(action, state)
        if taken is None:
            return
        state = taken[1]
    action = _careless(_type_correct(task), state)
    if action is not None and not action.applicable(state):
        yield Step(action.name, action.arguments)


def _careless(actions: Iterator[GroundAction], state: State) -> GroundAction | None:
    """Return the first inapplicable action, else the first one."""
    first = next(actions, None)
    if first is None or not first.applicable(state):
        return first
    return next((action for action in actions if not action.applicable(state)), first)


def _achievers(task: Task, part: Formula) -> Iterator[GroundAction]:
    """Yield the type-correct ground actions with an effect towards a missing condition, in order of name."""
    for name in sorted(task.domain.actions):
        schema = task.domain.actions[name]
        tried: set[tuple[str, ...]] = set()
        for pattern, target in _matches(schema, part):
            for arguments in _fitting(task, schema, pattern, target):
                if arguments not in tried:
                    tried.add(arguments)
                    yield task.ground(schema, arguments)


def _matches(schema: ActionSchema, part: Formula) -> Iterator[tuple[Atom, Atom]]:
    """Yield each lifted effect with the fact or fluent of the condition that it touches."""
    for leaf in leaves(part):
        for effect in schema.effects:
            touched, wanted = _touching(effect, leaf, negated=isinstance(part, Not))
            yield from ((a, b) for a, b in product(touched, wanted) if a[0] == b[0] and len(a) == len(b))


def _touching(effect: Effect, leaf: Formula, *, negated: bool) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """Return what an effect makes true or changes, and what a part of a condition asks for."""
    if isinstance(leaf, Holds):
        return (effect.delete if negated else effect.add), (leaf.atom,)
    if isinstance(leaf, Compare):
        return tuple(change.fluent for change in effect.changes), (*reads(leaf.left), *reads(leaf.right))
    return (), ()


def _fitting(task: Task, schema: ActionSchema, pattern: Atom, target: Atom) -> Iterator[tuple[str, ...]]:
    """Yield the type-correct arguments under which the pattern becomes the target."""
    choices = [task.objects_of(parameter) for parameter in schema.parameters]
    names = [parameter.name for parameter in schema.parameters]
    for term, wanted in zip(pattern[1:], target[1:], strict=True):
        if term in names:
            place = names.index(term)
            choices[place] = tuple(name for name in choices[place] if name == wanted)
        elif not term.startswith("?") and term != wanted:
            return
    yield from product(*choices)


def _type_correct(task: Task) -> Iterator[GroundAction]:
    for name in sorted(task.domain.actions):
        schema = task.domain.actions[name]
        for arguments in product(*(task.objects_of(parameter) for parameter in schema.parameters)):
            yield task.ground(schema, arguments)
