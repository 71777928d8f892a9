"""Plan generation, cost-optimal planning and the recognition of goals that cannot be reached."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from planclaims.seam import Answer
from planclaims.semantics.formula import Atom
from planclaims.semantics.task import Task
from planclaims.suites.planbench.instance import atom_text
from planclaims.suites.planbench.kinds.kind import Case, Draw, Drawn, Facts, Kind, Scores, fenced, plan_scores
from planclaims.suites.planbench.reading import read_costed_plan
from planclaims.suites.planbench.solving import cheapest_plan, exhausted, minutes
from planclaims.suites.planbench.view import View

MOST_TRIES = 60


class PlanGeneration(Kind):
    """Any valid plan."""

    name = "plan_generation"

    def draw(self, draw: Draw) -> Drawn | None:
        """Return the instance as it stands."""
        source = draw.source
        return Drawn(source.instance, {}, {"plan": list(source.plan)}, {"optimal_length": len(source.plan)})


class CostOptimal(Kind):
    """A valid plan of the least stated time, and that time."""

    name = "cost_optimal"

    def draw(self, draw: Draw) -> Drawn | None:
        """Return the instance with a plan that takes the least time as stated."""
        source = draw.source
        best = cheapest_plan(draw.world, source.instance)
        if best is None:
            return None
        total = minutes(draw.world, best)
        notes = {"optimal_length": len(source.plan), "optimal_cost": total}
        return Drawn(source.instance, {}, {"plan": list(best), "total": total}, notes)

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return the plan and its total."""
        return f"{fenced(view.steps(answer['plan']))}\nTotal: {answer['total']}"

    def read(self, view: View, task: Task, text: str) -> Answer:
        """Return the plan, with the stated total as the value."""
        return read_costed_plan(view, task, text)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores of the plan, of its cost and of the stated total; correct is valid and cheapest."""
        scores = plan_scores(case, answer)
        valid = scores["verdict"] == "valid"
        scores |= {"valid": valid, "optimal_cost": int(case.notes["optimal_cost"])}
        if answer.kind != "plan":
            return {**scores, "optimal": False}
        cost = minutes(case.world, answer.steps)
        optimal = valid and cost == case.notes["optimal_cost"]
        return {**scores, "cost": cost, "optimal": optimal, "total_right": answer.value == cost, "correct": optimal}


class Unsolvable(Kind):
    """The statement that there is no plan: the goal of a solvable instance with one condition too many."""

    name = "unsolvable"
    spare = 0

    def draw(self, draw: Draw) -> Drawn | None:
        """Return the instance with a condition added to its goal that makes the search exhaust all states."""
        source, world = draw.source, draw.world
        known = set(source.instance.goal)
        candidates = [atom for atom in _goal_atoms(draw) if atom not in known]
        draw.chance.shuffle(candidates)
        for atom in candidates[:MOST_TRIES]:
            goal = [*source.instance.goal, atom]
            draw.chance.shuffle(goal)
            instance = source.instance.aiming(goal)
            if not _contradicts(atom, known):
                continue
            states = exhausted(world, instance)
            if states is not None:
                notes = {"reachable_states": states, "added": [atom_text(atom)]}
                return Drawn(instance, {}, {"unsolvable": True}, notes)
        return None

    def examples(self, draw: Draw, drawn: Drawn, earlier: Sequence[Drawn]) -> Sequence[Drawn]:
        """Return a solvable question: an example must not tell the answer."""
        solved = draw.pool[max(draw.number - 1, 0)]
        return [Drawn(solved.instance, {}, {"plan": list(solved.plan)})]

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return the plan, or the word that there is none."""
        return "UNSOLVABLE" if answer.get("unsolvable") else super().answer_text(view, answer)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return whether it was said that there is no plan."""
        said = answer.kind == "unsolvable"
        scores = plan_scores(case, answer)
        return {**scores, "verdict": "no_plan_claimed" if said else scores["verdict"], "correct": said}


def _goal_atoms(draw: Draw) -> list[Atom]:
    """Return every atom of the predicates that goals are made of whose objects fit."""
    task = draw.source.instance.task(draw.world.domain)
    found = []
    for predicate in draw.world.goal:
        parameters = draw.world.domain.predicates[predicate]
        found += [(predicate, *terms) for terms in product(*map(task.objects_of, parameters))]
    return [atom for atom in found if len(set(atom[1:])) == len(atom[1:])]


def _contradicts(atom: Atom, goal: set[Atom]) -> bool:
    """Return whether the atom speaks of an object that the goal speaks of: others are too cheap a trap."""
    return any(set(atom[1:]) & set(other[1:]) for other in goal)
