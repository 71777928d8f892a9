"""Whether the briefs of a task are complete and keep the model hidden.

A statement counts as made where its own phrase stands, or, for briefs in freer words, where one sentence or list
item names all its objects (and its number) along with a word of its phrase.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from planclaims.language.briefs import Brief
from planclaims.language.leaks import Finding, leaks
from planclaims.language.prose.describe import readable_goal
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.verbalise import listed
from planclaims.language.prose.word_forms import number
from planclaims.semantics.formula import (
    Arithmetic,
    Compare,
    Constant,
    Expression,
    Formula,
    Holds,
    conjuncts,
    leaves,
)
from planclaims.semantics.model import TOTAL_COST, ActionSchema
from planclaims.semantics.task import Task

__all__ = ["Finding", "audit", "leaks"]

_DENIALS = frozenset(["not", "no", "never", "without", "neither", "nor", "cannot", "isn't"])
_FILLERS = frozenset(re.findall(r"\w+", "the and are case has have holds its not with for that this"))
_SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class _Statement:
    """Something that a brief must state: its phrase, and the names and numbers that it is about."""

    phrase: str
    names: frozenset[str]


def audit(task: Task, phrases: Phrases, brief: Brief) -> tuple[Finding, ...]:
    """Return what the briefs leave out or give away; nothing means that they pass."""
    text = f"{brief.domain}\n{brief.instance}"
    findings = [*_missing_names(task, text), *_missing_statements(task, phrases, brief.instance)]
    findings += [*_missing_numbers(phrases, brief.domain), *leaks(task.domain, text, task.objects)]
    return tuple(findings)


def _missing_names(task: Task, text: str) -> Iterator[Finding]:
    tokens = _tokens(text)
    for name in task.domain.actions:
        if name not in tokens:
            yield Finding("missing", name, "the action is not named")
    for name in task.objects:
        if name not in tokens:
            yield Finding("missing", name, "the object is not named")


def _missing_statements(task: Task, phrases: Phrases, text: str) -> Iterator[Finding]:
    """Yield facts, values and goals that are stated less often than the task has them: initially, and as a goal."""
    passages = list(_passages(text))
    initial = Counter(_initial(task, phrases))
    for statement, wanted in (initial + Counter(_goal(task, phrases))).items():
        found = sum(_states(passage, statement, task) for passage in passages)
        if "\n" in statement.phrase:  # a list spans several passages
            found = max(found, _folded(text).count(_folded(statement.phrase)))
        if found < wanted:
            where = "initial situation" if statement in initial else "goal"
            times = " twice, initially and as a goal" if wanted > 1 else ""
            yield Finding("missing", statement.phrase, f"not stated{times} ({where})")


def _initial(task: Task, phrases: Phrases) -> Iterator[_Statement]:
    for atom in task.initial.facts:
        yield _Statement(phrases.fact(atom), frozenset(atom[1:]))
    for fluent, amount in task.initial.values.items():
        if fluent != TOTAL_COST:
            yield _Statement(phrases.value(fluent, amount), frozenset([*fluent[1:], number(amount)]))


def _goal(task: Task, phrases: Phrases) -> Iterator[_Statement]:
    for part in dict.fromkeys(conjuncts(readable_goal(task))):
        yield _Statement(listed(phrases, part), frozenset(_mentioned(part)) & {*task.objects, *_numbers_in(part)})


def _mentioned(part: Formula) -> Iterator[str]:
    for leaf in leaves(part):
        if isinstance(leaf, Holds):
            yield from leaf.atom[1:]
        elif isinstance(leaf, Compare):
            yield from re.findall(r"[^\s()]+", f"{leaf.left} {leaf.right}")
        else:
            yield from (leaf.left, leaf.right)


def _missing_numbers(phrases: Phrases, text: str) -> Iterator[Finding]:
    """Yield numbers in requirements and effects that the domain brief does not state where it speaks of the action."""
    for name, schema in phrases.domain.actions.items():
        tokens = _tokens(_about_action(phrases, name, text))
        for spelt in sorted(set(_numbers_of(schema))):
            if not _spellings(spelt) & tokens:
                yield Finding("missing", spelt, f"the number is not stated (action {name})")


def _about_action(phrases: Phrases, name: str, text: str) -> str:
    """Return the lines from every mention of the action to the next mention of another one."""
    current, lines = False, []
    for line in text.splitlines():
        mentioned = _tokens(line) & set(phrases.domain.actions)
        current = name in mentioned if mentioned else current
        lines += [line] if current else []
    return "\n".join(lines)


def _numbers_of(schema: ActionSchema) -> Iterator[str]:
    yield from _numbers_in(schema.precondition)
    for effect in schema.effects:
        yield from _numbers_in(effect.condition)
        for change in effect.changes:
            if change.fluent != TOTAL_COST:
                yield from _constants(change.expression)


def _numbers_in(part: Formula) -> Iterator[str]:
    for leaf in leaves(part):
        if isinstance(leaf, Compare):
            yield from _constants(leaf.left)
            yield from _constants(leaf.right)


def _constants(expression: Expression) -> Iterator[str]:
    match expression:
        case Constant(amount):
            yield number(amount)
        case Arithmetic(_, left, right):
            yield from _constants(left)
            yield from _constants(right)
        case _:
            return


def _passages(text: str) -> Iterator[str]:
    """Yield sentences, lines and list items, a list item together with the line that introduces its list."""
    introduction = ""
    for line in text.splitlines():
        item = re.match(r"\s*(?:[-*•]|\d+[.)])\s+", line)
        if not line.strip():
            continue
        if not item:
            introduction = line if line.rstrip(" *").endswith(":") else ""
        for sentence in re.split(r"(?<=[.;!])\s+", line):
            yield f"{introduction} {sentence}" if item and introduction else sentence


def _states(passage: str, statement: _Statement, task: Task) -> bool:
    folded, phrase = _folded(passage), _folded(statement.phrase)
    if re.search(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])", folded):
        return True
    tokens, own = _tokens(passage), _tokens(statement.phrase)
    if any(not _spellings(name) & tokens for name in statement.names):
        return False
    if bool(tokens & _DENIALS) != bool(own & _DENIALS):
        return False
    content = {_stem(word) for word in own - statement.names - _FILLERS if len(word) > 2 and word not in task.objects}
    shared = content & {_stem(word) for word in tokens}
    return shared == content if not statement.names else bool(shared) or not content


def _stem(word: str) -> str:
    """Return what the forms of a word share, such as one thing that lies and two things that lie."""
    return word.removesuffix("s")[:4]


def _spellings(name: str) -> set[str]:
    return {name, _SPELT[int(name)]} if name.isdecimal() and int(name) < len(_SPELT) else {name}


def _tokens(text: str) -> frozenset[str]:
    """Return the words, names and numbers of a text without case, markup and punctuation."""
    return frozenset(re.findall(r"\w(?:[\w./'-]*\w)?", text.casefold()))


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[*`_\"](?!\w)|(?<!\w)[*`_\"]", "", text).casefold().split())
