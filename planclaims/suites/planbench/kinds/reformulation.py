"""Goal reformulation and plan reuse: a solved example from the same initial state, and another goal."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.seam import Answer
from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance, atom_of, atom_text
from planclaims.suites.planbench.kinds.kind import Case, Draw, Drawn, Kind, Scores, plan_scores
from planclaims.suites.planbench.kinds.verification import walk
from planclaims.suites.planbench.solving import optimal_plan, solves, states_along

CONTROLS = 5
"""Every so-manieth question shows an example whose plan does not solve it."""
MOST_TRIES = 30


class _Reformulated(Kind):
    """A goal put in another way."""

    spare = 0

    def goals(self, draw: Draw, shown: Sequence[str]) -> tuple[Sequence[Atom], Sequence[Atom]] | None:
        """Return the goal of the example, which the shown plan reaches, and the goal that is asked."""
        raise NotImplementedError

    def draw(self, draw: Draw) -> Drawn | None:
        """Return the question; as a control, an example with another goal and a plan that misses the asked one."""
        source, control = draw.source, draw.ordinal % CONTROLS == 0
        if len(source.instance.goal) < 2:
            return None
        pair = _other_example(draw) if control else (source.instance.goal, source.plan)
        if pair is None:
            return None
        goals = self.goals(draw, pair[1])
        if goals is None:
            return None
        example_goal, asked = self.control_goals(draw, pair) if control else goals
        instance = source.instance.aiming(asked)
        plan = optimal_plan(draw.world, instance)
        if plan is None or solves(draw.world, instance, pair[1]) is control:
            return None
        facts = {"example_goal": [atom_text(atom) for atom in example_goal], "plan": list(pair[1])}
        notes = {"optimal_length": len(plan), "control": control}
        answer = plan if control else pair[1]
        return Drawn(instance, facts, {"plan": list(answer)}, notes)

    def control_goals(
        self, draw: Draw, pair: tuple[Sequence[Atom], Sequence[str]]
    ) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """Return the goal of the control's example and the asked goal, rewritten as in any question of the kind."""
        raise NotImplementedError

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores of the plan for the asked goal, and whether the example's plan was copied."""
        copied = answer.kind == "plan" and list(answer.steps) == list(case.facts["plan"])
        return {**plan_scores(case, answer), "copied": copied, "control": bool(case.notes["control"])}


class GoalShuffled(_Reformulated):
    """The same conditions in another order."""

    name = "goal_shuffled"

    def goals(self, draw: Draw, shown: Sequence[str]) -> tuple[Sequence[Atom], Sequence[Atom]] | None:
        """Return the goal as it stands and in an order that is not its own."""
        goal = draw.source.instance.goal
        return goal, _reordered(draw, goal)

    def control_goals(
        self, draw: Draw, pair: tuple[Sequence[Atom], Sequence[str]]
    ) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """Return the other goal, and the instance's own goal in another order."""
        return pair[0], _reordered(draw, draw.source.instance.goal)


class FullToPartial(_Reformulated):
    """The example aims at a complete state, the question at a part of it."""

    name = "goal_full_to_partial"

    def goals(self, draw: Draw, shown: Sequence[str]) -> tuple[Sequence[Atom], Sequence[Atom]] | None:
        """Return the final state of the shown plan and the goal as it stands."""
        return final_state(draw, shown), draw.source.instance.goal

    def control_goals(
        self, draw: Draw, pair: tuple[Sequence[Atom], Sequence[str]]
    ) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """Return the final state of the other plan and the goal as it stands."""
        return final_state(draw, pair[1]), draw.source.instance.goal


class PartialToFull(_Reformulated):
    """The example aims at a part of a state, the question at all of it."""

    name = "goal_partial_to_full"

    def goals(self, draw: Draw, shown: Sequence[str]) -> tuple[Sequence[Atom], Sequence[Atom]] | None:
        """Return the goal as it stands and the final state of the shown plan."""
        return draw.source.instance.goal, final_state(draw, shown)

    def control_goals(
        self, draw: Draw, pair: tuple[Sequence[Atom], Sequence[str]]
    ) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """Return the other goal and the final state of the instance's own plan."""
        return pair[0], final_state(draw, draw.source.plan)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores, and whether a plan reaches the example's goal and misses only what the state adds."""
        scores = super().grade(case, answer)
        weaker = case.instance.aiming([atom_of(text) for text in case.facts["example_goal"]])
        missed = scores["verdict"] == "goal_not_reached" and solves(case.world, weaker, answer.steps)
        return {**scores, "misses_only_additions": missed}


class PlanReuse(Kind):
    """A goal that a prefix of the example's plan reaches: the complete state after it."""

    name = "plan_reuse"
    spare = 0

    def draw(self, draw: Draw) -> Drawn | None:
        """Return the state after a proper prefix as the goal."""
        source = draw.source
        if len(source.plan) < 2:
            return None
        length = draw.chance.randint(1, len(source.plan) - 1)
        instance = source.instance.aiming(final_state(draw, source.plan[:length]))
        plan = optimal_plan(draw.world, instance)
        if plan is None:
            return None
        facts = {"example_goal": [atom_text(atom) for atom in source.instance.goal], "plan": list(source.plan)}
        notes = {"optimal_length": len(plan), "prefix": length}
        return Drawn(instance, facts, {"plan": list(source.plan[:length])}, notes)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores for the stated goal, and whether the answer is a prefix of the example's plan."""
        steps, shown = list(answer.steps), list(case.facts["plan"])
        prefix = answer.kind == "plan" and steps == shown[: len(steps)]
        return {**plan_scores(case, answer), "is_prefix": prefix, "copied": answer.kind == "plan" and steps == shown}


def final_state(draw: Draw, plan: Sequence[str]) -> list[Atom]:
    """Return every changing fact of the state after a plan."""
    state = states_along(draw.world, draw.source.instance, plan)[-1]
    return sorted(atom for atom in state if atom[0] not in draw.world.static)


def _reordered(draw: Draw, goal: Sequence[Atom]) -> list[Atom]:
    order = list(goal)
    while order == list(goal):
        draw.chance.shuffle(order)
    return order


def _other_example(draw: Draw) -> tuple[Sequence[Atom], Sequence[str]] | None:
    """Return another goal that can be reached from the same state, with an optimal plan that misses the own goal."""
    instance: Instance = draw.source.instance
    for _ in range(MOST_TRIES):
        steps = walk(draw, [], len(draw.source.plan) + draw.chance.randint(0, 4))
        state = states_along(draw.world, instance, steps)[-1]
        new = sorted(atom for atom in state - instance.init if atom[0] in draw.world.goal)
        if not new:
            continue
        goal = draw.chance.sample(new, min(len(new), len(instance.goal)))
        plan = optimal_plan(draw.world, instance.aiming(goal))
        if plan and not solves(draw.world, instance, plan):
            return goal, plan
    return None
