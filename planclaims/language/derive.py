"""Sentences made of a relation's name, and of what the domain tells about its arguments.

Every function returns candidates, best first; which one is used depends on what else is said in the domain.
The rules are those of docs/phrases.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planclaims.language.evidence import Kinds, acts, alike, is_place, is_thing
from planclaims.language.lexicon import (
    AGENTS,
    DONE_BY_FIRST,
    EDGES,
    FUNCTIONAL,
    LINKED,
    LINKS_BY_KIND,
    MASS,
    MODALS,
    PLACED,
    PLACES,
    PREPOSITIONS,
    PROPER,
    REVERSIBLE,
    SWITCHED,
    SWITCHES,
    TRANSITIVE_GERUNDS,
    is_adjective,
    is_gerund,
    third_person,
)
from planclaims.language.statement import UNLIKE, Statement, perfect, state, there_is
from planclaims.language.word_forms import is_plural, some, the
from planclaims.language.naming import listing

Words = tuple[str, ...]


@dataclass(frozen=True)
class Relation:
    """A name as words, and what its arguments are."""

    words: Words
    kinds: Kinds
    types: Mapping[str, object]

    @property
    def text(self) -> str:
        """Return the name as it is read aloud."""
        return " ".join(self.words)

    def without(self, dropped: Words) -> Relation:
        """Return the relation with the rest of the words."""
        return Relation(dropped, self.kinds, self.types)


def sentences(relation: Relation) -> list[Statement]:
    """Return statements that a person might make of the relation, then those that can be told from any other."""
    arity = len(relation.kinds)
    if relation.words[0] in ("not", "no") and len(relation.words) > 1:
        made = _counted(relation)
    elif arity == 0:
        made = _alone(relation)
    elif arity == 1:
        made = _of_one(relation)
    else:
        made = _of_several(relation)
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
        return [_quality(the(" ".join(words[:-1])), last)]
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


def _of_one(relation: Relation) -> list[Statement]:
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
        if " ".join(tail) in kind and all(map(is_adjective, words[:-size])):
            return words[:-size]
    return words


def _about_one(words: Words, kind: frozenset[str]) -> list[Statement]:
    first, last, rest = words[0], words[-1], " ".join(words[1:])
    verb = third_person(first)
    if first in ("is", "are", "was") and rest:
        return [_quality("{0}", rest)] if is_adjective(words[1]) or is_gerund(words[1]) else [state("{0}", "is", some(rest))]
    if first in ("has", "have", "had") and rest:
        return [perfect("{0}", rest)] if len(words) == 2 and last in DONE_BY_FIRST else [state("{0}", "has", some(rest)), state("{0}", "has", f"some {rest}")]
    if first in MODALS and rest:
        return [state("{0}", first, rest)]
    if len(words) > 1 and (spot := _at_one(words, kind)):
        return spot
    if len(words) == 1 and first in SWITCHES:
        return [state("{0}", "is", first)]
    if first in TRANSITIVE_GERUNDS and not acts(kind):
        return [state("{0}", "is", f"being {_participle(first)}{' by ' + the(rest) if rest else ''}")]
    lead = _preposition(words[1:]) and first not in SWITCHED
    if is_gerund(first) or is_adjective(first) and (len(words) == 1 or lead):
        return [perfect("{0}", first, _phrase(words[1:])) if first in DONE_BY_FIRST and not is_place(kind) else _quality("{0}", " ".join(words))]
    if verb and (first == verb[0] or len(words) > 1):
        return [state("{0}", verb[0], some(rest) if rest else "")]
    if len(words) > 1:
        return _of_a_part(words, kind)
    return [state("{0}", "is", some(first))]


def _at_one(words: Words, kind: frozenset[str]) -> list[Statement]:
    """Return `the lift is at {0}` for `lift-at`, `{0} is on the table` for `on-table`."""
    lead = _preposition(words)
    noun = " ".join(words[len(lead.split()) :]) if lead else ""
    if lead and noun:
        mover = words[-1] in AGENTS or words[-1] not in PLACES and is_place(kind)
        if lead in ("at", "in", "on") and mover:
            return [_located(noun, f"{lead} {{0}}")]
        return [state("{0}", "is", f"{PLACED.get(lead, lead)} {noun if noun in ('board',) else the(noun)}")]
    if lead:
        return [state("{0}", "is", lead)]
    trail = next((p for p in PREPOSITIONS if " ".join(words).endswith(" " + p)), "")
    noun = " ".join(words).removesuffix(" " + trail)
    if not trail or (trail in SWITCHES and words[0] in SWITCHED):
        return []
    head = noun.split()
    if is_adjective(head[-1]) or is_gerund(head[-1]):
        return [state(the(" ".join(head[:-1])), "is", f"{head[-1]} {trail} {{0}}")] if len(head) > 1 else []
    return [_located(noun, f"{trail} {{0}}")]


def _located(noun: str, where: str) -> Statement:
    """Return that the one thing of its kind is somewhere, or that some thing is."""
    if noun in PROPER:
        return state(f"the robot {noun}", "is", where)
    if noun.split()[-1] in AGENTS:
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
    if last in SWITCHES or is_adjective(last) or is_gerund(last) and last not in TRANSITIVE_GERUNDS:
        subject = noun if noun in MASS else f"the {noun}"
        if noun in MASS and last in ("available", "present"):
            return [_quality(subject, f"{last} at {{0}}")]
        joint = "at" if is_place(kind) else "of"
        return [_quality(f"{the(noun) if noun not in MASS else f'the {noun}'} {joint} {{0}}", last)]
    if last in TRANSITIVE_GERUNDS:
        return [state(the(noun), "is", f"{last} {{0}}")]
    if verb and last == verb[0]:
        return [state(the(noun), last, "{0}")]
    if last in ("has", "have"):
        return [state(the(noun), "has", "{0}")]
    return [state("{0}", "is", some(" ".join(words)))]


def _of_several(relation: Relation) -> list[Statement]:
    """Return statements about the first two arguments, with the others after them."""
    tail = _others(relation)
    pair = Relation(relation.words, relation.kinds[:2], relation.types)
    made = _spanning(relation) or _about_two(pair)
    if made is None:
        return []
    rest = "" if relation.kinds[2:] and made and "{2}" in made[0].holds else tail
    return [Statement(one.holds + rest, one.fails + rest) for one in made]


def _spanning(relation: Relation) -> list[Statement]:
    """Return `{0} can traverse from {1} to {2}` where the last two of three are places of one kind."""
    words, kinds = relation.words, relation.kinds
    if len(kinds) == 3 and words[-1] in kinds[2] and alike(kinds[0], kinds[1], relation.types):
        return [state(f"the {relation.text} from {{0}} to {{1}}", "is", "{2}")]
    if len(kinds) != 3 or not alike(kinds[1], kinds[2], relation.types):
        return []
    verb = third_person(words[-1])
    if words[0] in ("can", "cannot") and len(words) > 1:
        return [state("{0}", words[0], f"{' '.join(words[1:])} from {{1}} to {{2}}")]
    if relation.text in ("at", "in", "on") or words[-1] in ("at", "in", "on") and words[0] in kinds[0]:
        return [state("{0}", "is", f"{words[-1]} {{1}}, {{2}}")]
    return _between(relation, verb)


def _between(relation: Relation, verb: tuple[str, str] | None) -> list[Statement]:
    words, kinds = relation.words, relation.kinds
    if words[-1] in EDGES and words[-1] in kinds[0]:
        return [state("{0}", "is", f"a {relation.text} from {{1}} to {{2}}")]
    if len(words) == 1 and verb and words[0] == verb[0] and verb[1] in ("link", "join", "connect"):
        return [state("{0}", verb[0], "{1} to {2}")]
    return []


def _others(relation: Relation) -> str:
    """Return the arguments after the second, each with a word that leads to it."""
    return "".join(f" {_link(kind)} {{{place}}}" for place, kind in enumerate(relation.kinds[2:], start=2))


def _link(kind: frozenset[str]) -> str:
    """Return the words that lead to an argument of the kind."""
    special = next((link for word, link in LINKS_BY_KIND.items() if word in kind), None)
    return special or ("at" if is_place(kind) else "with")


def _about_two(relation: Relation) -> list[Statement] | None:
    """Return statements about two arguments, or None where their order cannot be known."""
    words, (one, two) = relation.words, relation.kinds
    same = alike(one, two, relation.types)
    declared = [kind & set(relation.types) for kind in (one, two)]
    undeclared = declared[0] == declared[1] or bool(declared[0] & declared[1])
    if REVERSIBLE & set(words) and undeclared and words[-1] not in ("to", "than", "of") and "next" not in words[:-1]:
        return None
    made = _verbal(words, one, two) or _placed(words, one, two) or _related(words, one, two, same)
    if made:
        return made
    if words[0] in one and len(words) > 1 and words[0] not in EDGES and words[1:] != ("of",):
        rest = _verbal(words[1:], one, two) or _placed(words[1:], one, two) or _related(words[1:], one, two, same)
        return [*rest, *(_with_noun(words[0], rest))] if rest else _nominal(words, one, two, same)
    noun_first = _placed(words[1:], one, two) or _verbal(words[1:], one, two) if len(words) > 1 else None
    if noun_first and not is_adjective(words[0]) and words[1] not in ("of", "to", "from", "for", "by", "with"):
        return _with_noun(words[0], noun_first)
    return _nominal(words, one, two, same)


def _with_noun(noun: str, made: list[Statement]) -> list[Statement]:
    """Return the statements with the noun said before their first argument."""
    return [Statement(s.holds.replace("{0}", f"{noun} {{0}}"), s.fails.replace("{0}", f"{noun} {{0}}")) for s in made[:1]]


def _verbal(words: Words, one: frozenset[str], two: frozenset[str]) -> list[Statement]:
    """Return statements whose verb is in the name: `carry`, `has-key`, `can-reach`, `needs-ward`, `pointing`."""
    first, rest = words[0], " ".join(words[1:])
    swap = not acts(one) and (acts(two) and not acts(one) or is_thing(one) and is_thing(two) is False and acts(two))
    subject, target = ("{1}", "{0}") if swap else ("{0}", "{1}")
    if first in MODALS and rest:
        repeated = words[-1] in two and len(words) > 2
        bare_rest = " ".join(words[1:-1]) if repeated else rest
        return [state(subject, first, f"{bare_rest} {target}"), state(subject, first, f"{rest} {target}")]
    if first in ("has", "have", "had"):
        if not rest:
            return [state(subject, "has", target)]
        if words[-1] in DONE_BY_FIRST:
            return [perfect("{0}", rest, "{1}")]
        if rest in two:
            return [state("{0}", "has", "{1}"), state("{0}", "has", f"the {rest} {{1}}")]
        if is_place(one) or not acts(one) and one & PLACES:
            return [there_is(rest, _article(rest), f"of {{0}} {_link(two)} {{1}}")]
        return [state("{0}", "has", f"{some(rest)} of {{1}}")]
    if is_gerund(first) and first not in LINKED and not _preposition(words[1:]):
        return [state(subject, "is", f"{first}{' ' + rest if rest and rest not in two else ''} {target}")]
    verb = third_person(first)
    if verb is None or (first == verb[1] and rest and not _preposition(words[1:])):
        return []
    lead = _preposition(words[1:])
    if lead:
        return [state("{0}", verb[0], f"{lead} {{1}}")]
    if rest and rest not in two:
        return [state(subject, verb[0], f"{the(rest)} {target}"), state(subject, verb[0], f"{the(rest)} of {target}")]
    return [state(subject, verb[0], target)] + ([state(subject, verb[0], f"the {rest} {target}")] if rest else [])


def _placed(words: Words, one: frozenset[str], two: frozenset[str]) -> list[Statement]:
    """Return statements with a preposition: `at`, `in-city`, `next-to`, `visible-from`, `located-at`."""
    lead = _preposition(words)
    swap = is_place(one) and not is_place(two) and (acts(two) or is_thing(two)) and not acts(one)
    subject, target = ("{1}", "{0}") if swap else ("{0}", "{1}")
    if lead:
        said, noun = PLACED.get(lead, lead), " ".join(words[len(lead.split()) :])
        if not noun:
            return [state(subject, "is", f"{said} {target}")]
        if noun in one and not swap:
            return [state("{0}", "is", f"{said} {{1}}"), state(f"{noun} {{0}}", "is", f"{said} {{1}}")]
        if noun in two or noun in one:
            return [state(subject, "is", f"{said} {target}"), state(subject, "is", f"{said} the {noun} {target}")]
        return [state("{0}", "is", f"{said} {the(noun)} of {{1}}")]
    if len(words) > 1 and (is_adjective(words[0]) or is_gerund(words[0])):
        lead = _preposition(words[1:])
        noun = " ".join(words[1 + len(lead.split()) :])
        if lead and (not noun or noun in two):
            made = [state("{0}", "is", f"{words[0]} {lead} {{1}}")]
            return [*made, state("{0}", "is", f"{words[0]} {lead} the {noun} {{1}}")] if noun else made
        if lead:
            return [state("{0}", "is", f"{words[0]} {lead} {the(noun)} of {{1}}")]
    return []


def _related(words: Words, one: frozenset[str], two: frozenset[str], same: bool) -> list[Statement]:
    """Return statements of one adjective or participle: `connected`, `boarded`, `painted`."""
    if len(words) != 1 or not (is_adjective(words[0]) or words[0] in LINKED):
        return []
    word = words[0]
    if word == "visible":
        return [Statement("there is a line of sight from {0} to {1}", "there is no line of sight from {0} to {1}")]
    if word in DONE_BY_FIRST:
        return [perfect("{0}", word, "{1}")]
    if word in LINKED or word.endswith("ed"):
        return [state("{0}", "is", f"{word} {LINKED.get(word, 'with')} {{1}}")]
    if same or not is_place(two):
        return [state("the pair {0}, {1}", "is", word)]
    return [state("{0}", "is", f"{word} at {{1}}")]


def _nominal(words: Words, one: frozenset[str], two: frozenset[str], same: bool) -> list[Statement] | None:
    """Return statements around a noun: `the origin of {0} is {1}`, `there is a road from {0} to {1}`."""
    text, last = " ".join(words), words[-1]
    if is_adjective(last) and same:
        return None
    if last in EDGES and (same or words[0] in EDGES):
        return [there_is(text, _article(text), "from {0} to {1}")]
    if last == "of" and len(words) > 1:
        noun = " ".join(words[:-1])
        if noun in FUNCTIONAL and noun not in one or noun in two:
            return [state(f"the {noun} of {{0}}", "is", "{1}")]
        phrase = f"the {noun}" if noun in one or not same else some(noun)
        return [state("{0}", "is", f"{phrase} of {{1}}")]
    if words[0].endswith("ed") and is_adjective(words[0]) and len(words) > 1:
        noun = " ".join(words[1:])
        if last in two:
            return [state("{0}", "is", f"{words[0]} {LINKED.get(words[0], 'with')} {{1}}")]
        if acts(one):
            return [perfect("{0}", words[0], f"{the(noun)} of {{1}}")]
        been = "have been" if is_plural(noun) else "has been"
        return [state(f"{the(noun)} of {{0}} {_link(two)} {{1}}", been, words[0])]
    if is_adjective(words[0]) and len(words) > 1:
        return [state("{1}", "is", f"{some(text)} of {{0}}")] if not same else None
    if same and last not in FUNCTIONAL:
        return None
    if is_plural(text):
        if two & {"count", "number", "amount", "quantity"}:
            return [state(f"the number of {text} of {{0}}", "is", "{1}")]
        return [state("{1}", "is", f"one of the {text} of {{0}}")]
    if last in one and last not in two:
        return [state(f"the {text} of {{1}}", "is", "{0}")]
    return [state(f"the {text} of {{0}}", "is", "{1}")]


def _preposition(words: Words) -> str:
    """Return the preposition that the words begin with, or nothing."""
    text = " ".join(words) + " "
    return next((p for p in sorted(PREPOSITIONS, key=len, reverse=True) if text.startswith(p + " ")), "")


def _phrase(words: Words) -> str:
    lead = _preposition(words)
    noun = " ".join(words[len(lead.split()) :])
    return f"{lead} {the(noun)}" if noun else lead


def _quality(subject: str, quality: str) -> Statement:
    return state(subject, "are" if is_plural(subject.removesuffix(" of {0}")) and "{0}" != subject else "is", quality)


def _article(noun: str) -> str:
    return "are" if is_plural(noun) else some(noun)[: -len(noun)].strip()


def _participle(gerund: str) -> str:
    irregular = {"holding": "held", "wearing": "worn", "eating": "eaten", "using": "used", "serving": "served"}
    base = gerund.removesuffix("ing")
    regular = base[:-1] + "ied" if base.endswith("y") else (base + base[-1] + "ed" if base == "grip" else base + "ed")
    return irregular.get(gerund, regular)
