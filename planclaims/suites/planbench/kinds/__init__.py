"""The kinds of questions, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from planclaims.suites.planbench.kinds.execution import PlanExecution
from planclaims.suites.planbench.kinds.generalisation import PlanGeneralisation
from planclaims.suites.planbench.kinds.kind import Kind
from planclaims.suites.planbench.kinds.plans import CostOptimal, PlanGeneration, Unsolvable
from planclaims.suites.planbench.kinds.reformulation import FullToPartial, GoalShuffled, PartialToFull, PlanReuse
from planclaims.suites.planbench.kinds.replanning import Replanning
from planclaims.suites.planbench.kinds.verification import PlanVerification

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
