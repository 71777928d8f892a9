"""How a domain talks: one phrase per relation, quantity, type and action, written by hand or derived from names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from planclaims.errors import InputError
from planclaims.language.prose.derive import sentences
from planclaims.language.prose.distinct import choose, folded
from planclaims.language.prose.evidence import Evidence
from planclaims.language.prose.lexicon import PREPOSITIONS
from planclaims.language.prose.phrase_file import PhraseFile, read_phrase_file
from planclaims.language.prose.quantities import quantity_names
from planclaims.language.prose.relation import UNLIKE, Relation, Statement, denial
from planclaims.language.prose.word_forms import listing, number, plural, spoken, with_article, words
from planclaims.semantics.formula import Atom, Fluent
from planclaims.semantics.model import ROOT_TYPE, Domain


@dataclass(frozen=True)
class Phrases:
    """The words for everything in a domain; templates take the arguments by position."""

    domain: Domain
    scenario: str
    rules: tuple[str, ...]
    nouns: Mapping[str, tuple[str, str]]
    holds: Mapping[str, str]
    fails: Mapping[str, str]
    contrary: frozenset[str]
    """Relations whose denial has words of its own, such as `is off`, so that a state says them too."""
    quantities: Mapping[str, str]
    summaries: Mapping[str, str]
    imperatives: Mapping[str, tuple[str, ...]]
    domain_brief: str | None
    task_briefs: Mapping[str, str]

    @staticmethod
    def load(domain: Domain, path: Path | None = None) -> Phrases:
        """Return the phrases of the file, completed from names; without a file all of them come from names."""
        written = read_phrase_file(path, domain) if path is not None and path.exists() else PhraseFile()
        facts = _facts(domain, written, path)
        return Phrases(
            domain=domain,
            scenario=written.scenario or f"A world called {words(domain.name)}.",
            rules=written.rules,
            nouns={name: written.types.get(name, _noun(name)) for name in (ROOT_TYPE, *domain.types)},
            holds={name: said.holds for name, said in facts.items()},
            fails={name: said.fails for name, said in facts.items()},
            contrary=frozenset(name for name, text in written.fails.items() if not _plainly_denied(text)),
            quantities=_quantities(domain, written, path),
            summaries=written.summaries,
            imperatives={name: written.imperatives.get(name, ()) for name in domain.actions},
            domain_brief=written.domain_brief,
            task_briefs=written.task_briefs,
        )

    def term(self, term: str) -> str:
        """Return an object as it is, a variable without its mark and distinct from the domain's constants."""
        if not term.startswith("?"):
            return term
        bare = term[1:]
        if bare in self.domain.constants:
            return f"{bare}_parameter"
        return f'"{bare}"' if bare in PREPOSITIONS else bare

    def fact(self, atom: Atom, holds: bool = True) -> str:
        """Return the clause that states the fact, or that it does not hold."""
        templates = self.holds if holds else self.fails
        template = templates[atom[0]]
        for place, term in enumerate(atom[1:]):  # a variable that is called what it is: `lift`, not `lift lift`
            if term.startswith("?"):
                template = re.sub(rf"(^|\bthe ){re.escape(term[1:])} (?=\{{{place}\}})", "", template)
        return template.format(*map(self.term, atom[1:]))

    def quantity(self, fluent: Fluent) -> str:
        """Return the words that name the fluent."""
        return self.quantities[fluent[0]].format(*map(self.term, fluent[1:]))

    def value(self, fluent: Fluent, amount: Fraction) -> str:
        """Return the clause that states the fluent's value."""
        return f"{self.quantity(fluent)} is {number(amount)}"

    def noun(self, kind: str) -> str:
        """Return the word for one object of the type."""
        return self.nouns.get(kind, _noun(kind))[0]

    def nouns_of(self, kind: str) -> str:
        """Return the word for several objects of the type."""
        return self.nouns.get(kind, _noun(kind))[1]

    def a(self, kinds: Iterable[str], conjunction: str = "or") -> str:
        """Return the types as nouns with articles: `a truck or an aeroplane`."""
        return listing([with_article(self.noun(kind)) for kind in kinds], conjunction)


def _facts(domain: Domain, written: PhraseFile, path: Path | None) -> dict[str, Statement]:
    """Return the sentences for every relation: as written, else made of the names, no two of them alike."""
    _told_apart(written.holds, path)
    fixed = _written_statements(written, path)
    evidence = Evidence(domain)
    derived = {name: sentences(_relation(domain, name, evidence)) for name in domain.predicates if name not in fixed}
    taken = [text for said in fixed.values() for text in (said.holds, said.fails)]
    made = choose(derived, taken)
    return {name: fixed[name] if name in fixed else made[name] for name in domain.predicates}


def _written_statements(written: PhraseFile, path: Path | None) -> dict[str, Statement]:
    owners = {folded(text): name for name, text in written.holds.items()}
    statements = {}
    for name, text in written.holds.items():
        fails = written.fails.get(name) or denial(text)
        other = owners.get(folded(fails))
        if other is not None and name in written.fails:
            problem = f"the denial of {name} reads like {other}"
            raise InputError(problem, file=path, found=repr(fails), allowed="a phrase that no other relation has")
        statements[name] = Statement(text, fails if other is None else f"{UNLIKE} {text}")
    return statements


def _quantities(domain: Domain, written: PhraseFile, path: Path | None) -> dict[str, str]:
    _told_apart(written.functions, path)
    evidence = Evidence(domain)
    derived = {
        name: quantity_names(_relation(domain, name, evidence))
        for name in domain.functions
        if name not in written.functions
    }
    made = choose(derived, written.functions.values())
    return {name: written.functions.get(name) or made[name] for name in domain.functions}


def _relation(domain: Domain, name: str, evidence: Evidence) -> Relation:
    known = {word for kind in domain.types for word in spoken(kind)}
    return Relation(spoken(name, known), evidence.kinds(name), known)


def _told_apart(written: Mapping[str, str], path: Path | None) -> None:
    owners: dict[str, str] = {}
    for name, text in written.items():
        other = owners.setdefault(folded(text), name)
        if other != name:
            raise InputError(f"{other} and {name} have one and the same phrase", file=path, found=repr(text))


def _plainly_denied(text: str) -> bool:
    """Return whether a denial says by a word such as `not` that it is one."""
    return re.search(r"\b(?:not|no|never|cannot|nothing|nobody|neither|nor|without|none)\b|n't\b", text) is not None


def _noun(kind: str) -> tuple[str, str]:
    return words(kind), plural(words(kind))
