"""A domain under other names: actions, predicates and types by tables, parameters and variables by their number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planclaims.semantics.formula import And, Atom, Exists, ForAll, Formula, Holds, Not, Or, Parameter, Same
from planclaims.semantics.model import ActionSchema, Domain, Effect

Names = Mapping[str, str]


def renamed_domain(domain: Domain, actions: Names, predicates: Names, types: Names) -> Domain:
    """Return the domain under its new names, called `world`; parameters get the names x1, x2 and so on."""
    renamer = _Renamer(predicates, types, {})
    return Domain(
        name="world",
        types={types.get(name, name): renamer.kinds(parents) for name, parents in domain.types.items()},
        constants={name: renamer.kinds(own) for name, own in domain.constants.items()},
        predicates={
            predicates.get(name, name): renamer.numbered(own).parameters(own) for name, own in domain.predicates.items()
        },
        functions=domain.functions,
        actions={
            actions.get(name, name): renamer.numbered(schema.parameters).schema(actions.get(name, name), schema)
            for name, schema in domain.actions.items()
        },
    )


@dataclass(frozen=True)
class _Renamer:
    """The new names of predicates, types and variables."""

    predicates: Names
    types: Names
    variables: Names

    def numbered(self, parameters: tuple[Parameter, ...]) -> _Renamer:
        """Return a renamer that numbers these parameters after the ones it knows."""
        known = dict(self.variables)
        for parameter in parameters:
            known[parameter.name] = f"?x{len(known) + 1}"
        return _Renamer(self.predicates, self.types, known)

    def kinds(self, listed: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.types.get(kind, kind) for kind in listed)

    def parameters(self, listed: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
        return tuple(Parameter(self.variables[one.name], self.kinds(one.types)) for one in listed)

    def atom(self, atom: Atom) -> Atom:
        return (self.predicates.get(atom[0], atom[0]), *(self.variables.get(term, term) for term in atom[1:]))

    def schema(self, name: str, schema: ActionSchema) -> ActionSchema:
        effects = tuple(map(self.effect, schema.effects))
        return ActionSchema(name, self.parameters(schema.parameters), self.formula(schema.precondition), effects)

    def effect(self, effect: Effect) -> Effect:
        inner = self.numbered(effect.variables)
        add, delete = tuple(map(inner.atom, effect.add)), tuple(map(inner.atom, effect.delete))
        return Effect(add, delete, effect.changes, inner.formula(effect.condition), inner.parameters(effect.variables))

    def formula(self, part: Formula) -> Formula:
        match part:
            case Holds(atom):
                return Holds(self.atom(atom))
            case Same(left, right):
                return Same(self.variables.get(left, left), self.variables.get(right, right))
            case Not(inner):
                return Not(self.formula(inner))
            case And(parts):
                return And(tuple(map(self.formula, parts)))
            case Or(parts):
                return Or(tuple(map(self.formula, parts)))
            case ForAll(variables, body):
                below = self.numbered(variables)
                return ForAll(below.parameters(variables), below.formula(body))
            case Exists(variables, body):
                below = self.numbered(variables)
                return Exists(below.parameters(variables), below.formula(body))
            case _:
                raise TypeError(f"numbers cannot be renamed: {part}")
