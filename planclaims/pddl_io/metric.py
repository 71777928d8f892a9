"""The optimisation metric: checked, then kept as text; plan quality is plan length whatever it says."""

from __future__ import annotations

from dataclasses import replace

from planclaims.pddl_io.conditions import expression
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.source import Group, Word

TOTAL_TIME = "total-time"
"""The one function that a metric may mention without a declaration."""
DIRECTIONS = ("minimize", "maximize")


def metric(section: Group | None, scope: Scope) -> str | None:
    """Return the text of the metric, such as `minimize (total-cost)`, or None if the problem has none."""
    if section is None:
        return None
    items = section.items[1:]
    if len(items) != 2 or not isinstance(items[0], Word) or items[0].text not in DIRECTIONS:
        allowed = "(:metric minimize expression) or (:metric maximize expression)"
        raise scope.source.error("this is no metric", section, found=section, allowed=allowed)
    functions = {TOTAL_TIME: (), **scope.domain.functions}
    expression(items[1], replace(scope, domain=replace(scope.domain, functions=functions)))
    return f"{items[0]} {items[1]}"
