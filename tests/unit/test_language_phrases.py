from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from language_worlds import depot

from planclaims.errors import InputError
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.word_forms import listing, number, plural, with_article
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


NO_DATA = "the soil data of a have not been communicated"


def open_order(name: str) -> tuple[str, str]:
    return f'"{name}" holds for a and b, in this order', f'"{name}" does not hold for a and b, in this order'


@pytest.mark.parametrize(
    ("name", "arity", "states", "denies"),
    [
        ("hand-empty", 0, "the hand is empty", "the hand is not empty"),
        ("handempty", 0, "the hand is empty", "the hand is not empty"),
        ("raining", 0, "it is raining", "it is not raining"),
        ("frobnicated-x", 0, 'the condition "frobnicated x" is met', 'the condition "frobnicated x" is not met'),
        ("at-robby", 1, "the robot robby is at a", "the robot robby is not at a"),
        ("lift-at", 1, "the lift is at a", "the lift is not at a"),
        ("has_fuel", 1, "a has fuel", "a does not have fuel"),
        ("power_avail", 1, "power is available at a", "power is not available at a"),
        ("channel-free", 1, "the channel of a is free", "the channel of a is not free"),
        ("on-table", 1, "a is on the table", "a is not on the table"),
        ("holding", 1, "a is being held", "a is not being held"),
        ("can-fly", 1, "a can fly", "a cannot fly"),
        ("is-goal", 1, "a is a goal", "a is not a goal"),
        (
            "communicated_soil_data",
            1,
            "the soil data of a have been communicated",
            "the soil data of a have not been communicated",
        ),
        ("inside-vehicle", 2, "a is inside the vehicle of b", "a is not inside the vehicle of b"),
        ("connected", 2, "a is connected to b", "a is not connected to b"),
        ("road", 2, "there is a road from a to b", "there is no road from a to b"),
        ("next-to", 2, "a is next to b", "a is not next to b"),
        ("carry", 2, "a carries b", "a does not carry b"),
        ("origin", 2, "the origin of a is b", "the origin of a is not b"),
        ("boarded", 2, "a has boarded b", "a has not boarded b"),
        ("visible", 2, "there is a line of sight from a to b", "there is no line of sight from a to b"),
        ("bigger-than", 2, "a is bigger than b", "a is not bigger than b"),
        (
            "smaller",
            2,
            '"smaller" holds for a and b, in this order',
            '"smaller" does not hold for a and b, in this order',
        ),
        ("above", 2, *open_order("above")),
        ("frob", 2, *open_order("frob")),
        ("can-traverse", 3, "a can traverse from b to c", "a cannot traverse from b to c"),
        ("door-between", 3, "a is between b and c", "a is not between b and c"),
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
    assert phrases.fact(("not-boarded", "a")) == "a counts as not boarded"
    assert phrases.fact(("boarded", "a"), holds=False) == "a has not boarded"


def typed(
    predicates: dict[str, list[tuple[str, str]]], functions: dict[str, list[tuple[str, str]]] | None = None
) -> Phrases:
    def signatures(given: dict[str, list[tuple[str, str]]]) -> dict[str, tuple[Parameter, ...]]:
        return {name: tuple(Parameter(f"?{x}", (kind,)) for x, kind in places) for name, places in given.items()}

    found, quantities = signatures(predicates), signatures(functions or {})
    kinds = {p.types[0]: () for places in (*found.values(), *quantities.values()) for p in places}
    return Phrases.load(Domain("t", kinds, {}, found, quantities, {}))


def test_types_tell_what_a_name_leaves_open() -> None:
    phrases = typed(
        {
            "carry": [("o", "ball"), ("g", "gripper")],
            "in-city": [("l", "place"), ("c", "city")],
            "store-of": [("s", "store"), ("r", "rover")],
            "reachable-floor": [("l", "lift"), ("f", "floor")],
            "move-dir": [("a", "place"), ("b", "place"), ("d", "direction")],
            "have_image": [("d", "direction"), ("m", "mode")],
            "robot-at": [("r", "robot"), ("l", "place")],
            "waiting-at": [("p", "place"), ("r", "robot")],
        }
    )
    said = [phrases.fact((name, *"abc"[: len(places)])) for name, places in phrases.domain.predicates.items()]
    assert said == [
        "b carries a",
        "a is in b",
        "a is the store of b",
        "b is a reachable floor of a",
        "the move direction from a to b is c",
        "there is an image of a in mode b",
        "a is at b",
        "a is waiting at b",
    ]


def test_sentences_that_would_be_alike_name_what_they_are_about() -> None:
    phrases = typed(
        {"passenger-at": [("p", "passenger"), ("f", "floor")], "lift-at": [("lift", "lift"), ("f", "floor")]},
    )
    assert phrases.fact(("passenger-at", "anna", "f1")) == "passenger anna is at f1"
    assert phrases.fact(("lift-at", "l1", "f1")) == "lift l1 is at f1"
    assert phrases.fact(("lift-at", "?lift", "f1")) == "lift is at f1"


def test_an_object_named_like_a_word_makes_no_two_facts_alike() -> None:
    phrases = typed({"has": [("r", "robot"), ("f", "fuel")], "has-fuel": [("r", "robot")]})
    assert phrases.fact(("has", "r1", "fuel")) != phrases.fact(("has-fuel", "r1"))


def test_quantities_are_named() -> None:
    place = [("a", "city"), ("b", "city")]
    phrases = typed({}, {"fuel": [("t", "truck")], "dist": place, "num-packages": [("t", "truck")], "time-used": []})
    assert phrases.value(("fuel", "t1"), Fraction(5)) == "the fuel of t1 is 5"
    assert phrases.value(("dist", "x", "y"), Fraction(4)) == "the distance from x to y is 4"
    assert phrases.value(("num-packages", "t1"), Fraction(2)) == "the number of packages of t1 is 2"
    assert phrases.value(("time-used",), Fraction(2)) == "the time used is 2"


def test_variables_named_like_prepositions_are_marked() -> None:
    phrases = Phrases.load(domain_of({"road": 2}))
    assert phrases.fact(("road", "?from", "?to")) == 'there is a road from "from" to "to"'


def test_one_sentence_settles_an_order_that_names_leave_open(tmp_path: Path) -> None:
    path = written(tmp_path, {"predicates": {"smaller": "{1} is smaller than {0}"}})
    phrases = Phrases.load(domain_of({"smaller": 2, "clear": 1}), path)
    assert phrases.fact(("smaller", "peg1", "d1")) == "d1 is smaller than peg1"
    assert phrases.fact(("smaller", "peg1", "d1"), holds=False) == "d1 is not smaller than peg1"
    assert phrases.scenario == "A world called test."


def test_an_absent_file_means_derived_phrases(tmp_path: Path) -> None:
    phrases = Phrases.load(depot(), tmp_path / "none.json")
    assert phrases.scenario == "A world called depot."
    assert phrases.fact(("on-top", "a", "b")) == "a is on top of b"


def test_a_variable_is_told_from_a_constant_of_the_same_name() -> None:
    phrases = Phrases.load(domain_of({"clear": 1}, constants={"table": ("object",)}))
    assert phrases.fact(("clear", "?table")) == "table_parameter is clear"
    assert phrases.fact(("clear", "table")) == "table is clear"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("[]", "the file must be an object with keys; found []"),
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
