"""What the names inside a condition or an effect may refer to; anything else is an error with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from planclaims.pddl_io.source import Group, Node, Source, Word, listing
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import Domain


@dataclass(frozen=True)
class Scope:
    """The declared names, the objects and the variables visible at a place of the file."""

    source: Source
    domain: Domain
    objects: Mapping[str, tuple[str, ...]]
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def extended(self, parameters: tuple[Parameter, ...]) -> Scope:
        """Return the scope inside a quantifier over the parameters."""
        return replace(self, variables={**self.variables, **{p.name: p.types for p in parameters}})

    def term(self, node: Node) -> str:
        """Return the name of a declared variable or object."""
        if isinstance(node, Group):
            raise self.source.error("expected a variable or an object", node, found=node)
        known = self.variables if node.text.startswith("?") else self.objects
        if node.text not in known:
            what = "undeclared variable" if node.text.startswith("?") else "unknown object"
            raise self.source.error(what, node, found=node, allowed=listing(known))
        return node.text

    def atom(self, group: Group) -> tuple[str, ...]:
        """Return the predicate and the terms, checked against the declaration."""
        return self._application(group, "predicate", self.domain.predicates)

    def fluent(self, node: Node) -> tuple[str, ...]:
        """Return the function and the terms, checked against the declaration; `f` alone stands for `(f)`."""
        group = Group((node,), node.line) if isinstance(node, Word) else node
        return self._application(group, "function", self.domain.functions)

    def _application(self, group: Group, what: str, declared: Mapping[str, tuple[Parameter, ...]]) -> tuple[str, ...]:
        name = group.head
        if name not in declared:
            raise self.source.error(f"undeclared {what}", group, found=name or group, allowed=listing(declared))
        wanted, given = declared[name], group.items[1:]
        if len(wanted) != len(given):
            allowed = f"{len(wanted)} argument{'' if len(wanted) == 1 else 's'}"
            raise self.source.error(f"wrong number of arguments for {name}", group, found=group, allowed=allowed)
        terms = tuple(map(self.term, given))
        for parameter, term, node in zip(wanted, terms, given, strict=True):
            if not self._fits(term, parameter):
                have, need = " or ".join(self._types(term)), " or ".join(parameter.types)
                found = f"{term} of type {have}"
                raise self.source.error(f"wrong type of argument in {group}", node, found=found, allowed=need)
        return (name, *terms)

    def _types(self, term: str) -> tuple[str, ...]:
        return self.variables[term] if term.startswith("?") else self.objects[term]

    def _fits(self, term: str, parameter: Parameter) -> bool:
        """Return whether the term is, or for a variable of a wider type can be, of the wanted type."""
        wanted = set(parameter.types)
        if any(wanted & self.domain.supertypes(kind) for kind in self._types(term)):
            return True
        if not term.startswith("?"):
            return False
        own = set(self._types(term))
        lines = (self.domain.supertypes(kind) for kind in self.domain.types)
        return any(wanted & line and own & line for line in lines)
