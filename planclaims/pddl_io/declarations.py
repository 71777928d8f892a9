"""What a file declares: types, objects, predicates and functions, in order of declaration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from planclaims.pddl_io.sections import Outline
from planclaims.pddl_io.source import Group, Node, Source, Word
from planclaims.pddl_io.typed_list import declared_types, places, typed_list
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import ROOT_TYPE, Domain

CONNECTIVES = frozenset({"and", "or", "not", "imply", "forall", "exists", "when"})
"""Heads of conditions and effects; as a predicate, one would change what every formula of the file means."""


def declared_domain(source: Source, parts: Outline) -> Domain:
    """Return the domain of a file with everything but its actions."""
    domain = Domain(parts.name, types(source, parts.sections.get(":types")), {}, {}, {}, {})
    constants, _ = objects(source, domain, parts.sections.get(":constants"), {})
    return replace(
        domain,
        constants=constants,
        predicates=_signatures(source, domain, "predicate", _items(parts.sections.get(":predicates"))),
        functions=_signatures(source, domain, "function", _functions(source, parts.sections.get(":functions"))),
    )


def types(source: Source, section: Group | None) -> dict[str, tuple[str, ...]]:
    """Return the direct supertypes of every declared type; a supertype counts as declared."""
    found: dict[str, tuple[str, ...]] = {}
    for node, kinds in typed_list(source, _items(section)):
        name = source.name(node, "type name")
        parents = tuple(kind.text for kind in kinds)
        if name == ROOT_TYPE:
            if any(parent != ROOT_TYPE for parent in parents):
                raise source.error(f"{ROOT_TYPE} cannot have a supertype", node, found=", ".join(parents))
            continue
        found[name] = tuple(dict.fromkeys((*found.get(name, ()), *parents)))
        for parent in parents:
            if parent != ROOT_TYPE:
                found.setdefault(parent, ())
    for name in found:
        _check_acyclic(source, found, name, section)
    return {name: parents or (ROOT_TYPE,) for name, parents in found.items()}


def _check_acyclic(source: Source, types: Mapping[str, tuple[str, ...]], name: str, section: Group | None) -> None:
    waiting, seen = list(types[name]), set[str]()
    while waiting:
        parent = waiting.pop()
        if parent == name:
            raise source.error("a type is its own supertype", section or 1, found=name)
        if parent not in seen:
            seen.add(parent)
            waiting.extend(types.get(parent, ()))


def objects(
    source: Source, domain: Domain, section: Group | None, known: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the objects of a section with their types, and a note for each that was declared already."""
    found: dict[str, tuple[str, ...]] = {}
    notes = []
    for node, kinds in typed_list(source, _items(section)):
        name = source.name(node, "object name")
        new, old = declared_types(source, domain, kinds), {**known, **found}.get(name)
        if old is not None and old != new:
            raise source.error(
                f"conflicting types for the object {name}", node, found=" and ".join(new), allowed=" and ".join(old)
            )
        if old is not None:
            notes.append(f"{source.path}:{node.line}: the object {name} is declared twice, with the same type")
        if name not in known:
            found[name] = new
    return found, tuple(notes)


def _functions(source: Source, section: Group | None) -> tuple[Node, ...]:
    """Return the function skeletons; `- number` may follow them, any other type is an object fluent."""
    found = []
    for node, kinds in typed_list(source, _items(section)):
        for kind in kinds:
            if kind.text != "number":
                raise source.unsupported(f"object fluents (a function of type {kind})", kind)
        found.append(node)
    return tuple(found)


def _signatures(source: Source, domain: Domain, what: str, nodes: tuple[Node, ...]) -> dict[str, tuple[Parameter, ...]]:
    found: dict[str, tuple[Parameter, ...]] = {}
    for node in nodes:
        group = source.group(node, f"a {what}")
        first = group.items[0] if group.items else Word("()", group.line)
        name = source.name(first, f"{what} name")
        if name in CONNECTIVES:
            raise source.error(f"{name} is a word of PDDL itself", group, found=group, allowed=f"another {what} name")
        if name in found:
            raise source.error(f"a {what} is declared twice", group, found=name, allowed=f"each {what} once")
        found[name] = places(source, domain, group.items[1:])
    return found


def _items(section: Group | None) -> tuple[Node, ...]:
    return section.items[1:] if section else ()
