"""Effects: checked against their scope and spelt for the pddl package."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from planclaims.pddl_io.conditions import condition, expression, quantified, timed
from planclaims.pddl_io.declarations import CONNECTIVES
from planclaims.pddl_io.dialect import applied, repeated
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.source import Group, Node
from planclaims.pddl_io.typed_list import parameters
from planclaims.semantics.formula import COMPARISONS

CHANGES = frozenset({"assign", "increase", "decrease", "scale-up", "scale-down"})
NO_FACTS = CONNECTIVES.union(COMPARISONS)
UNSUPPORTED = {"oneof": "non-deterministic effects", "probabilistic": "probabilistic effects"}


@dataclass
class EffectReader:
    """Reads the effect of one action, and remembers the numeric changes it has seen."""

    seen: Counter[str] = field(default_factory=Counter)

    def read(self, node: Node, scope: Scope) -> str:
        """Return the package's text of a checked effect."""
        return f"({' '.join(['and', *self._parts(node, scope, nested=False)])})"

    def _parts(self, node: Node, scope: Scope, *, nested: bool) -> list[str]:
        """Return the effects of a possibly nested conjunction as one list: the package reads no other."""
        group = scope.source.group(node, "an effect")
        if not group.items:
            return []
        if group.head in scope.domain.predicates:
            return [applied(*scope.atom(group))]
        match group.head:
            case "and":
                return [text for part in group.items[1:] for text in self._parts(part, scope, nested=nested)]
            case "not":
                return [f"(not {applied(*scope.atom(self._only_part(group, scope)))})"]
            case "forall" | "when" if nested:
                raise scope.source.error(
                    f"{group.head} inside the effect of a when", group, found=group, allowed="simple effects"
                )
            case "forall" | "when":
                return self._quantified(group, scope) if group.head == "forall" else [self._when(group, scope)]
            case change if change in CHANGES:
                return [self._change(group, scope)]
        if group.head in UNSUPPORTED or timed(group):
            raise scope.source.unsupported(UNSUPPORTED.get(group.head, "durative actions"), group)
        return [applied(*scope.atom(self._fact(group, scope)))]

    def _only_part(self, group: Group, scope: Scope) -> Group:
        if len(group.items) != 2:
            raise scope.source.error("wrong number of parts in an effect", group, found=group, allowed="1 after not")
        return self._fact(scope.source.group(group.items[1], "a fact"), scope)

    def _fact(self, group: Group, scope: Scope) -> Group:
        """Return the group unless it is a condition, which would leave open what the effect makes true."""
        if group.head in NO_FACTS:
            raise scope.source.error(
                f"{group.head} cannot stand here in an effect", group, found=group, allowed="a fact"
            )
        return group

    def _quantified(self, group: Group, scope: Scope) -> list[str]:
        variables_node, body = self._pair(group, scope)
        nodes = scope.source.group(variables_node, "variables").items
        variables = parameters(scope.source, scope.domain, nodes)
        parts = self._parts(body, scope.extended(variables), nested=False)
        return parts if not variables else [quantified("forall", variables, f"({' '.join(['and', *parts])})")]

    def _when(self, group: Group, scope: Scope) -> str:
        condition_node, body = self._pair(group, scope)
        parts = self._parts(body, scope, nested=True)
        return f"(when {condition(condition_node, scope)} ({' '.join(['and', *parts])}))"

    def _change(self, group: Group, scope: Scope) -> str:
        target, amount = self._pair(group, scope)
        fluent, by = applied(*scope.fluent(target)), expression(amount, scope)
        change = f"({group.head} {fluent} {by})"
        for _ in range(self.seen[change]):
            by = repeated(by)
        self.seen[change] += 1
        return f"({group.head} {fluent} {by})"

    def _pair(self, group: Group, scope: Scope) -> tuple[Node, Node]:
        if len(group.items) != 3:
            allowed = f"2 after {group.head}"
            raise scope.source.error("wrong number of parts in an effect", group, found=group, allowed=allowed)
        return group.items[1], group.items[2]
