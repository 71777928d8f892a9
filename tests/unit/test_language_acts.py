from __future__ import annotations

import pytest
from language_worlds import depot_task
from stages import read_turn

from planclaims.language.reading.lenient import Unreadable, read_value, read_whole
from planclaims.seam import ToolCall
from planclaims.semantics.task import Step
from planclaims.suites.hiddenpddl.acts import act_step

TASK = depot_task()
STACK = Step("stack", ("block_a", "block_b"))


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("stack", ["block_a", "block_b"]),
        ("STACK", [" Block_A ", "BLOCK_B"]),
        ("stack", ("block_a", "block_b")),
        ("stack", {"lower": "block_b", "upper": "block_a"}),
        ("stack", {"?upper": "block_a", "?lower": "block_b"}),
        ("stack", "block_a block_b"),
        ("stack", "block_a, block_b"),
        ("stack", "['block_a', 'block_b']"),
        ("(stack block_a block_b)", None),
        ("stack block_a block_b", []),
        ("stack(block_a, block_b)", {}),
    ],
)
def test_an_act_names_a_step(action: object, arguments: object) -> None:
    assert act_step(TASK, action, arguments) == (STACK, "")


@pytest.mark.parametrize(
    ("action", "arguments", "said"),
    [
        (None, ["block_a"], "act needs the name of an action"),
        ("", [], "act needs the name of an action"),
        (7, [], "act needs the name of an action"),
        ("fly", ["truck_1"], "there is no action 'fly'"),
        ("fly", {"truck": "truck_1"}, "there is no action 'fly'"),
        ("pick-up", ["block_z"], "there is no object 'block_z'"),
        ("pick-up", ["truck_1"], "truck_1 is of type truck"),
        ("pick-up", [], "pick-up takes 1 argument; 0 given"),
        ("pick-up", None, "pick-up takes 1 argument; 0 given"),
        ("pick-up", [1], "each argument of an action is the name of an object"),
        ("pick-up", 1, "the arguments of an action are given as a list of names"),
        ("stack", {"upper": "block_a"}, "the arguments of stack are upper, lower; given were upper"),
        ("stack block_a", ["block_b"], "the name of an action is one word"),
    ],
)
def test_an_ill_formed_act_is_explained_in_prose(action: object, arguments: object, said: str) -> None:
    step, message = act_step(TASK, action, arguments)
    assert step is None
    assert said in message


def test_the_thought_is_kept_even_if_the_call_is_not() -> None:
    turn = read_turn("next_thought: I lift it.\nnext_tool_name: act\nnext_tool_args: {")
    assert (turn.thought, turn.call) == ("I lift it.", None)
    assert read_turn('{"next_thought": "Look.", "next_tool_name": "get_state"}').thought == "Look."


def test_a_cut_second_call_still_counts_as_a_second_call() -> None:
    turn = read_turn('{"next_tool_name": "get_state", "next_tool_args": {}}\n{"next_thought": "And th')
    assert turn.call == ToolCall("get_state", {})
    assert turn.surplus_calls == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, true, null]}', {"a": [1, 2.5, True, None]}),
        ("{'a': True, 'b': None,}", {"a": True, "b": None}),
        ("{a: pick-up, b: [x, y,],}", {"a": "pick-up", "b": ["x", "y"]}),
        ('"line\nbreak \\n \\u00e9 \\ud83d\\ude00"', "line\nbreak \n é 😀"),
        ('"\\ud83d"', "\ufffd"),
        ("1e999", "1e999"),
        ("{}", {}),
    ],
)
def test_lenient_json(text: str, value: object) -> None:
    assert read_whole(text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "breaks off"),
        ('{"a": 1', "breaks off"),
        ('{"a" 1}', "no colon"),
        ('{"a": 1 "b": 2}', "comma or bracket"),
        ('{"a": 1, "a": 2}', "given twice"),
        ("{1: 2}", "no text"),
        ("[" * 100, "nested too deeply"),
        ("{} x", "text after"),
        ("[:]", "no JSON value"),
    ],
)
def test_unreadable_json_says_why(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_whole(text)


def test_a_value_ends_where_it_ends() -> None:
    assert read_value('xx {"a": 1} yy', 3) == ({"a": 1}, 11)
