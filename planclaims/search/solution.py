"""What a search may use and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.errors import LimitExceeded
from planclaims.semantics.action import GroundAction


@dataclass(frozen=True, slots=True)
class Limits:
    """How many states a search may meet and how many bytes it may hold."""

    states: int = 200_000_000
    memory_bytes: int = 4 * 2**30

    def check_states(self, states: int) -> None:
        """Raise LimitExceeded once more states have been met than allowed."""
        if states > self.states:
            raise LimitExceeded(f"the search met more than {self.states} states without an answer")

    def check_memory(self, needed: int) -> None:
        """Raise LimitExceeded if the search would need more bytes than allowed."""
        if needed > self.memory_bytes:
            raise LimitExceeded(f"the search needs {needed} bytes of memory; {self.memory_bytes} are allowed")


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
