"""Sentences about one argument: `the lift is at {0}`, `{0} has a key`, `the channel of {0} is free`."""

from __future__ import annotations

from planclaims.language.prose.evidence import acts, is_place
from planclaims.language.prose.lexicon import (
    AGENTS,
    BARE,
    DONE_BY_FIRST,
    MASS,
    MODALS,
    PLACED,
    PLACES,
    PREPOSITIONS,
    PROPER,
    SWITCHED,
    SWITCHES,
    TRANSITIVE_GERUNDS,
    is_adjective,
    is_gerund,
    third_person,
)
from planclaims.language.prose.relation import (
    Relation,
    Statement,
    Words,
    perfect,
    phrase,
    preposition,
    quality,
    state,
    there_is,
)
from planclaims.language.prose.word_forms import is_plural, some, the


def of_one(relation: Relation) -> list[Statement]:
    """Return statements about one argument; the words of its own kind go unsaid where the rest is enough."""
    words, kind = relation.words, relation.kinds[0]
    stripped = _without_kind(words, kind)
    made = [] if stripped == words else _about_one(stripped, kind)
    if not stripped or (len(words) == 1 and words[0] in kind):
        return [state("{0}", "is", some(relation.text))]
    own = [Statement(*(text.replace("{0}", f"{words[0]} {{0}}") for text in (s.holds, s.fails))) for s in made]
    return [*made, *(own if words[0] in kind else _about_one(words, kind))]


def _without_kind(words: Words, kind: frozenset[str]) -> Words:
    """Return the words without a noun at the front or the end that only repeats what the argument is."""
    for size in range(len(words) - 1, 0, -1):
        if " ".join(words[:size]) in kind and not is_adjective(words[size - 1]):
            rest = words[size:]
            return rest if rest[-1] not in ("at", "in", "on") or len(rest) > 1 or rest[0] == "on" else words
        tail = words[-size:]
        if " ".join(tail) in kind and (all(map(is_adjective, words[:-size])) or preposition(words[: -size - 1])):
            return words[:-size]
    return words


def _about_one(words: Words, kind: frozenset[str]) -> list[Statement]:
    first, last, rest = words[0], words[-1], " ".join(words[1:])
    verb = third_person(first)
    if first in ("is", "are", "was") and rest:
        return (
            [quality("{0}", rest)]
            if is_adjective(words[1]) or is_gerund(words[1])
            else [state("{0}", "is", some(rest))]
        )
    if first in ("has", "have") and words[1:2] == ("been",) and len(words) > 2:
        return [state("{0}", "has been", " ".join(words[2:]))]
    if first in ("has", "have", "had") and rest:
        return (
            [perfect("{0}", rest)]
            if len(words) == 2 and last in DONE_BY_FIRST
            else [state("{0}", "has", some(rest)), state("{0}", "has", f"some {rest}")]
        )
    if first in MODALS and rest:
        return [state("{0}", first, rest)]
    if len(words) > 1 and (spot := _at_one(words, kind)):
        return spot
    if len(words) == 1 and first in SWITCHES:
        return [state("{0}", "is", first)]
    if first in TRANSITIVE_GERUNDS and not acts(kind):
        return [state("{0}", "is", f"being {_participle(first)}{' by ' + the(rest) if rest else ''}")]
    lead = preposition(words[1:]) and first not in SWITCHED
    if is_gerund(first) or (is_adjective(first) and (len(words) == 1 or lead)):
        return [
            perfect("{0}", first, phrase(words[1:]))
            if first in DONE_BY_FIRST and not is_place(kind)
            else quality("{0}", " ".join(words))
        ]
    if verb and (first == verb[0] or len(words) > 1):
        return [state("{0}", verb[0], some(rest) if rest else "")]
    if len(words) > 1:
        return _of_a_part(words, kind)
    return [state("{0}", "is", some(first))]


def _at_one(words: Words, kind: frozenset[str]) -> list[Statement]:
    """Return `the lift is at {0}` for `lift-at`, `{0} is on the table` for `on-table`."""
    lead = preposition(words)
    noun = " ".join(words[len(lead.split()) :]) if lead else ""
    if lead and noun:
        mover = words[-1] in AGENTS or (words[-1] not in PLACES and is_place(kind))
        if mover and (lead == "at" or (lead == "in" and is_place(kind))):
            return [_located(noun, f"{lead} {{0}}")]
        said = PLACED.get(lead, lead)
        return [state("{0}", "is", f"{said} {phrase}") for phrase in ((noun,) if noun in BARE else ()) + (the(noun),)]
    if lead:
        return [state("{0}", "is", lead)]
    trail = next((p for p in PREPOSITIONS if " ".join(words).endswith(" " + p)), "")
    noun = " ".join(words).removesuffix(" " + trail)
    if not trail or (trail in SWITCHES and words[0] in SWITCHED):
        return []
    head = noun.split()
    if trail == "of":
        return [state("it", "is", f"the {noun} of {{0}}")]
    if is_adjective(head[-1]) or is_gerund(head[-1]):
        return [state(the(" ".join(head[:-1])), "is", f"{head[-1]} {trail} {{0}}")] if len(head) > 1 else []
    return [_located(noun, f"{trail} {{0}}")]


def _located(noun: str, where: str) -> Statement:
    """Return that the one thing of its kind is somewhere, or that some thing is."""
    if noun in PROPER:
        return state(f"the robot {noun}", "is", where)
    if noun.rsplit(maxsplit=1)[-1] in AGENTS:
        return state(the(noun), "is", where)
    phrase = some(noun)
    return there_is(noun, "are" if is_plural(noun) else phrase[: -len(noun)].strip(), where)


def _of_a_part(words: Words, kind: frozenset[str]) -> list[Statement]:
    """Return statements about something that belongs to the argument: `the channel of {0} is free`."""
    noun, last = " ".join(words[:-1]), words[-1]
    verb = third_person(last)
    if words[0].endswith("ed") and is_adjective(words[0]) and not is_adjective(last):
        noun = " ".join(words[1:])
        return [state(f"{the(noun)} of {{0}}", "have been" if is_plural(noun) else "has been", words[0])]
    if is_adjective(words[0]) and words[0] not in SWITCHED and not is_adjective(last):
        return [state("{0}", "is", some(" ".join(words)))]
    if last in SWITCHES or is_adjective(last) or (is_gerund(last) and last not in TRANSITIVE_GERUNDS):
        subject = noun if noun in MASS else f"the {noun}"
        if noun in MASS and last in ("available", "present"):
            return [quality(subject, f"{last} at {{0}}")]
        joint = "at" if is_place(kind) else "of"
        return [quality(f"{the(noun) if noun not in MASS else f'the {noun}'} {joint} {{0}}", last)]
    if last in TRANSITIVE_GERUNDS:
        return [state(the(noun), "is", f"{last} {{0}}")]
    if verb and last == verb[0]:
        return [state(the(noun), last, "{0}")]
    if last in ("has", "have"):
        return [state(the(noun), "has", "{0}")]
    return [state("{0}", "is", some(" ".join(words)))]


def _participle(gerund: str) -> str:
    irregular = {"holding": "held", "wearing": "worn", "eating": "eaten", "using": "used", "serving": "served"}
    base = gerund.removesuffix("ing")
    regular = base[:-1] + "ied" if base.endswith("y") else (base + base[-1] + "ed" if base == "grip" else base + "ed")
    return irregular.get(gerund, regular)
