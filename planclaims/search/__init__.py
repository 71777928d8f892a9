"""Exact breadth-first search: optimal lengths, optimal plans, and unsolvability by exhaustion."""

from __future__ import annotations

from planclaims.search.limits import GIBIBYTE, Limits
from planclaims.search.solution import Solution
from planclaims.search.solve import solve

__all__ = ["GIBIBYTE", "Limits", "Solution", "solve"]
