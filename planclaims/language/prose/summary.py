"""A situation in short: what holds for how many, not for which."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from planclaims.language.prose.lexicon import MODALS, THIRD_PERSON
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.word_forms import number, plural, with_article
from planclaims.semantics.formula import Atom, Fluent
from planclaims.semantics.task import Task

_PLURAL_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were", "counts": "count", **THIRD_PERSON}


def summary(
    task: Task, phrases: Phrases, facts: Iterable[tuple[Atom, bool]], fluents: Iterable[Fluent]
) -> Iterator[str]:
    """Yield a sentence per kind of fact and per quantity; what there is one of is named."""
    members = Counter(task.objects.values())
    groups: dict[tuple[tuple[str, ...], bool], list[Atom]] = {}
    for atom, holds in facts:
        groups.setdefault((_shape(task, phrases, atom), holds), []).append(atom)
    for (_, holds), atoms in groups.items():
        yield _in_short(task, phrases, atoms, holds, members)
    quantities: dict[tuple[str, ...], list[Fluent]] = {}
    for fluent in fluents:
        quantities.setdefault(_shape(task, phrases, fluent), []).append(fluent)
    for alike in quantities.values():
        yield _range(task, phrases, alike)


def _shape(task: Task, phrases: Phrases, atom: Atom) -> tuple[str, ...]:
    template_of = phrases.holds if atom[0] in phrases.holds else phrases.quantities
    place = 1 + _subject(template_of[atom[0]])
    return (atom[0], *task.objects[atom[place]]) if len(atom) > place else (atom[0],)


def _subject(template: str) -> int:
    """Return which argument a sentence is about: the first that it names."""
    found = re.search(r"\{(\d)\}", template)
    return int(found[1]) if found else 0


def _nouns(task: Task, phrases: Phrases, atom: Atom, subject: int) -> list[str]:
    """Return a noun with its article for every argument: what the subject is, what the others can be."""
    signatures = {**task.domain.functions, **task.domain.predicates}
    declared = [parameter.types for parameter in signatures[atom[0]]]
    kinds = [task.objects[term] if place == subject else declared[place] for place, term in enumerate(atom[1:])]
    return [with_article(phrases.noun(kind[0])) for kind in kinds]


def _in_short(
    task: Task, phrases: Phrases, atoms: Sequence[Atom], holds: bool, members: Counter[tuple[str, ...]]
) -> str:
    """Return who the facts are about, counted, and what is said of them."""
    if len(atoms) == 1:
        return phrases.fact(atoms[0], holds)
    template = (phrases.holds if holds else phrases.fails)[atoms[0][0]]
    nouns = _nouns(task, phrases, atoms[0], _subject(template))
    match = re.match(r"(?:\w+ )?\{(\d)\} (\w+)(.*)", template)
    if match is None:
        return f"in {len(atoms)} cases, {template.format(*nouns)}"
    place, verb, rest = 1 + int(match[1]), match[2], match[3].format(*nouns)
    kinds = task.objects[atoms[0][place]]
    count, total = len({atom[place] for atom in atoms}), members[kinds]
    pairs = f" ({len(atoms)} in all)" if len(atoms) > count else ""
    if count == 1:
        return f"{atoms[0][place]} {verb}{rest}{pairs}"
    if count == total and len(nouns) > 1:
        return f"each of the {total} {phrases.nouns_of(kinds[0])} {verb}{rest}{pairs}"
    plural_verb = _PLURAL_VERBS.get(verb, verb if verb in MODALS else None)
    if plural_verb is None:
        return f"in {len(atoms)} cases, {template.format(*nouns)}"
    rest = re.sub(r"^ an? ([\w -]+)$", lambda noun: f" {plural(noun[1])}", rest) if len(nouns) == 1 else rest
    share = f"{count} of the" if count < total else "both" if total == 2 else "all"
    return f"{share}{f' {total}' if share != 'both' else ''} {phrases.nouns_of(kinds[0])} {plural_verb}{rest}{pairs}"


def _range(task: Task, phrases: Phrases, fluents: Sequence[Fluent]) -> str:
    """Return the value, or the least and the greatest."""
    values = [task.initial.values[fluent] for fluent in fluents]
    if len(fluents) == 1:
        return phrases.value(fluents[0], values[0])
    template = phrases.quantities[fluents[0][0]]
    named = template.format(*_nouns(task, phrases, fluents[0], _subject(template)))
    least, most = min(values), max(values)
    extent = f"is always {number(least)}" if least == most else f"lies between {number(least)} and {number(most)}"
    return f"{named} {extent}"
