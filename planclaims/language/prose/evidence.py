"""What the places of a relation are about, as far as types, variables and the actions tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from planclaims.language.prose.lexicon import AGENTS, PLACES, THINGS
from planclaims.language.prose.word_forms import bare, spoken
from planclaims.semantics.formula import Atom, Holds, Parameter, leaves
from planclaims.semantics.model import ROOT_TYPE, ActionSchema, Domain

Kinds = tuple[frozenset[str], ...]
"""Per argument, the words that say what stands there."""


class Evidence:
    """Collects, for every relation, the words that the domain uses for its arguments."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        signatures = {**domain.functions, **domain.predicates}
        self._found = {name: [self._of(parameter) for parameter in places] for name, places in signatures.items()}
        for schema in domain.actions.values():
            self._read(schema)

    def kinds(self, name: str) -> Kinds:
        """Return the words for each argument of the relation or quantity."""
        return tuple(frozenset(found) for found in self._found[name])

    def _of(self, parameter: Parameter) -> set[str]:
        named = set(spoken(bare(parameter.name)))
        above = {kind for declared in parameter.types for kind in self._domain.supertypes(declared)} - {ROOT_TYPE}
        return named | {word for kind in above for word in (" ".join(spoken(bare(kind))), spoken(bare(kind))[-1])}

    def _read(self, schema: ActionSchema) -> None:
        """Add the words that the action has for the variables it puts into relations."""
        words: dict[str, set[str]] = {parameter.name: self._of(parameter) for parameter in schema.parameters}
        atoms = list(_atoms(schema))
        for atom in atoms:
            if len(atom) == 2 and atom[1] in words and len(spoken(atom[0])) == 1:
                words[atom[1]] |= set(spoken(atom[0])) & _NOUNS
        for name, *terms in atoms:
            for found, term in zip(self._found[name], terms, strict=True):
                found.update(words.get(term, ()))


_NOUNS = AGENTS | PLACES | THINGS


def _atoms(schema: ActionSchema) -> Iterator[Atom]:
    for leaf in leaves(schema.precondition):
        if isinstance(leaf, Holds):
            yield leaf.atom
    for effect in schema.effects:
        yield from effect.add
        yield from effect.delete


def acts(kind: frozenset[str]) -> bool:
    """Return whether the argument is something that does things."""
    return bool(kind & AGENTS)


def is_place(kind: frozenset[str]) -> bool:
    """Return whether the argument is somewhere that things can be."""
    return bool(kind & PLACES) and not kind & (AGENTS | THINGS)


def is_thing(kind: frozenset[str]) -> bool:
    """Return whether the argument is something that is moved or used."""
    return bool(kind & THINGS) and not acts(kind)


def alike(first: frozenset[str], second: frozenset[str], typed: Collection[str]) -> bool:
    """Return whether nothing tells the two arguments apart: letters of untyped variables do not."""
    left, right = ({word for word in kind if len(word) > 2 or word in typed} for kind in (first, second))
    return not left ^ right or (not left and not right) or bool(left & right)
