"""Exact breadth-first search: optimal lengths, optimal plans, and unsolvability by exhaustion."""

from __future__ import annotations

from planclaims.search.solution import Limits, Solution
from planclaims.search.solve import solve

__all__ = ["Limits", "Solution", "solve"]
