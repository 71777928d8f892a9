"""Small random tasks with facts and numbers, and their PDDL text."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from planclaims.semantics.formula import (
    And,
    Arithmetic,
    Atom,
    Compare,
    Constant,
    Expression,
    Fluent,
    Formula,
    Holds,
    Not,
    Parameter,
    Read,
    Same,
    prefix_form,
)
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task

TYPES = {"thing": ("object",), "tool": ("thing",), "place": ("object",)}
OBJECTS = {"hammer": ("tool",), "saw": ("tool",), "cup": ("thing",), "shed": ("place",)}
CONSTANTS = {"yard": ("place",)}
PREDICATES = {
    "ready": (),
    "clean": (Parameter("?a", ("thing",)),),
    "lies": (Parameter("?a", ("thing",)), Parameter("?b", ("place",))),
}
FUNCTIONS = {"count": (), "weight": (Parameter("?a", ("thing",)),)}
VARIABLES = (Parameter("?x", ("thing",)), Parameter("?y", ("place",)))
LIFTED: tuple[Atom, ...] = (("ready",), ("clean", "?x"), ("lies", "?x", "?y"), ("lies", "?x", "yard"))
FLUENTS: tuple[Fluent, ...] = (("count",), ("weight", "?x"))
THINGS, PLACES = ("hammer", "saw", "cup"), ("shed", "yard")
GROUND: tuple[Atom, ...] = (
    ("ready",),
    *(("clean", a) for a in THINGS),
    *(("lies", a, b) for a in THINGS for b in PLACES),
)
GROUND_FLUENTS: tuple[Fluent, ...] = (("count",), *(("weight", a) for a in THINGS))

numbers = st.one_of(st.integers(-3, 5).map(Fraction), st.sampled_from([Fraction(1, 10), Fraction(-5, 2)]))


def expressions(fluents: tuple[Fluent, ...]) -> st.SearchStrategy[Expression]:
    """Return expressions of at most one operator, of which not both operands are numbers."""
    reads = st.sampled_from(fluents).map(Read)
    simple = st.one_of(numbers.map(Constant), reads)
    return st.one_of(simple, st.builds(Arithmetic, st.sampled_from("+-*/"), reads, simple))


def literals(atoms: tuple[Atom, ...], fluents: tuple[Fluent, ...]) -> st.SearchStrategy[Formula]:
    """Return facts and comparisons, plain or negated."""
    compared = st.builds(
        Compare, st.sampled_from(["<", "<=", "=", ">=", ">"]), expressions(fluents), expressions(fluents)
    )
    leaf: st.SearchStrategy[Formula] = st.one_of(st.sampled_from(atoms).map(Holds), compared)
    return st.one_of(leaf, leaf.map(Not))


def conjunctions(part: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """Return conjunctions in the form in which they are read: a single part stands alone."""
    return st.lists(part, max_size=3, unique=True).map(lambda p: p[0] if len(p) == 1 else And(tuple(p)))


@st.composite
def effects(draw: st.DrawFn) -> tuple[Effect, ...]:
    """Return at most one plain effect and at most one with a condition."""
    found = []
    plain = [And()] if draw(st.booleans()) else []
    for condition in (*plain, *draw(st.lists(literals(LIFTED, FLUENTS), max_size=1))):
        changed = draw(st.lists(st.sampled_from(FLUENTS), max_size=2, unique=True))
        kinds = st.sampled_from(["assign", "increase", "decrease"])
        changes = tuple(Change(draw(kinds), fluent, draw(expressions(FLUENTS))) for fluent in changed)
        atoms = st.lists(st.sampled_from(LIFTED), max_size=2, unique=True).map(tuple)
        effect = Effect(draw(atoms), draw(atoms), changes, condition)
        if effect.add or effect.delete or effect.changes:
            found.append(effect)
    return tuple(found)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Return a task with one to three actions over three things and two places."""
    conditions = st.one_of(literals(LIFTED, FLUENTS), st.just(Same("?y", "yard")))
    actions = {
        name: ActionSchema(name, VARIABLES, draw(conjunctions(conditions)), draw(effects()))
        for name in ("work", "play", "rest")[: draw(st.integers(1, 3))]
    }
    problem = Problem(
        name="random",
        domain_name="random",
        objects=OBJECTS,
        facts=draw(st.frozensets(st.sampled_from(GROUND), max_size=6)),
        values=draw(st.dictionaries(st.sampled_from(GROUND_FLUENTS), numbers)),
        goal=draw(conjunctions(literals(GROUND, GROUND_FLUENTS))),
    )
    return Task(Domain("random", TYPES, CONSTANTS, PREDICATES, FUNCTIONS, actions), problem)


