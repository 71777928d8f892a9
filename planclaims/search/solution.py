"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.semantics.action import GroundAction


@dataclass(frozen=True, slots=True)
class Solution:
    """An optimal plan, or the statement that all reachable states were searched and none is a goal state.

    `reachable_states` counts the states met; they are all the reachable ones if the search was `exhausted`.
    If `canonical`, states that differ only by exchanging interchangeable objects count as one.
    """

    solvable: bool
    plan: tuple[GroundAction, ...] | None
    reachable_states: int
    exhausted: bool
    canonical: bool = False

    @property
    def optimal_length(self) -> int | None:
        """Return the number of actions of a shortest plan, or None if there is no plan."""
        return None if self.plan is None else len(self.plan)
