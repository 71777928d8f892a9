"""The kinds of questions, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from .execution import PlanExecution
from .generalisation import PlanGeneralisation
from .kind import Kind
from .plans import CostOptimal, PlanGeneration, Unsolvable
from .reformulation import FullToPartial, GoalShuffled, PartialToFull, PlanReuse
from .replanning import Replanning
from .verification import PlanVerification

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        PlanGeneration(),
        CostOptimal(),
        PlanVerification(),
        PlanExecution(),
        GoalShuffled(),
        FullToPartial(),
        PartialToFull(),
        PlanReuse(),
        Replanning(),
        PlanGeneralisation(),
        Unsolvable(),
    )
}
