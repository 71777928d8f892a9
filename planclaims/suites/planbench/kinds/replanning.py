"""Replanning: while a plan is carried out something unexpected happens, and it has to go on from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planclaims.seam import Answer
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.suites.planbench.instance import step_text, texts
from planclaims.suites.planbench.kinds.kind import Case, Draw, Drawn, Facts, Kind, Scores, fenced, plan_scores
from planclaims.suites.planbench.reading import read_plan
from planclaims.suites.planbench.solving import optimal_plan, solves, states_along
from planclaims.suites.planbench.view import View

ALREADY_THERE = 20
"""Every so-manieth question has an event that itself achieves the goal, where the draw has one."""


@dataclass(frozen=True)
class _Happening:
    """An event after so many steps, and the states before and after it."""

    after: int
    name: str
    before: frozenset[Atom]
    state: frozenset[Atom]


class Replanning(Kind):
    """A plan from the state after an unexpected event."""

    name = "replanning"

    def draw(self, draw: Draw) -> Drawn | None:
        """Return a question whose event leads to a state that the plan never visits and that has a plan."""
        world, source = draw.world, draw.source
        happenings = _happenings(draw)
        wanted = draw.ordinal % ALREADY_THERE == ALREADY_THERE - 1
        there = [one for one in happenings if one.state.issuperset(source.instance.goal)]
        chosen = there if wanted and there else [one for one in happenings if one not in there]
        draw.chance.shuffle(chosen)
        for one in chosen:
            moved = source.instance.starting(one.state)
            plan = optimal_plan(world, moved)
            if plan is None or (not plan) is not (one in there):
                continue
            suffix = source.plan[one.after :]
            facts = {
                "plan": list(source.plan),
                "after": one.after,
                "start": texts(source.instance.init),
                "became_true": texts(one.state - one.before),
                "became_false": texts(one.before - one.state),
            }
            notes = {
                "optimal_length": len(plan),
                "event": one.name,
                "already_there": not plan,
                "old_suffix_works": solves(world, moved, suffix),
            }
            return Drawn(moved, facts, {"plan": list(plan)}, notes)
        return None

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return the plan, or the word that nothing remains to be done."""
        return fenced(view.steps(answer["plan"]) or ["NOTHING"])

    def read(self, view: View, task: Task, text: str) -> Answer:
        """Return the plan, which may be that of no steps."""
        return read_plan(view, task, text, may_be_empty=True)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores from the state after the event, and which plan was mistaken for an answer."""
        steps, facts = list(answer.steps), case.facts
        scores = plan_scores(case, answer)
        old_start = case.instance.starting(tuple(text.split()) for text in facts["start"])
        from_old = answer.kind == "plan" and not scores["correct"] and solves(case.world, old_start, steps)
        return {
            **scores,
            "old_suffix": answer.kind == "plan" and steps == facts["plan"][facts["after"] :],
            "from_old_start": from_old,
            "already_there": bool(case.notes["already_there"]),
            "old_suffix_works": bool(case.notes["old_suffix_works"]),
        }


def _happenings(draw: Draw) -> list[_Happening]:
    """Return every event of the world's family that may happen during the plan and leads to a state not visited."""
    world, source = draw.world, draw.source
    if world.events is None:
        return []
    visited = states_along(world, source.instance, source.plan)
    events = tuple(ground_actions(Task(world.events, source.instance.task(world.domain).problem)))
    found = []
    for after in range(1, len(source.plan)):
        before = visited[after]
        for event in events:
            state = _after(event, before)
            if state is not None and state not in visited:
                found.append(_Happening(after, step_text(Step(event.name, event.arguments)), before, state))
    return found


def _after(event: GroundAction, facts: frozenset[Atom]) -> frozenset[Atom] | None:
    state = State(facts, {})
    return event.successor(state).facts if event.applicable(state) else None


def events_of(draw: Draw) -> Sequence[str]:
    """Return the texts of the events that may happen during the plan."""
    return [one.name for one in _happenings(draw)]
