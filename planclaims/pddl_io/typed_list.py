"""Typed lists: `a b - t c - (either u v) d`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from planclaims.pddl_io.source import Group, Node, Source, Word, listing
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import ROOT_TYPE, Domain


def typed_list(source: Source, nodes: Iterable[Node]) -> Iterator[tuple[Node, tuple[Word, ...]]]:
    """Yield each item of the list with its types as written; an item without a type has none."""
    waiting: list[Node] = []
    rest = iter(_unglued(nodes))
    for node in rest:
        if not (isinstance(node, Word) and node.text == "-"):
            waiting.append(node)
            continue
        kind = next(rest, None)
        if kind is None or not waiting:
            raise source.error("a typed list needs names before and a type after the hyphen", node)
        kinds = _types(source, kind)
        yield from ((item, kinds) for item in waiting)
        waiting = []
    yield from ((item, ()) for item in waiting)


def _unglued(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the words of a typed list; a hyphen that is glued to its neighbour, as in `?a -block`, is one of its own.

    A word that ends in a hyphen and stands before a type is glued too, for no real name ends so.
    """
    listed = [*nodes]
    for node, following in zip_longest(listed, listed[1:]):
        text = node.text if isinstance(node, Word) else ""
        if isinstance(node, Group) or len(text) < 2 or "-" not in (text[0], text[-1]):
            yield node
        elif text[0] == "-":
            yield from (Word("-", node.line), Word(text[1:], node.line))
        elif following is None or str(following)[0] in "-?":
            yield node
        else:
            yield from (Word(text[:-1], node.line), Word("-", node.line))


def _types(source: Source, node: Node) -> tuple[Word, ...]:
    if isinstance(node, Word):
        source.name(node, "type")
        return (node,)
    if node.head != "either" or len(node.items) < 2:
        raise source.error("this is no type", node, found=node, allowed="a type name or (either type ...)")
    return tuple(kind for item in node.items[1:] for kind in _types(source, item))


def declared_types(source: Source, domain: Domain, kinds: tuple[Word, ...]) -> tuple[str, ...]:
    """Return the names of the types, each of which must be declared; no type at all means the root."""
    for kind in kinds:
        if kind.text != ROOT_TYPE and kind.text not in domain.types:
            allowed = listing((ROOT_TYPE, *domain.types))
            raise source.error("undeclared type", kind, found=kind, allowed=allowed)
    return tuple(dict.fromkeys(kind.text for kind in kinds)) or (ROOT_TYPE,)


def parameters(source: Source, domain: Domain, nodes: Sequence[Node]) -> tuple[Parameter, ...]:
    """Return the typed variables of a list; a variable may stand there only once."""
    seen = set()
    for node, _ in typed_list(source, nodes):
        if str(node) in seen:
            raise source.error("a variable is declared twice", node, found=node, allowed="each variable once")
        seen.add(str(node))
    return places(source, domain, nodes)


def places(source: Source, domain: Domain, nodes: Sequence[Node]) -> tuple[Parameter, ...]:
    """Return the typed argument places of a predicate or function, whose variable names mean nothing."""
    found = []
    for node, kinds in typed_list(source, nodes):
        if isinstance(node, Group) or not node.text.startswith("?"):
            raise source.error("this is no variable", node, found=node, allowed="a name after a question mark")
        source.name(Word(node.text[1:], node.line), "variable name")
        found.append(Parameter(node.text, declared_types(source, domain, kinds)))
    return tuple(found)
