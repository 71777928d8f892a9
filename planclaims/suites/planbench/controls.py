"""Scripted respondents: what each answers to a question of any kind, and what its answers must be worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from planclaims.seam import Model, Purpose, Reply, Request
from planclaims.suites.contract import Control, Data, Item, Value
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.kinds.kind import fenced
from planclaims.suites.planbench.question import PlanbenchQuestion
from planclaims.suites.planbench.solving import applicable_steps, solves, states_along
from planclaims.suites.planbench.world import world

Known = Mapping[str, Value]
Facts = Mapping[str, Any]
WRONG = {"correct": False}


class Scripted:
    """Gives one text as the answer to everything that it is asked; a review or critique finds nothing wrong."""

    def __init__(self, text: str) -> None:
        self.text = text

    def reply(self, request: Request) -> Reply:
        """Return the text."""
        text = "NO_ISSUES" if request.purpose is Purpose.CRITIQUE else self.text
        read = sum(len(message.content.split()) for message in request.messages)
        return Reply(text, "stop", read, len(text.split()))


@dataclass(frozen=True)
class Asked:
    """A question as a respondent sees it who knows the answer."""

    item: Item
    question: PlanbenchQuestion
    seed: int

    @property
    def answer(self) -> Facts:
        """Return the right answer, in plain names."""
        answer: Facts = self.item.truth["answer"]
        return answer

    def write(self, answer: Facts) -> str:
        """Return an answer as the contract has it written."""
        return self.question.answer_text(answer)

    def write_plan(self, plan: list[str]) -> str:
        """Return a plan as its lines."""
        view = self.question.view
        return fenced(view.steps([view.names.step_text(step) for step in plan]))


def controls(condition_of: Callable[[str], Data]) -> Mapping[str, Control]:
    """Return the controls by name; `condition_of` gives a condition's settings."""

    def control(write: Callable[[Asked], str], known: Callable[[Item], Known | None]) -> Control:
        def model(item: Item, condition: str, seed: int) -> Model:
            question = PlanbenchQuestion(item.kind, item.shown, condition_of(condition))
            return Scripted(write(Asked(item, question, seed)))

        return Control(model, known)

    return {
        "optimal": control(lambda asked: asked.write(asked.answer), _optimal_is),
        "silent": control(lambda asked: "", lambda item: {**WRONG, "verdict": "no_answer"}),
        "always-valid": control(lambda asked: fenced(["VALID"]), _always_valid_is),
        "copyist": control(_copy, _copy_is),
        "wanderer": control(_walk, _walk_is),
        "forgetful": control(_forget, _forget_is),
        "misreasoner": control(_misreason, _misreason_is),
    }


def _optimal_is(item: Item) -> Known:
    known: dict[str, Value] = {"correct": True}
    length = item.truth["notes"].get("optimal_length")
    if item.kind in ("plan_generation", "plan_generalisation"):
        known |= {"verdict": "valid", "length": length}
    if item.kind == "cost_optimal":
        known |= {"valid": True, "optimal": True, "total_right": True, "cost": item.truth["answer"]["total"]}
    if item.kind == "plan_execution":
        known |= {"atom_precision": 1.0, "atom_recall": 1.0}
    if item.kind.startswith("goal_"):
        known["copied"] = not item.truth["notes"]["control"]
    return known


def _always_valid_is(item: Item) -> Known:
    if item.kind != "plan_verification":
        return {**WRONG, "verdict": "malformed"}
    right = item.truth["answer"]["verdict"] == "valid"
    return {"correct": right, "verdict_right": right, "claimed": "valid"}


def _shown_plan(item: Item) -> list[str] | None:
    """Return a plan that the question shows: its own, or that of its first example."""
    facts, examples = item.shown["facts"], item.shown["examples"]
    plan = facts.get("plan") or facts.get("actions")
    if plan is None and examples:
        plan = examples[0]["answer"].get("plan")
    return None if plan is None else list(plan)


def _copy(asked: Asked) -> str:
    return asked.write_plan(_shown_plan(asked.item) or ["nothing"])


