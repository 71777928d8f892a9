"""Plan, then act: find out what determines the task, have a strategy plan it, carry the plan out (protocol 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from planclaims.seam import CallKind, Determined, Model, Stage, Strategy, ToolCall, Turn


@dataclass(frozen=True, kw_only=True)
class PlanThenActConfig:
    """How many plans are asked for at most: the first one, and a new one after each refusal that is not the end."""

    plans: int = 1


class PlanThenAct:
    """Make the determining calls, ask an offline strategy for a plan on what they tell, carry it out, claim.

    The model is asked exactly what the strategy asks it, so it loses nothing to the strategy while the calls suffice.
    """

    config_type: ClassVar = PlanThenActConfig
    needs_planner: ClassVar = True
    """An offline strategy makes the plans, and the world must be determined by a few calls."""

    def __init__(self, config: PlanThenActConfig, planner: Strategy) -> None:
        self.config = config
        self.planner = planner

    def act(self, stage: Stage, model: Model) -> None:
        """Act until the episode has ended; TypeError for a world that no few calls determine."""
        world = stage.determined
        if world is None:
            raise TypeError("plan-then-act needs a world that a few calls determine")
        _make(stage, world.lasting)
        left = self.config.plans
        while stage.ending is None:
            left -= 1
            self._plan_and_act(stage, world, model, give_up=left > 0)

    def _plan_and_act(self, stage: Stage, world: Determined, model: Model, *, give_up: bool) -> None:
        """Carry out one plan to its claim, or up to the first refusal if that is to be planned anew."""
        _make(stage, world.current)
        if stage.ending is None:
            question = world.question()
            answer = question.read(self.planner.answer(question, model))
            _make(stage, world.calls_of(answer), give_up=give_up)


def _make(stage: Stage, calls: Sequence[ToolCall], *, give_up: bool = False) -> None:
    """Make the calls until the episode has ended, or one is refused and that is a reason to give up."""
    for call in calls:
        if stage.ending is not None or (stage.call(Turn("", call)).kind is CallKind.REFUSED and give_up):
            return
