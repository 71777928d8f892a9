"""Whatever the task, the packed search agrees with a search spelt out in ten lines on the semantic core."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from planclaims.errors import LimitExceeded
from planclaims.search import Solution, solve
from planclaims.search.plain import solve_plainly
from planclaims.search.task.mutex import mutex_groups
from planclaims.search.task.relevance import ground_task
from planclaims.semantics.formula import (
    And,
    Arithmetic,
    Compare,
    Constant,
    Exists,
    Expression,
    ForAll,
    Formula,
    Holds,
    Not,
    Or,
    Parameter,
    Read,
    Same,
)
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate

MOST_STATES = 250
OBJECTS = ("a", "b", "c", "d")
PREDICATES = {"flag": 0, "wet": 1, "hot": 1, "linked": 2}
FUNCTIONS = {"level": 0, "load": 1}
VARIABLES = (Parameter("?x", ("thing",)), Parameter("?y", ("thing",)))


def explore(task: Task) -> list[list[State]]:
    """The reachable states by distance, straight from the definition; gives up on large tasks and endless numbers."""
    actions, layers, seen = list(ground_actions(task)), [[task.initial]], {task.initial}
    while layers[-1]:
        try:
            following = {a.successor(s): None for s in layers[-1] for a in actions if a.applicable(s)}
        except LimitExceeded:  # squares of squares: a few states are enough for more digits than are kept
            reject()
        layers.append([state for state in following if state not in seen])
        seen.update(layers[-1])
        assume(len(seen) <= MOST_STATES)
    return layers[:-1]


def shortest(task: Task) -> int | None:
    return next((depth for depth, layer in enumerate(explore(task)) if any(map(task.goal_reached, layer))), None)


def atoms(terms: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    usable = [(name, arity) for name, arity in PREDICATES.items() if arity == 0 or terms]
    return st.sampled_from(usable).flatmap(
        lambda pair: st.tuples(st.just(pair[0]), *[st.sampled_from(terms) for _ in range(pair[1])])
    )


def fluents(terms: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    loads = [("load", term) for term in terms]
    return st.sampled_from([("level",), *loads])


def expressions(terms: tuple[str, ...]) -> st.SearchStrategy[Expression]:
    numbers = st.sampled_from(["-1", "0", "1", "2", "1/2"]).map(lambda digits: Constant(Fraction(digits)))
    simple: st.SearchStrategy[Expression] = st.one_of(numbers, fluents(terms).map(Read))
    return st.one_of(simple, st.builds(Arithmetic, st.sampled_from("+-*/"), simple, simple))


def comparisons(terms: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    return st.builds(Compare, st.sampled_from(["<", "<=", "=", ">=", ">"]), expressions(terms), expressions(terms))


@st.composite
def formulas(draw: st.DrawFn, terms: tuple[str, ...], depth: int = 2) -> Formula:
    kinds = ["fact", "fact", "compare", "same"]
    kind = draw(st.sampled_from([*kinds, "not", "and", "or", "all", "some"] if depth else kinds))
    inner = formulas(terms, depth - 1)
    variable = (Parameter("?z", ("thing",)),)
    match kind:
        case "fact":
            return Holds(draw(atoms(terms)))
        case "compare":
            return draw(comparisons(terms))
        case "same":
            pair = draw(st.tuples(*[st.sampled_from(terms)] * 2)) if terms else ("a", "b")
            return Same(*pair)
        case "not":
            return Not(draw(inner))
        case "and":
            return And(tuple(draw(st.lists(inner, max_size=2))))
        case "or":
            return Or(tuple(draw(st.lists(inner, max_size=2))))
        case _:
            body = draw(formulas((*terms, "?z"), depth - 1))
            return ForAll(variable, body) if kind == "all" else Exists(variable, body)


@st.composite
def effects(draw: st.DrawFn, terms: tuple[str, ...]) -> Effect:
    variables = draw(st.sampled_from([(), (), (Parameter("?z", ("thing",)),)]))
    inner = (*terms, *(variable.name for variable in variables))
    numeric = draw(st.integers(0, 3)) == 0
    change = st.builds(Change, st.sampled_from(["assign", "increase", "decrease"]), fluents(inner), expressions(inner))
    return Effect(
        add=tuple(draw(st.lists(atoms(inner), max_size=2))),
        delete=tuple(draw(st.lists(atoms(inner), max_size=2))),
        changes=tuple(draw(st.lists(change, max_size=2))) if numeric else (),
        condition=draw(st.one_of(st.just(And()), st.just(And()), formulas(inner, 1))),
        variables=variables,
    )


@st.composite
def schemas(draw: st.DrawFn, name: str, constants: tuple[str, ...]) -> ActionSchema:
    parameters = VARIABLES[: draw(st.integers(0, 2))]
    terms = (*constants, *(parameter.name for parameter in parameters))
    happening = tuple(draw(st.lists(effects(terms), min_size=1, max_size=2)))
    return ActionSchema(name, parameters, draw(formulas(terms)), happening)


@st.composite
def exchanges(draw: st.DrawFn, name: str, constants: tuple[str, ...]) -> ActionSchema:
    """An action that gives up a fact for another one: what mutex groups are made of."""
    parameters = VARIABLES[: draw(st.integers(1, 2))]
    terms = tuple(parameter.name for parameter in parameters)
    given_up, gained = draw(atoms(terms)), draw(atoms((*terms, *constants)))
    bound = draw(st.one_of(st.just(And()), comparisons(terms), formulas(terms, 1)))
    change = Change("increase", draw(fluents(terms)), Constant(Fraction(draw(st.sampled_from([-1, 1])))))
    changes = (change,) if draw(st.booleans()) else ()
    extra = draw(st.lists(effects(terms), max_size=1))
    effect = Effect(add=(gained,), delete=(given_up,), changes=changes)
    return ActionSchema(name, parameters, And((Holds(given_up), bound)), (effect, *extra))


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    constants = draw(st.sampled_from([(), (), ("k",)]))
    kinds = draw(st.lists(st.sampled_from([schemas, exchanges, exchanges]), min_size=1, max_size=4))
    actions = {name: draw(kind(name, constants)) for name, kind in zip("mnor", kinds, strict=False)}
    names = (*OBJECTS[: draw(st.integers(2, 4))], *constants)
    places = (Parameter("?i", ("thing",)), Parameter("?j", ("thing",)))
    domain = Domain(
        "drawn",
        {"thing": ("object",)},
        dict.fromkeys(constants, ("thing",)),
        {name: places[:arity] for name, arity in PREDICATES.items()},
        {name: places[:arity] for name, arity in FUNCTIONS.items()},
        actions,
    )
    objects = {name: ("thing",) for name in names if name not in constants}
    facts = frozenset(draw(st.sets(atoms(names), min_size=1, max_size=8)))
    values = {fluent: Fraction(draw(st.integers(0, 2))) for fluent in draw(st.sets(fluents(names)))}
    start = Task(domain, Problem("p", "drawn", objects, facts, values, draw(formulas(names))))
    return start if draw(st.integers(0, 3)) == 0 else _far(start, draw)


def _far(task: Task, draw: st.DrawFn) -> Task:
    """Return the task with a goal that a state far from the initial one satisfies."""
    layers = explore(task)
    assume(len(layers) > 2)
    state = layers[-1][0]
    predicates = draw(st.sets(st.sampled_from(sorted(PREDICATES)), min_size=1))
    names = tuple(task.objects)
    every = [atom for p in sorted(predicates) for atom in product([p], *[names] * PREDICATES[p])]
    wanted = (Holds(atom) if atom in state.facts else Not(Holds(atom)) for atom in every)
    numbers = (Compare("=", Read(fluent), Constant(value)) for fluent, value in sorted(state.values.items()))
    goal = And((*wanted, *(numbers if draw(st.integers(0, 3)) == 0 else ())))
    return Task(task.domain, replace(task.problem, goal=goal))


def assert_right(task: Task, solution: Solution, length: int | None) -> None:
    assert solution.solvable is (length is not None)
    assert solution.optimal_length == length
    assert solution.exhausted is not solution.solvable
    if solution.plan is not None:
        steps = [Step(action.name, action.arguments) for action in solution.plan]
        assert validate(task, steps).status is Status.VALID


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_packed_search_agrees_with_the_definition(task: Task) -> None:
    length = shortest(task)
    plain = solve_plainly(task)
    apart, together = solve(task, symmetry=False), solve(task)
    for solution in (plain, apart, together):
        assert_right(task, solution, length)
    numeric = any(effect.changes for schema in task.domain.actions.values() for effect in schema.effects)
    if length is None and not numeric:  # which fluents are bookkeeping, the searches see with different sharpness
        assert together.reachable_states <= apart.reachable_states == plain.reachable_states
    assert solve(task) == together


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_mutex_groups_hold_in_every_reachable_state(task: Task) -> None:
    ground = ground_task(task, tuple(ground_actions(task)))
    states = [state for layer in explore(task) for state in layer]
    for group in mutex_groups(ground):
        counts = {len(group.facts & state.facts) for state in states}
        assert counts <= ({1} if group.exact else {0, 1})
    changing = {atom for state in states for atom in state.facts ^ task.initial.facts}
    assert changing <= set(ground.facts)
    assert all(ground.held <= state.facts for state in states)
