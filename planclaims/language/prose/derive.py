"""Sentences made of a relation's name, and of what the domain tells about its arguments.

Every function returns candidates, best first; which one is used depends on what else is said in the domain.
The rules are those of docs/phrases.md.
"""

from __future__ import annotations

from planclaims.language.prose.derive_one import of_one
from planclaims.language.prose.derive_several import of_several
from planclaims.language.prose.lexicon import (
    SWITCHES,
    is_adjective,
    is_gerund,
    third_person,
)
from planclaims.language.prose.relation import UNLIKE, Relation, Statement, Words, quality, state
from planclaims.language.prose.word_forms import listing, the


def sentences(relation: Relation) -> list[Statement]:
    """Return statements that a person might make of the relation, then those that can be told from any other."""
    arity = len(relation.kinds)
    if relation.words[0] in ("not", "no") and len(relation.words) > 1:
        made = _counted(relation)
    elif arity == 0:
        made = _alone(relation)
    elif arity == 1:
        made = of_one(relation)
    else:
        made = of_several(relation)
    return [*made, *neutral(relation)]


def neutral(relation: Relation) -> list[Statement]:
    """Return statements that leave open what the relation means, with the order of the arguments kept."""
    quoted, arity = f'"{relation.text}"', len(relation.kinds)
    if arity == 0:
        return [state(f"the condition {quoted}", "is", "met")]
    order = ", in this order" if arity > 1 else ""
    return [state(quoted, "holds for", f"{listing([f'{{{i}}}' for i in range(arity)])}{order}")]


def _counted(relation: Relation) -> list[Statement]:
    """Return what is made of a name like `not-boarded`, distinct from the denial of `boarded`."""
    rest = relation.words[1:]
    if len(relation.kinds) != 1:
        return []
    if relation.words[0] == "no" and rest[-1] in relation.kinds[0] and len(rest) > 1:
        return [state("{0}", "is", f"a no-{' '.join(rest)}")]
    if third_person(rest[0]):
        verb = rest[0].removesuffix("e") + "ing"
        return [state("{0}", "counts", f"as not {' '.join((verb, *rest[1:]))}")]
    if relation.words[0] == "no":
        return [Statement(f"{{0}} has no {' '.join(rest)}", f"{UNLIKE} {{0}} has no {' '.join(rest)}")]
    return [state("{0}", "counts", f"as not {' '.join(rest)}")]


def _alone(relation: Relation) -> list[Statement]:
    words = relation.words
    first, last = words[0], words[-1]
    place = _inner_preposition(words)
    if len(words) == 1:
        return [state("it", "is", first)] if is_adjective(first) or is_gerund(first) else []
    if first in ("has", "have", "holding", "carrying"):
        return [state(the(" ".join(words[1:])), "is", "at hand")] if len(words) > 1 else []
    if first in ("is", "are") and is_adjective(last):
        return [state("it", "is", " ".join(words[1:]))]
    if place:
        return [state(the(" ".join(words[: place[0]])), "is", f"{words[place[0]]} {the(' '.join(words[place[1] :]))}")]
    if last in SWITCHES or is_adjective(last) or is_gerund(last):
        return [quality(the(" ".join(words[:-1])), last)]
    verb = third_person(words[1])
    if verb and words[1] != verb[1]:
        return [state(the(first), verb[0], the(" ".join(words[2:])) if len(words) > 2 else "")]
    return []


def _inner_preposition(words: Words) -> tuple[int, int] | None:
    """Return where a one-word preposition stands with words on both sides, and where the rest begins."""
    for i in range(1, len(words) - 1):
        if words[i] in ("at", "in", "on", "inside", "near", "under"):
            return i, i + 1
    return None
