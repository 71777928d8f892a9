"""PDDL that a newcomer writes: what must load, and what each refusal must say."""

from __future__ import annotations

from pathlib import Path

import pytest
from pddl_worlds import judge, world

from planclaims.errors import InputError
from planclaims.language.briefs import template_brief
from planclaims.language.prose.phrases import Phrases
from planclaims.semantics.task import Step

LIGHT = "(:action light :parameters () :precondition (dark) :effect (not (dark)))"


@pytest.mark.parametrize("word", ["forall", "exists"])
def test_a_quantifier_over_no_variables_is_its_condition(tmp_path: Path, word: str) -> None:
    task = world(tmp_path, predicates="(dark) (cold)", init="(dark)", actions=LIGHT, goal=f"({word} () (dark))")
    assert judge(task).status == "valid"
    assert judge(task, "(light)").status == "goal_not_reached"


def test_an_effect_for_all_of_no_variables_is_its_body(tmp_path: Path) -> None:
    action = "(:action light :parameters () :effect (forall () (and (not (dark)) (when (cold) (warm)))))"
    task = world(tmp_path, predicates="(dark) (cold) (warm)", init="(dark) (cold)", actions=action, goal="(warm)")
    assert judge(task, "(light)").status == "valid"


@pytest.mark.parametrize("word", ["and", "or", "not", "imply", "forall", "exists", "when"])
def test_a_predicate_cannot_be_named_like_a_connective(tmp_path: Path, word: str) -> None:
    with pytest.raises(InputError, match=f"{word} is a word of PDDL itself"):
        world(tmp_path, predicates=f"(dark) ({word} ?x)", actions=LIGHT, goal="(dark)")


@pytest.mark.parametrize(
    "effect",
    ["(or (dark) (cold))", "(imply (dark) (cold))", "(exists (?x) (dark))", "(= a a)", "(not (and (dark) (cold)))"],
)
def test_a_condition_is_no_effect(tmp_path: Path, effect: str) -> None:
    action = f"(:action light :parameters () :effect {effect})"
    with pytest.raises(InputError, match="cannot stand here in an effect"):
        world(tmp_path, objects="a", predicates="(dark) (cold)", actions=action, goal="(dark)")


@pytest.mark.parametrize("effect", ["(increase (dark) 1)", "(dark (cold))"])
def test_other_slips_keep_their_messages(tmp_path: Path, effect: str) -> None:
    action = f"(:action light :parameters () :effect {effect})"
    with pytest.raises(InputError, match=r"undeclared function|wrong number of arguments"):
        world(tmp_path, predicates="(dark) (cold)", actions=action, goal="(dark)")


def test_one_is_told_in_the_singular(tmp_path: Path) -> None:
    task = world(tmp_path, objects="a", predicates="(dark)", actions=LIGHT, goal="(not (dark))")
    brief = template_brief(task, Phrases.load(task.domain, None))
    assert "There is 1 action." in brief.domain
    assert "There is 1 object: a." in brief.instance
    fault = task.fault(Step("light", ("a",)))
    assert fault is not None
    assert fault.message == "light takes 0 arguments; 1 given"