def _copy_is(item: Item) -> Known:
    plan, notes = _shown_plan(item), item.truth["notes"]
    if item.kind in ("plan_verification", "plan_execution"):
        return {**WRONG, "verdict": "malformed"}
    if item.kind.startswith("goal_"):
        return {"correct": not notes["control"], "copied": True}
    if item.kind == "plan_reuse" and plan is not None:
        return {"correct": _solves(item, plan), "copied": True, "is_prefix": True}
    return WRONG if item.kind in ("unsolvable", "cost_optimal") and not _solves(item, plan or []) else {}


def _solves(item: Item, plan: list[str]) -> bool:
    """Return whether a plan is valid; one that names objects which are not there is not."""
    return solves(world(item.shown["world"]), Instance.read(item.shown["instance"]), plan)


def _walk(asked: Asked) -> str:
    place, instance = world(asked.item.shown["world"]), Instance.read(asked.item.shown["instance"])
    chance, plan = random.Random(f"{asked.seed}/{asked.item.key}"), list[str]()
    for _ in range(max(1, int(asked.item.truth["notes"].get("optimal_length", 4)))):
        options = applicable_steps(place, instance, states_along(place, instance, plan)[-1])
        plan.append(chance.choice(options)) if options else None
    return asked.write_plan(plan)


def _walk_is(item: Item) -> Known:
    """A walk may happen upon the goal, so of plans only what it never is can be known."""
    return {**WRONG} if item.kind in ("unsolvable", "plan_verification", "plan_execution") else {}


def _forget(asked: Asked) -> str:
    """Leave out one thing: a fact of the state, an unmet condition, the last action."""
    answer = dict(asked.answer)
    for key in ("state", "unmet", "plan"):
        if answer.get(key):
            left = list(answer[key])[:-1]
            if key == "plan" and not left:
                break
            return asked.write({**answer, key: left})
    return "I do not remember."


def _forget_is(item: Item) -> Known:
    answer = item.truth["answer"]
    if item.kind == "plan_execution":
        facts = len(answer["state"])
        recall: dict[str, Value] = {"atom_recall": (facts - 1) / facts}
        return {**WRONG, **recall, **({"atom_precision": 1.0} if facts > 1 else {})} if facts > 1 else WRONG
    if item.kind == "plan_verification":
        return {**WRONG, "verdict_right": True, "kind_right": True} if len(answer.get("unmet", ())) > 1 else WRONG
    return WRONG


def _misreason(asked: Asked) -> str:
    """Give the right verdict with a wrong reason, a right plan with a wrong total, a state with a wrong denial."""
    item, answer = asked.item, dict(asked.answer)
    if item.kind == "cost_optimal":
        return asked.write({**answer, "total": int(answer["total"]) + 1})
    if item.kind == "plan_verification" and answer["verdict"] == "inexecutable":
        return asked.write({**answer, "step": int(answer["step"]) + 1})
    if item.kind == "plan_verification" and answer["verdict"] == "goal_not_reached":
        view = asked.question.view
        unmet = "; ".join(view.facts([view.names.atom_text(text) for text in answer["unmet"]]))
        return fenced(["INVALID", "step: 1", f"unmet: {unmet}"])
    if item.kind == "plan_execution":
        view = asked.question.view
        denied = view.fact(view.names.atom_text(answer["state"][0]), holds=False)
        return fenced([*view.facts([view.names.atom_text(text) for text in answer["state"][1:]]), denied])
    return "It cannot be done.\n\nUNSOLVABLE"


def _misreason_is(item: Item) -> Known:
    if item.kind == "cost_optimal":
        return {"correct": True, "valid": True, "optimal": True, "total_right": False}
    if item.kind == "plan_verification":
        valid = item.truth["answer"]["verdict"] == "valid"
        return {**WRONG, "verdict_right": True} if not valid else {"verdict": "malformed", **WRONG}
    if item.kind == "plan_execution":
        return WRONG
    return {"correct": item.kind == "unsolvable", "verdict": "no_plan_claimed"}
