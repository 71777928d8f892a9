"""Sentences about two arguments and more: `the origin of {0} is {1}`, `{0} can reach {1}`."""

from __future__ import annotations

from planclaims.language.prose.evidence import acts, alike, is_place, is_thing
from planclaims.language.prose.lexicon import (
    AGENTS,
    DONE_BY_FIRST,
    EDGES,
    FUNCTIONAL,
    LINKED,
    MODALS,
    PLACED,
    PLACES,
    REVERSIBLE,
    SYMMETRIC,
    WITH_PREPOSITION,
    is_adjective,
    is_gerund,
    third_person,
)
from planclaims.language.prose.relation import (
    Relation,
    Statement,
    Words,
    article,
    link,
    perfect,
    preposition,
    state,
    there_is,
)
from planclaims.language.prose.word_forms import is_plural, some, the


def of_several(relation: Relation) -> list[Statement]:
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
    if words[-1] == "between":
        return [state("{0}", "is", "between {1} and {2}")]
    if relation.text in ("at", "in", "on") or (words[-1] in ("at", "in", "on") and words[0] in kinds[0]):
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
    return "".join(f" {link(kind)} {{{place}}}" for place, kind in enumerate(relation.kinds[2:], start=2))


def _about_two(relation: Relation) -> list[Statement] | None:
    """Return statements about two arguments, or None where their order cannot be known."""
    words, (one, two) = relation.words, relation.kinds
    same = alike(one, two, relation.types)
    declared = [kind & set(relation.types) for kind in (one, two)]
    undeclared = declared[0] == declared[1] or bool(declared[0] & declared[1])
    if REVERSIBLE & set(words) and undeclared and words[-1] not in ("to", "than", "of") and "next" not in words[:-1]:
        return None
    if words[0] in ("is", "are") and len(words) > 1:
        words = words[1:]
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
    return [
        Statement(s.holds.replace("{0}", f"{noun} {{0}}"), s.fails.replace("{0}", f"{noun} {{0}}")) for s in made[:1]
    ]


def _verbal(words: Words, one: frozenset[str], two: frozenset[str]) -> list[Statement]:
    """Return statements whose verb is in the name: `carry`, `has-key`, `can-reach`, `needs-ward`, `pointing`."""
    first, rest = words[0], " ".join(words[1:])
    swap = not acts(one) and ((acts(two) and not acts(one)) or (is_thing(one) and is_thing(two) is False and acts(two)))
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
        if is_place(one) or (not acts(one) and one & PLACES):
            return [there_is(rest, article(rest), f"of {{0}} {link(two)} {{1}}")]
        return [state("{0}", "has", f"{some(rest)} of {{1}}")]
    if is_gerund(first) and first not in LINKED and not preposition(words[1:]):
        return [state(subject, "is", f"{first}{' ' + rest if rest and rest not in two else ''} {target}")]
    verb = third_person(first)
    if verb is None or (first == verb[1] and rest and not preposition(words[1:])):
        return []
    lead = preposition(words[1:]) or ("" if rest else WITH_PREPOSITION.get(verb[0], ""))
    if lead:
        return [state("{0}", verb[0], f"{lead} {{1}}")]
    if rest and rest not in two:
        return [state(subject, verb[0], f"{the(rest)} {target}"), state(subject, verb[0], f"{the(rest)} of {target}")]
    return [state(subject, verb[0], target)] + ([state(subject, verb[0], f"the {rest} {target}")] if rest else [])


def _placed(words: Words, one: frozenset[str], two: frozenset[str]) -> list[Statement]:
    """Return statements with a preposition: `at`, `in-city`, `next-to`, `visible-from`, `located-at`."""
    lead = preposition(words)
    swap = is_place(one) and not is_place(two) and (acts(two) or is_thing(two)) and not acts(one)
    subject, target = ("{1}", "{0}") if swap else ("{0}", "{1}")
    if lead:
        said, noun = PLACED.get(lead, lead), " ".join(words[len(lead.split()) :])
        if not noun:
            return [state(subject, "is", f"{said} {target}")]
        if noun in one and not swap:
            return [state("{0}", "is", f"{said} {{1}}"), state(f"{noun} {{0}}", "is", f"{said} {{1}}")]
        alias = (noun in AGENTS and acts(two)) or (noun in PLACES and is_place(two))
        if alias or noun in two or noun in one:
            return [state(subject, "is", f"{said} {target}"), state(subject, "is", f"{said} the {noun} {target}")]
        return [state("{0}", "is", f"{said} {the(noun)} of {{1}}")]
    if len(words) == 2 and words[1] == "than":
        return [state("{0}", "is", f"{words[0]} than {{1}}")]
    if len(words) > 1 and (is_adjective(words[0]) or is_gerund(words[0])):
        lead = preposition(words[1:])
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
    if words[0] == "same" and len(words) > 1:
        return [state("{0}", "has", f"the {text} as {{1}}")]
    if is_adjective(last) and same:
        return _way(words)
    if last in EDGES and (same or words[0] in EDGES):
        return [there_is(text, article(text), "from {0} to {1}")]
    if last == "of" and len(words) > 1:
        noun = " ".join(words[:-1])
        if (noun in FUNCTIONAL and noun not in one) or noun in two:
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
        return [state(f"{the(noun)} of {{0}} {link(two)} {{1}}", been, words[0])]
    if is_adjective(words[0]) and len(words) > 1:
        return [state("{1}", "is", f"{some(text)} of {{0}}")] if not same else None
    return _noun_of(text, one, two, same)


def _way(words: Words) -> list[Statement] | None:
    """Return what is said of the way between two arguments: `the path from {0} to {1} is blocked`."""
    noun = " ".join(words[:-1])
    if words[-2:-1] == ("door",):
        return [state(f"the {noun} between {{0}} and {{1}}", "is", words[-1])]
    return [state(f"the {noun} from {{0}} to {{1}}", "is", words[-1])] if words[-2:-1] and words[-2] in EDGES else None


def _noun_of(text: str, one: frozenset[str], two: frozenset[str], same: bool) -> list[Statement] | None:
    """Return statements around a noun that one of the arguments is to the other; None if it may be either."""
    last = text.rsplit(maxsplit=1)[-1]
    if same and last in SYMMETRIC:
        return [state("{0}", "is", f"{some(text)} of {{1}}")]
    if same and last not in FUNCTIONAL:
        return None
    if is_plural(text):
        if two & {"count", "number", "amount", "quantity"}:
            return [state(f"the number of {text} of {{0}}", "is", "{1}")]
        return [state("{1}", "is", f"one of the {text} of {{0}}")]
    if last in one and last not in two:
        return [state(f"the {text} of {{1}}", "is", "{0}")]
    return [state(f"the {text} of {{0}}", "is", "{1}")]
