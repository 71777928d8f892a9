from fractions import Fraction

import pytest

from planclaims.semantics.formula import (
    And,
    Compare,
    Constant,
    Exists,
    ForAll,
    Formula,
    Holds,
    Not,
    Or,
    Parameter,
    Read,
)
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.task import Step, Task
from planclaims.suites.hiddenpddl.scoring.judge import unmet_rule

CRATE = (Parameter("?c", ("crate",)),)
OTHER = (Parameter("?o", ("crate", "barrel")),)


def world(precondition: Formula, effect: Effect | None = None) -> Task:
    schema = ActionSchema("lift", CRATE, precondition, (effect or Effect(),))
    kinds: dict[str, tuple[str, ...]] = {"crate": (), "barrel": ()}
    predicates = {"clear": CRATE, "heavy": CRATE}
    domain = Domain("yard", kinds, {}, predicates, {"weight": CRATE}, {"lift": schema})
    facts = frozenset({("clear", "a"), ("heavy", "b")})
    problem = Problem("one", "yard", {"a": ("crate",), "b": ("crate",)}, facts, {}, And())
    return Task(domain, problem)


CLEAR, LIGHT = Holds(("clear", "?c")), Not(Holds(("heavy", "?c")))


@pytest.mark.parametrize(
    ("precondition", "rule"),
    [
        (And((CLEAR, LIGHT)), "lift: (clear ?c)"),
        (And((LIGHT, CLEAR)), "lift: (not (heavy ?c))"),
        (Or((CLEAR, LIGHT)), "lift: (or (clear ?c) (not (heavy ?c)))"),
        (Compare("<=", Read(("weight", "?c")), Constant(Fraction(3))), "lift: (<= (weight ?c) 3)"),
        (ForAll(OTHER, Holds(("clear", "?o"))), "lift: (forall (?o - (either crate barrel)) (clear ?o))"),
        (
            Exists(CRATE, And((CLEAR, Holds(("heavy", "?c"))))),
            "lift: (exists (?c - crate) (and (clear ?c) (heavy ?c)))",
        ),
    ],
)
def test_the_first_unmet_precondition_is_named_as_the_action_states_it(precondition: Formula, rule: str) -> None:
    task = world(precondition)
    assert unmet_rule(task, Step("lift", ("b",)), task.initial) == rule


def test_equal_rules_read_equal_whatever_the_objects() -> None:
    task = world(And((CLEAR, Holds(("heavy", "?c")))))
    rules = [unmet_rule(task, Step("lift", (name,)), task.initial) for name in ("a", "b")]
    assert rules == ["lift: (heavy ?c)", "lift: (clear ?c)"]


def test_an_effect_without_a_result_is_a_rule_of_its_own() -> None:
    task = world(CLEAR, Effect(changes=(Change("increase", ("weight", "?c"), Constant(Fraction(1))),)))
    assert unmet_rule(task, Step("lift", ("a",)), task.initial) == "lift: effect undefined"
    assert unmet_rule(world(CLEAR), Step("lift", ("a",)), task.initial) is None
