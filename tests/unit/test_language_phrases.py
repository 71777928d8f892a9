from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from language_worlds import depot

from planclaims.errors import InputError
from planclaims.language.naming import listing, number, plural, with_article
from planclaims.language.phrases import Phrases
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import Domain


def written(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "domain.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def domain_of(predicates: dict[str, int], **more: dict[str, tuple[str, ...]]) -> Domain:
    signatures = {name: tuple(Parameter(f"?x{i}") for i in range(arity)) for name, arity in predicates.items()}
    return Domain("test", more.get("types", {}), more.get("constants", {}), signatures, {}, {})


def test_written_phrases_are_used_for_facts_denials_and_values(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {
            "scenario": "A depot.",
            "predicates": {"on-top": {"holds": "{0} sits on {1}", "fails": "{0} is off {1}"}},
            "functions": {"load": "the load of {0}"},
            "types": {"place": ["site", "sites"]},
            "actions": {"pick-up": {"summary": "Lift.", "imperatives": ["grab {0}"]}},
        },
    )
    phrases = Phrases.load(depot(), path)
    assert phrases.scenario == "A depot."
    assert phrases.fact(("on-top", "a", "b")) == "a sits on b"
    assert phrases.fact(("on-top", "a", "b"), holds=False) == "a is off b"
    assert phrases.fact(("on-top", "?upper", "?lower")) == "upper sits on lower"
    assert phrases.value(("load", "t"), Fraction(3)) == "the load of t is 3"
    assert (phrases.noun("place"), phrases.nouns_of("place")) == ("site", "sites")
    assert phrases.imperatives["pick-up"] == ("grab {0}",)
    assert phrases.imperatives["stack"] == ()


@pytest.mark.parametrize(
    ("name", "arity", "states", "denies"),
    [
        ("hand-empty", 0, "hand empty holds", "it is not the case that hand empty holds"),
        ("at-robby", 1, "a is at robby", "a is not at robby"),
        ("has_fuel", 1, "a has fuel", "it is not the case that a has fuel"),
        ("inside-vehicle", 2, "a is inside vehicle b", "a is not inside vehicle b"),
        ("connected", 2, "a is connected b", "a is not connected b"),
        ("carry", 2, "a carry b", "it is not the case that a carry b"),
        ("can-reach", 3, "a can reach b with c", "it is not the case that a can reach b with c"),
    ],
)
def test_phrases_are_derived_from_names(name: str, arity: int, states: str, denies: str) -> None:
    phrases = Phrases.load(domain_of({name: arity}))
    atom = (name, *"abc"[:arity])
    assert phrases.fact(atom) == states
    assert phrases.fact(atom, holds=False) == denies


def test_a_derived_phrase_does_not_repeat_the_type() -> None:
    domain = Domain("t", {"bed": ()}, {}, {"bed-free": (Parameter("?b", ("bed",)),)}, {}, {})
    assert Phrases.load(domain).fact(("bed-free", "b1")) == "b1 is free"


def test_derived_phrases_are_told_apart() -> None:
    phrases = Phrases.load(domain_of({"on-table": 1, "on_table": 1, "boarded": 1, "not-boarded": 1}))
    said = [phrases.fact((name, "a"), holds) for name in phrases.holds for holds in (True, False)]
    assert len(set(said)) == len(said)
    assert phrases.fact(("not-boarded", "a")) == "a is not boarded"
    assert phrases.fact(("boarded", "a"), holds=False) == "it is not the case that a is boarded"


def test_an_absent_file_means_derived_phrases(tmp_path: Path) -> None:
    phrases = Phrases.load(depot(), tmp_path / "none.json")
    assert phrases.scenario == "A world called depot."
    assert phrases.fact(("on-top", "a", "b")) == "a is on top b"


def test_a_variable_is_told_from_a_constant_of_the_same_name() -> None:
    phrases = Phrases.load(domain_of({"clear": 1}, constants={"table": ("object",)}))
    assert phrases.fact(("clear", "?table")) == "table_parameter is clear"
    assert phrases.fact(("clear", "table")) == "table is clear"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("[]", "the file must be an object with keys; found []"),
        ({}, "the key scenario is missing"),
        ({"scenario": ""}, "scenario must be a text that is not empty; found ''"),
        ({"scenario": "S", "colour": 1}, "the file has an unknown key; found colour; allowed: actions, briefs,"),
        ({"scenario": "S", "rules": "R"}, "rules must be a list of texts; found 'R'"),
        ({"scenario": "S", "types": {"ship": ["a", "b"]}}, "types has an unknown key; found ship; allowed: block,"),
        ({"scenario": "S", "types": {"truck": ["a"]}}, "types.truck must be singular and plural; found ['a']"),
        ({"scenario": "S", "predicates": {"on": {}}}, "predicates has an unknown key; found on; allowed: arm-empty,"),
        ({"scenario": "S", "predicates": {"on-top": {"fails": "{0} {1}"}}}, "predicates.on-top.holds is missing"),
        (
            {"scenario": "S", "predicates": {"on-top": {"holds": "{0} is on"}}},
            "predicates.on-top.holds has wrong placeholders; found '{0} is on'; allowed: exactly {0}, {1}",
        ),
        (
            {"scenario": "S", "predicates": {"arm-empty": {"holds": "{0} is idle"}}},
            "predicates.arm-empty.holds has wrong placeholders; found '{0} is idle'; allowed: exactly no placeholder",
        ),
        ({"scenario": "S", "functions": {"load": "load of {0:>4}"}}, "functions.load has wrong placeholders"),
        ({"scenario": "S", "functions": {"load": "load of {0"}}, "functions.load is no template"),
        ({"scenario": "S", "functions": {"load": "load of {truck}"}}, "functions.load has wrong placeholders"),
        ({"scenario": "S", "actions": {"fly": {}}}, "actions has an unknown key; found fly; allowed: drive-truck,"),
        (
            {"scenario": "S", "actions": {"stack": {"imperatives": ["stack {0}"]}}},
            "actions.stack.imperatives has wrong placeholders; found 'stack {0}'; allowed: exactly {0}, {1}",
        ),
        ({"scenario": "S", "briefs": {"tasks": {"01": 3}}}, "briefs.tasks.01 must be a text that is not empty"),
        ('{"scenario": "S", "scenario": "T"}', "the key scenario stands twice in one object"),
    ],
)
def test_a_broken_file_is_refused_with_place_and_reason(tmp_path: Path, content: object, said: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(InputError) as caught:
        Phrases.load(depot(), path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_relations_may_not_share_a_phrase(tmp_path: Path) -> None:
    same = {"holds": "{0} is in {1}"}
    path = written(tmp_path, {"scenario": "S", "predicates": {"inside-of": same, "located-at": same}})
    with pytest.raises(InputError, match="inside-of and located-at have one and the same phrase"):
        Phrases.load(depot(), path)


def test_a_denial_may_not_read_like_another_relation(tmp_path: Path) -> None:
    predicates = {
        "block-clear": {"holds": "{0} is clear", "fails": "{0} is held"},
        "arm-holds": {"holds": "{0} is held"},
    }
    with pytest.raises(InputError, match="the denial of block-clear reads like arm-holds"):
        Phrases.load(depot(), written(tmp_path, {"scenario": "S", "predicates": predicates}))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3), "3"),
        (Fraction(-2), "-2"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_numbers_are_exact(value: Fraction, text: str) -> None:
    assert number(value) == text


def test_english_forms() -> None:
    assert [plural(noun) for noun in ("city", "box", "key", "ball")] == ["cities", "boxes", "keys", "balls"]
    assert with_article("airport") == "an airport"
    assert listing(["a", "b", "c"], "or") == "a, b or c"
