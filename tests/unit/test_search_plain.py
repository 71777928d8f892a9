"""The plain search on tasks small enough to solve by hand."""

from fractions import Fraction

import pytest

from planclaims.errors import LimitExceeded
from planclaims.search import Limits, Solution
from planclaims.search.plain import solve_plainly
from planclaims.semantics.formula import And, Arithmetic, Compare, Constant, Holds, Not, Parameter, Read
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.task import Task

X = Read(("x",))


def number(value: int) -> Constant:
    return Constant(Fraction(value))


def counter(goal: int, *, upper: int | None = None) -> Task:
    bound = And() if upper is None else Compare("<", X, number(upper))
    up = ActionSchema("up", (), bound, (Effect(changes=(Change("increase", ("x",), number(3)),)),))
    down = ActionSchema("down", (), And(), (Effect(changes=(Change("decrease", ("x",), number(1)),)),))
    domain = Domain("counter", {}, {}, {}, {"x": ()}, {"up": up, "down": down})
    problem = Problem("p", "counter", {}, frozenset(), {("x",): Fraction(0)}, Compare("=", X, number(goal)))
    return Task(domain, problem)


def test_counter_reaches_seven_with_three_ups_and_two_downs() -> None:
    assert solve_plainly(counter(7)).optimal_length == 5


def test_unbounded_counter_meets_the_limit() -> None:
    with pytest.raises(LimitExceeded, match="100 states"):
        solve_plainly(counter(10**6), Limits(states=100))


def test_goal_that_holds_at_once_needs_no_action() -> None:
    assert solve_plainly(counter(0)) == Solution(True, (), 1, False)


def test_cost_that_nobody_reads_does_not_multiply_states() -> None:
    cost = Change("increase", ("total-cost",), number(1))
    flip = ActionSchema("flip", (), Not(Holds(("on",))), (Effect(add=(("on",),), changes=(cost,)),))
    flop = ActionSchema("flop", (), Holds(("on",)), (Effect(delete=(("on",),), changes=(cost,)),))
    domain = Domain("lamp", {}, {}, {"on": (), "never": ()}, {"total-cost": ()}, {"flip": flip, "flop": flop})
    solution = solve_plainly(Task(domain, Problem("p", "lamp", {}, frozenset(), {}, Holds(("never",)))))
    assert solution == Solution(False, None, 2, True)


def test_unread_fluent_with_undefined_increase_still_forbids_the_action() -> None:
    change = Change("increase", ("total-cost",), Arithmetic("+", Read(("toll", "?t")), number(1)))
    pay = ActionSchema("pay", (Parameter("?t"),), And(), (Effect(add=(("paid", "?t"),), changes=(change,)),))
    domain = Domain(
        "d", {}, {}, {"paid": (Parameter("?t"),)}, {"total-cost": (), "toll": (Parameter("?t"),)}, {"pay": pay}
    )
    objects = {"a": ("object",), "b": ("object",)}
    problem = Problem("p", "d", objects, frozenset(), {("toll", "a"): Fraction(2)}, Holds(("paid", "b")))
    assert solve_plainly(Task(domain, problem)) == Solution(False, None, 2, True)
