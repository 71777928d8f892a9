"""Words for quantities, made of their names and of what the domain tells about their arguments."""

from __future__ import annotations

from planclaims.language.prose.evidence import alike, is_place
from planclaims.language.prose.lexicon import (
    FUNCTIONAL,
    LINKS_BY_KIND,
    MASS,
    MODALS,
    SPANS,
    is_adjective,
    is_gerund,
    third_person,
)
from planclaims.language.prose.relation import Relation
from planclaims.language.prose.word_forms import is_plural, listing

_TRAILING = frozenset(["to", "from", "at", "in", "on"])


def quantity_names(relation: Relation) -> list[str]:
    """Return templates that name the quantity, the most natural first, then one told from any other."""
    arity = len(relation.kinds)
    every = listing([f"{{{i}}}" for i in range(arity)])
    order = ", in this order" if arity > 1 else ""
    quoted = f'the value "{relation.text}"' + (f" of {every}{order}" if arity else "")
    if relation.words[0] in ("has", "have") and len(relation.words) > 1 and arity == 1:
        return [f"the {' '.join(relation.words[1:])} that {{0}} has", quoted]
    if relation.words[0] in ("on", "in", "at") and arity == 1:
        return [f"the number {relation.text} {{0}}", quoted]
    if relation.words[0] in MODALS or relation.words[0] in ("has", "have", "is", "at", "in", "on"):
        return [quoted]
    noun, last = _noun(relation), relation.words[-1]
    if arity == 0:
        return [noun, quoted]
    if arity == 1:
        if len(relation.words) > 1 and is_place(relation.kinds[0]) and (is_gerund(last) or is_adjective(last)):
            return [f"{noun} at {{0}}", quoted]
        return [f"{noun} {{0}}" if relation.words[-1] in _TRAILING else f"{noun} of {{0}}", quoted]
    return [noun + _arguments(relation), quoted]


def _noun(relation: Relation) -> str:
    words = relation.words[:-1] if relation.words[-1] == "of" and len(relation.words) > 1 else relation.words
    if relation.kinds and len(words) > 1 and words[0] in relation.kinds[0] and third_person(words[0]) is None:
        words = words[1:]
    if words[0] == "number" and len(words) > 1:
        return f"the number of {' '.join(words[2:] if words[1] == 'of' else words[1:])}"
    text = " ".join(words)
    if len(words) > 1 and words[-1] in _TRAILING and is_plural(words[-2]):
        return f"the number of {text}"
    if len(words) > 1 and is_plural(words[-2]) and words[-2] != "data" and is_adjective(words[-1]):
        return f"the number of {text}"
    counted = is_plural(text) and words[-1] not in MASS and words[-1] != "data" and words[-1] not in FUNCTIONAL
    return f"the number of {text}" if counted and len(relation.kinds) <= 1 else f"the {text}"


def _arguments(relation: Relation) -> str:
    """Return the arguments with the words that tell their parts: `from {0} to {1}` between two of one kind."""
    kinds = relation.kinds
    for first in range(len(kinds) - 1):
        if alike(kinds[first], kinds[first + 1], relation.types) and (
            is_place(kinds[first]) or SPANS & set(relation.words)
        ):
            before = "".join(f" {'of' if place == 0 else 'with'} {{{place}}}" for place in range(first))
            after = "".join(f" with {{{place}}}" for place in range(first + 2, len(kinds)))
            return f"{before} from {{{first}}} to {{{first + 1}}}{after}"
    if alike(kinds[0], kinds[1], relation.types):
        return f" of {listing([f'{{{i}}}' for i in range(len(kinds))])}, in this order"
    links = (next((link for word, link in LINKS_BY_KIND.items() if word in kind), "for") for kind in kinds[1:])
    return " of {0}" + "".join(f" {link} {{{place}}}" for place, link in enumerate(links, start=1))
