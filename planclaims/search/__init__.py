"""Exact breadth-first search: optimal lengths, optimal plans, and unsolvability by exhaustion."""

from __future__ import annotations

from planclaims.search.plain import solve_plainly
from planclaims.search.solution import Limits, Solution
from planclaims.semantics.task import Task

__all__ = ["Limits", "Solution", "solve"]


def solve(task: Task, limits: Limits | None = None) -> Solution:
    """Return an optimal plan of the task, or the statement that its reachable states hold no goal state."""
    return solve_plainly(task, limits)
