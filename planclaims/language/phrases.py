"""How a domain talks: one phrase per relation, quantity, type and action, written by hand or derived from names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from planclaims.errors import InputError
from planclaims.language.naming import derived_fact, derived_quantity, listing, number, plural, with_article, words
from planclaims.language.phrase_file import PhraseFile, read_phrase_file
from planclaims.semantics.formula import Atom, Fluent, Parameter
from planclaims.semantics.model import ROOT_TYPE, Domain

UNLIKE = "it is not the case that"
"""How the denial of a fact begins that has no better words."""


@dataclass(frozen=True)
class Phrases:
    """The words for everything in a domain; templates take the arguments by position."""

    domain: Domain
    scenario: str
    rules: tuple[str, ...]
    nouns: Mapping[str, tuple[str, str]]
    holds: Mapping[str, str]
    fails: Mapping[str, str]
    quantities: Mapping[str, str]
    summaries: Mapping[str, str]
    imperatives: Mapping[str, tuple[str, ...]]
    domain_brief: str | None
    task_briefs: Mapping[str, str]

    @staticmethod
    def load(domain: Domain, path: Path | None = None) -> Phrases:
        """Return the phrases of the file, completed from names; without a file all of them come from names."""
        written = read_phrase_file(path, domain) if path is not None and path.exists() else PhraseFile()
        holds = _completed(domain.predicates, written.holds, derived_fact, path)
        return Phrases(
            domain=domain,
            scenario=written.scenario or f"A world called {words(domain.name)}.",
            rules=written.rules,
            nouns={name: written.types.get(name, _noun(name)) for name in (ROOT_TYPE, *domain.types)},
            holds=holds,
            fails=_denials(holds, written.fails, path),
            quantities=_completed(domain.functions, written.functions, derived_quantity, path),
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
        return f"{bare}_parameter" if bare in self.domain.constants else bare

    def fact(self, atom: Atom, holds: bool = True) -> str:
        """Return the clause that states the fact, or that it does not hold."""
        templates = self.holds if holds else self.fails
        return templates[atom[0]].format(*map(self.term, atom[1:]))

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


def _denials(holds: Mapping[str, str], written: Mapping[str, str], path: Path | None) -> dict[str, str]:
    """Return a template per name for its denial, none of which could be taken for another relation."""
    owners = {_folded(text): name for name, text in holds.items()}
    denials = {}
    for name, text in holds.items():
        plain = text.startswith("{0} is ") and " is " not in text.removeprefix("{0} is ")
        denial = written.get(name) or (text.replace(" is ", " is not ", 1) if plain else f"{UNLIKE} {text}")
        other = owners.get(_folded(denial))
        if other is not None and name in written:
            problem = f"the denial of {name} reads like {other}"
            raise InputError(problem, file=path, found=repr(denial), allowed="a phrase that no other relation has")
        denials[name] = denial if other is None else f"{UNLIKE} {text}"
    return denials


def _noun(kind: str) -> tuple[str, str]:
    return words(kind), plural(words(kind))


def _completed(
    signatures: Mapping[str, tuple[Parameter, ...]],
    written: Mapping[str, str],
    derive: Callable[[str, Sequence[str]], str],
    path: Path | None,
) -> dict[str, str]:
    """Return a template per name, no two of which read alike."""
    owners: dict[str, str] = {}
    for name, text in written.items():
        other = owners.setdefault(_folded(text), name)
        if other != name:
            raise InputError(f"{other} and {name} have one and the same phrase", file=path, found=repr(text))
    templates = dict(written)
    for name in [name for name in signatures if name not in written]:
        derived = text = derive(name, [parameter.types[0] for parameter in signatures[name]])
        sense = 2
        while owners.setdefault(_folded(text), name) != name:
            text, sense = f"{derived} in sense {sense}", sense + 1
        templates[name] = text
    return templates


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
