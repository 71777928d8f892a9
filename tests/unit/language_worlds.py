"""A small world for the tests of the language floor: blocks, trucks and a numeric load."""

from __future__ import annotations

from fractions import Fraction

from planclaims.semantics.formula import And, Arithmetic, Compare, Constant, Formula, Holds, Not, Parameter, Read
from planclaims.semantics.model import TOTAL_COST, ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.task import Task

ONE = Constant(Fraction(1))
TEMPLATES = {
    "load-truck": ("load {0} into {1} at {2}", "put {0} in {1} at {2}"),
    "drive-truck": ("drive {0} from {1} to {2}",),
}


def block(name: str) -> Parameter:
    return Parameter(name, ("block",))


def holds(*atom: str) -> Holds:
    return Holds(atom)


def schema(name: str, parameters: list[tuple[str, str]], needs: list[Formula], effect: Effect) -> ActionSchema:
    return ActionSchema(name, tuple(Parameter(p, (kind,)) for p, kind in parameters), And(tuple(needs)), (effect,))


def depot() -> Domain:
    """Return a domain with every kind of thing that the prose has to render."""
    load, capacity = ("load", "?truck"), ("capacity", "?truck")
    free = Compare("<=", Arithmetic("+", Read(load), ONE), Read(capacity))
    cost = Change("increase", TOTAL_COST, ONE)
    actions = [
        schema(
            "pick-up",
            [("?block", "block")],
            [holds("arm-empty"), holds("block-clear", "?block")],
            Effect(add=(("arm-holds", "?block"),), delete=(("arm-empty",),), changes=(cost,)),
        ),
        schema(
            "stack",
            [("?upper", "block"), ("?lower", "block")],
            [holds("arm-holds", "?upper"), holds("block-clear", "?lower"), Not(holds("on-top", "?upper", "?lower"))],
            Effect(add=(("on-top", "?upper", "?lower"), ("arm-empty",)), delete=(("arm-holds", "?upper"),)),
        ),
        schema(
            "load-truck",
            [("?package", "package"), ("?truck", "truck"), ("?place", "place")],
            [holds("located-at", "?package", "?place"), holds("located-at", "?truck", "?place"), free],
            Effect(
                add=(("inside-of", "?package", "?truck"),),
                delete=(("located-at", "?package", "?place"),),
                changes=(Change("increase", load, ONE), cost),
            ),
        ),
        schema(
            "drive-truck",
            [("?truck", "truck"), ("?from", "place"), ("?to", "place")],
            [holds("located-at", "?truck", "?from")],
            Effect(add=(("located-at", "?truck", "?to"),), delete=(("located-at", "?truck", "?from"),)),
        ),
    ]
    thing, place = Parameter("?thing", ("movable",)), Parameter("?place", ("place",))
    return Domain(
        name="depot",
        types={"block": (), "movable": (), "package": ("movable",), "truck": ("movable",), "place": ()},
        constants={},
        predicates={
            "arm-empty": (),
            "arm-holds": (block("?block"),),
            "block-clear": (block("?block"),),
            "on-top": (block("?upper"), block("?lower")),
            "located-at": (thing, place),
            "inside-of": (Parameter("?package", ("package",)), Parameter("?truck", ("truck",))),
        },
        functions={
            "load": (Parameter("?truck", ("truck",)),),
            "capacity": (Parameter("?truck", ("truck",)),),
            "total-cost": (),
        },
        actions={action.name: action for action in actions},
    )


def depot_task(goal: Formula | None = None) -> Task:
    """Return the task of the examples: two blocks, two packages, a truck and two places."""
    problem = Problem(
        name="depot-1",
        domain_name="depot",
        objects={
            "block_a": ("block",),
            "block_b": ("block",),
            "pkg_1": ("package",),
            "pkg_2": ("package",),
            "truck_1": ("truck",),
            "loc_1": ("place",),
            "loc_2": ("place",),
        },
        facts=frozenset(
            [
                ("arm-empty",),
                ("block-clear", "block_a"),
                ("block-clear", "block_b"),
                ("located-at", "pkg_1", "loc_1"),
                ("located-at", "pkg_2", "loc_1"),
                ("located-at", "truck_1", "loc_1"),
            ]
        ),
        values={("load", "truck_1"): Fraction(0), ("capacity", "truck_1"): Fraction(2)},
        goal=goal or And((holds("inside-of", "pkg_1", "truck_1"), holds("on-top", "block_a", "block_b"))),
    )
    return Task(depot(), problem)