states = st.builds(
    State,
    st.frozensets(st.sampled_from(GROUND)),
    st.dictionaries(st.sampled_from(GROUND_FLUENTS), numbers),
)


def steps(task: Task) -> list[Step]:
    """Return every well-formed step of the task."""
    return [Step(name, (a, b)) for name, a, b in product(task.domain.actions, THINGS, PLACES)]


@st.composite
def tasks_with_plans(draw: st.DrawFn) -> tuple[Task, list[Step]]:
    """Return a task with a plan that prefers applicable steps, so that executable plans are common."""
    task = draw(tasks())
    plan: list[Step] = []
    state = task.initial
    for _ in range(draw(st.integers(0, 6))):
        choice = steps(task)
        applicable = [step for step in choice if task.bind(step).applicable(state)]
        often = applicable if applicable and draw(st.integers(0, 9)) > 0 else choice
        step = draw(st.sampled_from(often))
        plan.append(step)
        action = task.bind(step)
        if action.applicable(state):
            state = action.successor(state)
    return task, plan


def domain_text(domain: Domain) -> str:
    """Return the domain in PDDL."""
    actions = "\n".join(
        f"(:action {a.name} :parameters ({_typed(a.parameters)}) :precondition {_text(a.precondition)}"
        f" :effect (and {' '.join(map(_effect_text, a.effects))}))"
        for a in domain.actions.values()
    )
    skeletons = {
        key: " ".join(f"({name} {_typed(terms)})" for name, terms in declared.items())
        for key, declared in (("predicates", domain.predicates), ("functions", domain.functions))
    }
    return (
        f"(define (domain {domain.name})\n(:types {_kinds(domain.types)})\n(:constants {_kinds(domain.constants)})\n"
        f"(:predicates {skeletons['predicates']})\n(:functions {skeletons['functions']})\n{actions})\n"
    )


def problem_text(problem: Problem) -> str:
    """Return the problem in PDDL."""
    values = " ".join(f"(= {prefix_form(*fluent)} {_number(value)})" for fluent, value in problem.values.items())
    facts = " ".join(prefix_form(*fact) for fact in sorted(problem.facts))
    return (
        f"(define (problem {problem.name}) (:domain {problem.domain_name})\n(:objects {_kinds(problem.objects)})\n"
        f"(:init {facts} {values})\n(:goal {_text(problem.goal)}))\n"
    )


def _typed(parameters: tuple[Parameter, ...]) -> str:
    return " ".join(f"{parameter.name} - {parameter.types[0]}" for parameter in parameters)


def _kinds(names: object) -> str:
    return " ".join(f"{name} - {kinds[0]}" for name, kinds in dict(names).items())  # type: ignore[call-overload]


def _number(value: Fraction) -> str:
    return str(float(value)) if value.denominator != 1 else str(value)


def _text(part: Formula | Expression) -> str:
    """Return PDDL, which knows decimal numbers but no fractions."""
    match part:
        case Constant(value):
            return _number(value)
        case Arithmetic(symbol, left, right) | Compare(symbol, left, right):
            return prefix_form(symbol, _text(left), _text(right))
        case Not(inner):
            return prefix_form("not", _text(inner))
        case And(parts):
            return prefix_form("and", *map(_text, parts))
    return str(part)


def _effect_text(effect: Effect) -> str:
    parts = [
        *(prefix_form(*atom) for atom in effect.add),
        *(prefix_form("not", prefix_form(*atom)) for atom in effect.delete),
        *(prefix_form(c.kind, prefix_form(*c.fluent), _text(c.expression)) for c in effect.changes),
    ]
    body = " ".join(parts)
    return body if effect.condition == And() else f"(when {_text(effect.condition)} (and {body}))"
