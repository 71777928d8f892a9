"""Plans written as data, info strings of fences, and the arguments of calls in other forms than JSON."""

from __future__ import annotations

import json

import pytest
from language_worlds import TEMPLATES, depot_task
from stages import read_turn

from planclaims.language.reading.extract import OutputKind, extract

PLAN = ["(pick-up block_a)", "(stack block_a block_b)"]
OBJECTS = [{"action": "pick-up", "arguments": ["block_a"]}, {"action": "stack", "arguments": ["block_a", "block_b"]}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(OBJECTS),
        json.dumps(OBJECTS, indent=2),
        "\n".join(map(json.dumps, OBJECTS)),
        json.dumps({"plan": OBJECTS}),
        json.dumps({"steps": PLAN, "length": 2}),
        json.dumps([{"step": 1, "action": PLAN[0]}, {"step": 2, "action": PLAN[1]}]),
        '[{"name": "pick-up", "args": {"block": "block_a"}}, '
        '{"action": "stack", "upper": "block_a", "lower": "block_b"},]',
        '[{"pick-up": ["block_a"]}, {"stack": ["block_a", "block_b"]}]',
        '[["pick-up", "block_a"], ["stack", ["block_a", "block_b"]]] // done',
        'plan = ["(pick-up block_a)", "stack(block_a, block_b)"]',
        'plan = [\n  "(pick-up block_a)",\n  "(stack block_a block_b)",\n]',
        'plan = [("pick-up", "block_a"), ("stack", "block_a", "block_b")]',
        '[pick-up("block_a"), stack("block_a", "block_b")]',
        "| Action | Upper | Lower |\n|:--|:-:|--:|\n| pick-up | block_a | |\n| stack | block_a | block_b |",
        "| 1 | pick-up | block_a | lifts it |\n| 2 | stack | block_a block_b | ok |",
        "| # | Action |\n|---|---|\n| 1 | (pick-up block_a) |\n| 2 | (stack block_a block_b) |",
    ],
)
def test_a_plan_as_data_is_read(text: str) -> None:
    found = extract(depot_task(), f"```json\n{text}\n```", TEMPLATES)
    assert list(map(str, found.steps)) == PLAN, found.reason


@pytest.mark.parametrize(
    "text",
    [
        '{"plan": ["(pick-up block_a)"], "alternative": ["(pick-up block_b)"]}',
        '{"plan": ["(pick-up block_a)"], "note": "or (pick-up block_b)"}',
        '[{"action": "grab", "arguments": ["block_a"]}]',
        '[{"action": "pick-up", "arguments": ["block_a"]}, {"action": "stack", "arguments": ["block_a"]}]',
        '[{"step": 1}]',
        '{"plan": []}',
        "[]",
        "[1, 2]",
    ],
)
def test_data_that_is_no_plan_is_malformed(text: str) -> None:
    assert extract(depot_task(), f"```json\n{text}\n```", TEMPLATES).kind is OutputKind.MALFORMED


@pytest.mark.parametrize(
    "info",
    [
        "pddl:plan.txt",
        "{.pddl #plan}",
        "pddl, plan",
        "c++",
        'pddl title="x"',
        'lisp linenums=1 hl_lines="2 3"',
        "my plan",
        "Plan (final):",
        "python {1,2}",
        "text/plain; charset=utf-8",
        " {r, echo=FALSE}",
    ],
)
def test_an_info_string_is_no_line_of_the_plan(info: str) -> None:
    found = extract(depot_task(), f"```{info}\n" + "\n".join(PLAN) + "\n```", TEMPLATES)
    assert list(map(str, found.steps)) == PLAN, found.reason


@pytest.mark.parametrize(
    "opening", ["(pick-up block_a)", "pick-up block_a", "1. (pick-up block_a)", "pddl (pick-up block_a)"]
)
def test_a_step_behind_the_fence_is_content(opening: str) -> None:
    found = extract(depot_task(), f"```{opening}\n{PLAN[1]}\n```", TEMPLATES)
    assert list(map(str, found.steps)) == PLAN, found.reason


STACK = {"action": "stack", "arguments": ["block_a", "block_b"]}


@pytest.mark.parametrize(
    "arguments",
    [
        '{"action": "stack", // the tool\n "arguments": ["block_a", /* first */ "block_b"],}',
        '// a remark\n{"action": "stack", "arguments": ["block_a", "block_b"]}',
        '{"action": ""stack"", "arguments": [""block_a"", ""block_b""]}',
        '{""action"": ""stack"", ""arguments"": [""block_a"", ""block_b""]}',
        '{\\"action\\": \\"stack\\", \\"arguments\\": [\\"block_a\\", \\"block_b\\"]}',
        '{{"action": "stack", "arguments": ["block_a", "block_b"]}}',
        "\n  action: stack\n  arguments:\n    - block_a\n    - block_b",
        "\naction: stack\narguments:\n- block_a\n- block_b  # the lower one",
        "\naction: stack\narguments: [block_a, block_b]",
        "\n* action: stack\n* arguments: [block_a, block_b]",
        "\n```yaml\naction: stack\narguments: [block_a, block_b]\n```",
        '\n\taction = "stack"\n\targuments = ["block_a", "block_b"]',
        '<args>{"action": "stack", "arguments": ["block_a", "block_b"]}</args>',
        "\"{'action': 'stack', 'arguments': ['block_a', 'block_b']}\"",
    ],
)
def test_arguments_in_other_forms_are_read(arguments: str) -> None:
    turn = read_turn(f"next_tool_name: act\nnext_tool_args: {arguments}")
    assert turn.call is not None, turn.problem
    assert turn.call.arguments == STACK


@pytest.mark.parametrize(
    "arguments",
    [
        '{"action": "stack", "arguments": ["block_a" "block_b"]}',
        '{"action": "stack", "arguments": [',
        "\naction: stack\n  arguments:\n- block_a",
        "\naction: stack\naction: pick-up",
    ],
)
def test_arguments_that_cannot_be_read_are_named(arguments: str) -> None:
    turn = read_turn(f"next_tool_name: act\nnext_tool_args: {arguments}")
    assert turn.call is None
    assert turn.problem.startswith("next_tool_args cannot be read: ")


ONE = '{"next_tool_name": "get_state", "next_tool_args": {}}'


@pytest.mark.parametrize(
    ("behind", "further"),
    [
        ("", 0),
        ("\nObservation: the block is held.", 0),
        (f"\nObservation: all is well.\n{ONE}", 1),
        (f"\n{ONE}\n{ONE}", 2),
        ("\nnext_thought: b\nnext_tool_name: get_history\nnext_tool_args: {}", 1),
        (f"<|im_end|>\n<|im_start|>user\nAll is well.<|im_end|>\n<|im_start|>assistant\n{ONE}", 1),
        ('\n{"next_thought": "And th', 1),
        ("\n</think>", 0),
    ],
)
def test_the_first_call_is_read_and_the_others_are_counted(behind: str, further: int) -> None:
    for first in (ONE, "next_thought: a\nnext_tool_name: get_state\nnext_tool_args: {}"):
        turn = read_turn(first + behind)
        assert turn.call is not None, turn.problem
        assert (turn.call.tool, turn.call.arguments) == ("get_state", {})
        assert turn.surplus_calls == further
