"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.semantics.action import GroundAction


@dataclass(frozen=True, slots=True)
class Solution:
    """An optimal plan, or the statement that all reachable states were searched and none is a goal state.

    `reachable_states` counts, if the search was `exhausted`, all reachable states; else the states nearer than the
    goal, and one goal state. States count as one if they differ only in fluents that no decision hangs on and, if
    `canonical`, also if they differ only by exchanging interchangeable objects. `told_apart` is the number of all
    reachable states without such exchanges, where it was asked for and is cheap to find.
    """

    solvable: bool
    plan: tuple[GroundAction, ...] | None
    reachable_states: int
    exhausted: bool
    canonical: bool = False
    told_apart: int | None = None

    @property
    def optimal_length(self) -> int | None:
        """Return the number of actions of a shortest plan, or None if there is no plan."""
        return None if self.plan is None else len(self.plan)
