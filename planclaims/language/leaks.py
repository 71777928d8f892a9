"""What must never reach a model: predicate names, PDDL syntax, traces of the machine."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from planclaims.semantics.model import ROOT_TYPE, Domain

_KEYWORDS = (
    "action|parameters|precondition|effect|requirements|types|constants|predicates|functions|domain|objects|init|goal"
    "|metric|strips|typing|fluents|numeric-fluents|negative-preconditions|equality|adl|action-costs"
)
_OPERATORS = "and|or|not|imply|when|forall|exists|increase|decrease|assign|scale-up|scale-down|[<>]=?|="
_PATTERNS = {
    "a PDDL keyword": re.compile(rf"(?<![\w:])\:(?:{_KEYWORDS})(?![\w-])", re.IGNORECASE),
    "a PDDL operator": re.compile(
        rf"\((?:(?:{_OPERATORS})\s*[(?]|define\s*\(|(?:and|not)\s*$)", re.IGNORECASE | re.MULTILINE
    ),
    "a PDDL variable": re.compile(r"(?<![\w?!.])\?[a-z][\w-]*", re.IGNORECASE),
    "a path of the machine": re.compile(r"(?<![\w/.:<])(?:/[\w.-]+){2,}|\b[A-Za-z]:\\\w+|\b[\w-]+\.pddl\b"),
    "a traceback": re.compile(
        r"Traceback \(most recent call last\)|File \"[^\"]+\", line \d+|\b\w+(?:Error|Exception):"
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a text lacks, or that it gives away."""

    kind: Literal["missing", "leak"]
    subject: str
    detail: str


def leaks(domain: Domain, text: str, names: Collection[str] = ()) -> tuple[Finding, ...]:
    """Return what the text gives away about the hidden model.

    `names` are the objects of the task; with them, relations followed by their arguments are found without parentheses.
    """
    found = [*_relations(domain, text, {*domain.constants, *names})]
    for subject, pattern in _PATTERNS.items():
        found.extend(Finding("leak", subject, match.group().strip()) for match in pattern.finditer(text))
    return tuple(dict.fromkeys(found))


def _relations(domain: Domain, text: str, names: Collection[str]) -> Iterator[Finding]:
    """Yield hidden names in the text; a name that is also visible (an action, an object, a type) is none."""
    visible = {*domain.actions, *domain.types, ROOT_TYPE, *_parameter_names(domain), *names}
    for name, parameters in {**domain.predicates, **domain.functions}.items():
        if name in visible:
            continue
        compound = re.search(r"[-_]", name) is not None
        shapes = [_token(name)] if compound else list(_shapes(name, len(parameters)))
        matches = [match for shape in shapes for match in re.finditer(shape, text, re.IGNORECASE)]
        if not compound and len(parameters) > 1:
            bare = [m for m in re.finditer(_bare(name, len(parameters)), text, re.IGNORECASE) if _all_names(m, names)]
            matches += [m for m in bare if not any(n.start() <= m.start() < n.end() for n in matches)]
        yield from (Finding("leak", name, match.group()) for match in matches)


def _token(name: str) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?![\w-])"


def _shapes(name: str, arity: int) -> Iterator[str]:
    """Yield patterns of the name in PDDL-shaped use: `(on a b)` and `on(a, b)`, but not `bucket(s)`."""
    yield rf"\(\s*{re.escape(name)}" + r"\s+[\w?-]+" * arity + r"\s*\)"
    yield rf"(?<![\w-]){re.escape(name)}\((?!e?s\))[\w?-][^()\n]*\)"


def _bare(name: str, arity: int) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?P<rest>(?:[ \t]+[\w-]+){{{arity}}})(?![\w-])"


def _all_names(match: re.Match[str], names: Collection[str]) -> bool:
    return all(word.lower() in names for word in match["rest"].split())


def _parameter_names(domain: Domain) -> Iterator[str]:
    for schema in domain.actions.values():
        yield from (parameter.name.lstrip("?") for parameter in schema.parameters)
