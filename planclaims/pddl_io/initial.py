"""The initial state as written: facts and exact fluent values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from planclaims.pddl_io.dialect import exact
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.source import Group, Node, Word
from planclaims.semantics.formula import Atom, Fluent, prefix_form

NUMBERS = "a number such as 3, -2, 0.5 or 1e3"


@dataclass
class WrittenInitial:
    """The facts that hold, the facts said not to hold, and the values of the fluents."""

    scope: Scope
    facts: dict[Atom, Node] = field(default_factory=dict)
    denied: dict[Atom, Node] = field(default_factory=dict)
    values: dict[Fluent, Fraction] = field(default_factory=dict)

    def read(self, nodes: Iterable[Node]) -> None:
        """Take in the elements of an `:init` section; a contradiction between them is an error."""
        for node in nodes:
            self._element(self.scope.source.group(node, "a fact"))
        for atom, node in self.denied.items():
            if atom in self.facts:
                raise self.scope.source.error("a fact is both stated and denied", node, found=prefix_form(*atom))

    def _element(self, group: Group) -> None:
        source = self.scope.source
        if group.head == "=":
            self._value(group)
        elif group.head == "at" and len(group.items) == 3 and _timed(group):
            raise source.unsupported("timed initial literals", group)
        elif group.head == "not":
            if len(group.items) != 2:
                raise source.error("not takes one fact", group, found=group)
            self.denied[self.scope.atom(source.group(group.items[1], "a fact"))] = group
        else:
            self.facts[self.scope.atom(group)] = group

    def _value(self, group: Group) -> None:
        source = self.scope.source
        if len(group.items) != 3:
            raise source.error("this is no initial value", group, found=group, allowed="(= (function ...) number)")
        fluent, value = self.scope.fluent(group.items[1]), _number(group.items[2])
        if value is None:
            raise source.error(
                f"the initial value of {group.items[1]} is no number", group, found=group.items[2], allowed=NUMBERS
            )
        old = self.values.get(fluent)
        if old is not None and old != value:
            raise source.error(
                f"two initial values for {prefix_form(*fluent)}", group, found=f"{old} and {value}", allowed="one"
            )
        self.values[fluent] = value


def _number(node: Node) -> Fraction | None:
    if isinstance(node, Word):
        return exact(node.text)
    if node.head == "-" and len(node.items) == 2:
        value = _number(node.items[1])
        return None if value is None else -value
    return None


def _timed(group: Group) -> bool:
    """Return whether the group is `(at number fact)`; `(at 1 x)` speaks of an object that is named by a digit."""
    when, what = group.items[1:]
    return isinstance(when, Word) and exact(when.text) is not None and isinstance(what, Group)
