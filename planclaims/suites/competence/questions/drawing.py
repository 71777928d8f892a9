"""The drawing of states and of questions about them: seeded, no state twice within a kind, spread over difficulty."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from planclaims.errors import LimitExceeded
from planclaims.semantics.state import State
from planclaims.suites.competence.questions.goalward import land, nexta
from planclaims.suites.competence.questions.made import Effort, Made
from planclaims.suites.competence.questions.reaching import areach, reach
from planclaims.suites.competence.questions.stepwise import app, just, prog, val, walk
from planclaims.suites.competence.questions.world import World

POOL = 1.7
"""Questions made for each that is chosen, so that there is a choice."""
PATIENCE = 60
"""Draws in a row without a question, of those that cost little, after which a task is left out of a kind."""
DEAR = 12
"""For how many of them a draw counts that ends at a limit or with an undecided candidate."""
GOALWARD = ("just", "land", "nexta")
"""The kinds that need a state from which the goal can be reached."""
EXPLORING = ("reach", "areach")
"""The kinds that explore all that is reachable first; their questions are absent for an undecided candidate alone."""
UNSOLVABLE_WALK = 10
"""Stands for the length of a shortest plan where there is none."""
NONE_SHARE = 0.2
"""The share of questions whose right answer is None, where the domain has both."""
SORT_SHARES: Mapping[str, float] = {"pair": 0.5, "single": 0.25, "both": 0.25}

Maker = Callable[[World, State, random.Random, Effort], Made | None]
MAKERS: Mapping[str, Maker] = {
    "app": lambda world, state, chance, effort: app(world, state),
    "prog": lambda world, state, chance, effort: prog(world, state, chance),
    "reach": lambda world, state, chance, effort: reach(world, state, effort),
    "areach": lambda world, state, chance, effort: areach(world, state, effort),
    "val": val,
    "just": just,
    "land": lambda world, state, chance, effort: land(world, state, effort),
    "nexta": lambda world, state, chance, effort: nexta(world, state, effort),
}


def draw_state(world: World, chance: random.Random, *, goalward: bool = False) -> State:
    """Return the initial state, or one on the way of an optimal plan or of a random walk of up to 2 L* actions.

    With `goalward`, half of the walks leave an optimal plan somewhere: where many states are dead ends, walks from the
    initial state hardly ever come to one from which the goal can be reached.
    """
    optimal = [str(action) for action in world.solution.plan or ()]
    length = chance.randint(0, 2 * (len(optimal) or UNSOLVABLE_WALK))
    style = chance.choice(("start", "optimal", "random", "random", "random"))
    if style == "start" or length == 0:
        return world.task.initial
    if style == "optimal" and optimal:
        return _after(world, world.task.initial, optimal[: min(length, len(optimal) - 1)])
    if goalward and optimal and chance.random() < 0.5:
        left = chance.randint(0, min(length, len(optimal) - 1))
        state = _after(world, world.task.initial, optimal[:left])
        return _after(world, state, walk(world, state, chance.randint(1, max(1, length - left)), chance))
    return _after(world, world.task.initial, walk(world, world.task.initial, length, chance))


def _after(world: World, state: State, actions: Sequence[str]) -> State:
    for name in actions:
        state = world.by_name[name].successor(state)
    return state


def draw_questions(kind: str, worlds: Sequence[World], count: int, seed: str, effort: Effort) -> list[Made]:
    """Return questions of a kind about one domain, the same for the same seed.

    They are fewer than `count` where the tasks have not so many states that a question of the kind can be asked about.
    """
    chance = random.Random(seed)
    pool = _pool(kind, worlds, max(count + 1, int(POOL * count)), chance, effort)
    return _chosen(pool, min(count, len(pool)), chance)


def _pool(kind: str, worlds: Sequence[World], size: int, chance: random.Random, effort: Effort) -> list[Made]:
    """Return questions about different states, the tasks taking turns until none has another one."""
    made: list[Made] = []
    seen: set[str] = set()
    patience = {world.number: PATIENCE for world in worlds}
    open_worlds = list(worlds)
    while open_worlds and len(made) < size:
        for world in list(open_worlds):
            question = _draw(kind, world, seen, chance, effort)
            if isinstance(question, Made):
                made.append(question)
                patience[world.number] = PATIENCE
            else:
                patience[world.number] -= question
                if patience[world.number] <= 0:
                    open_worlds.remove(world)
    return made


def _draw(kind: str, world: World, seen: set[str], chance: random.Random, effort: Effort) -> Made | int:
    """Return a question, or how much of the patience with the task its absence costs."""
    state = draw_state(world, chance, goalward=kind in GOALWARD)
    key = world.key(state)
    if key in seen:
        return 1
    try:
        question = MAKERS[kind](world, state, chance, effort)
    except LimitExceeded:
        return DEAR
    if question is None:
        return DEAR if kind in EXPLORING else 1
    seen.add(key)
    return question


def _chosen(pool: Sequence[Made], count: int, chance: random.Random) -> list[Made]:
    """Return a choice in which None, sorts and terciles of difficulty have their shares, as far as the pool goes."""
    nones = [made for made in pool if made.none]
    others = [made for made in pool if not made.none]
    wanted = min(len(nones), max(round(NONE_SHARE * count), count - len(others)))
    if nones and nones[0].kind == "val":
        wanted = min(len(nones), max(round(count / 10), count - len(others)))
    chosen = [*_spread(nones, wanted, chance), *_by_sort(others, count - wanted, chance)]
    chance.shuffle(chosen)
    return chosen


def _by_sort(pool: Sequence[Made], count: int, chance: random.Random) -> list[Made]:
    sorts = {sort: [made for made in pool if made.sort == sort] for sort in sorted({made.sort for made in pool})}
    if len(sorts) < 2:
        return _spread(pool, count, chance)
    quotas = {sort: min(len(part), round(SORT_SHARES.get(sort, 0) * count)) for sort, part in sorts.items()}
    for sort in sorted(sorts, key=lambda sort: -len(sorts[sort])):
        short = count - sum(quotas.values())
        quotas[sort] += max(-quotas[sort], min(short, len(sorts[sort]) - quotas[sort]))
    return [made for sort, part in sorts.items() for made in _spread(part, quotas[sort], chance)]


def _spread(pool: Sequence[Made], count: int, chance: random.Random) -> list[Made]:
    """Return a choice with equally many from each tercile of the difficulty, as far as they go."""
    ranked = sorted(pool, key=lambda made: (made.feature, made.world.number, made.world.key(made.state)))
    cuts = [round(part * len(ranked) / 3) for part in range(4)]
    strata = [list(ranked[low:high]) for low, high in pairwise(cuts)]
    for stratum in strata:
        chance.shuffle(stratum)
    chosen: list[Made] = []
    while len(chosen) < count:
        for stratum in strata:
            if stratum and len(chosen) < count:
                chosen.append(stratum.pop())
    return chosen
