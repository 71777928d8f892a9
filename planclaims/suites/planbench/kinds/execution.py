"""Reasoning about plan execution: the state after an action sequence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planclaims.seam import Answer
from planclaims.semantics.task import Task
from planclaims.suites.planbench.instance import atom_of, texts
from planclaims.suites.planbench.kinds.kind import Case, Draw, Drawn, Facts, Kind, Scores, fenced
from planclaims.suites.planbench.kinds.verification import walk
from planclaims.suites.planbench.reading import read_state
from planclaims.suites.planbench.solving import states_along
from planclaims.suites.planbench.view import View

LONGEST_WALK = 20


class PlanExecution(Kind):
    """The complete state after some actions: in turn a beginning of an optimal plan and a random walk."""

    name = "plan_execution"

    def draw(self, draw: Draw) -> Drawn | None:
        """Return an action sequence that has no need to lead to the goal."""
        source = draw.source
        if draw.ordinal % 2:
            actions = walk(draw, [], draw.chance.randint(1, LONGEST_WALK))
        else:
            actions = list(source.plan[: draw.chance.randint(1, max(1, len(source.plan) - 1))])
        state = states_along(draw.world, source.instance, actions)[-1]
        answer = {"state": texts(atom for atom in state if atom[0] not in draw.world.static)}
        return Drawn(source.instance, {"actions": actions}, answer)

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return the state, one fact a line."""
        return fenced(view.facts(answer["state"]))

    def read(self, view: View, task: Task, text: str) -> Answer:
        """Return the facts stated and those denied as the value."""
        return read_state(view, task, text)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return whether the state is exact, and precision and recall of its facts and of those that changed."""
        value = answer.value
        assert isinstance(value, dict)
        return state_scores(case, value)


def state_scores(case: Case, claimed: Mapping[str, Any]) -> Scores:
    """Return the scores of a claimed state; facts that never change need not be said, and are checked if they are."""
    fixed = {atom for atom in case.instance.init if atom[0] in case.world.static}
    state = frozenset(map(atom_of, case.answer["state"]))
    said, denied = frozenset(map(atom_of, claimed["true"])), frozenset(map(atom_of, claimed["false"]))
    changing = frozenset(atom for atom in said if atom[0] not in case.world.static)
    sound = said - changing <= fixed and not denied & (state | fixed)
    right = changing == state and sound
    before = case.instance.init
    new, claimed_new = state - before, changing - before
    scores: Scores = {"verdict": "right" if right else "wrong", "correct": right, "steps": len(case.facts["actions"])}
    scores["atom_recall"] = len(changing & state) / len(state)
    if changing:
        scores["atom_precision"] = len(changing & state) / len(changing)
    if new:
        scores["changed_recall"] = len(new & claimed_new) / len(new)
    if claimed_new:
        scores["changed_precision"] = len(new & claimed_new) / len(claimed_new)
    missing, surplus = texts(state - changing), texts((changing - state) | (said - changing - fixed))
    unsound = texts(denied & (state | fixed))
    told = [("missing", missing), ("not so", surplus), ("wrongly denied", unsound)]
    scores["unmet"] = "; ".join(f"{what}: {', '.join(listed)}" for what, listed in told if listed)
    return scores
