"""Laws of prose made of names: no two facts read alike, nothing of the formal model shows, the audit passes."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from planclaims.language.leaks import leaks
from planclaims.language.prose.phrases import Phrases
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import Domain

WORDS = st.sampled_from(
    [
        "at",
        "in",
        "on",
        "not",
        "no",
        "is",
        "has",
        "can",
        "of",
        "to",
        "next",
        "between",
        "open",
        "empty",
        "free",
        "clear",
        "key",
        "fuel",
        "robot",
        "door",
        "room",
        "carry",
        "holds",
        "holding",
        "connected",
        "boarded",
        "above",
        "smaller",
        "than",
        "origin",
        "road",
        "visible",
        "power",
        "avail",
        "table",
        "image",
        "data",
        "frob",
        "by",
        "for",
        "with",
    ]
)
NAMES = st.lists(WORDS, min_size=1, max_size=3)
KINDS = ("object", "robot", "room", "key")
OBJECTS = ("a", "b1", "fuel", "key", "robby", "open")


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    """Return a domain of relations with names made of common words, which tempts the prose to say them alike."""
    signatures: dict[str, tuple[Parameter, ...]] = {}
    for _ in range(draw(st.integers(2, 7))):
        name = draw(st.sampled_from("-_")).join(draw(NAMES))
        kinds = draw(st.lists(st.sampled_from(KINDS), max_size=3))
        signatures[name] = tuple(Parameter(f"?x{i}", (kind,)) for i, kind in enumerate(kinds))
    return Domain("names", dict.fromkeys(KINDS[1:], ()), {}, signatures, {}, {})


@given(domains())
@settings(max_examples=300, deadline=None)
def test_no_two_facts_read_alike_and_no_name_shows(domain: Domain) -> None:
    phrases = Phrases.load(domain)
    said: dict[str, tuple[str, ...]] = {}
    for name, parameters in domain.predicates.items():
        for terms in product(OBJECTS, repeat=len(parameters)):
            for holds in (True, False):
                text = phrases.fact((name, *terms), holds)
                assert said.setdefault(text, (name, str(holds), *terms)) == (name, str(holds), *terms)
    assert [
        leak for text in said for leak in leaks(domain, text, OBJECTS) if "-" in leak.subject or "_" in leak.subject
    ] == []
