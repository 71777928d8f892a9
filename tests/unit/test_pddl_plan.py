"""Plan files: what is a step, what is not."""

import pytest

from planclaims.errors import InputError
from planclaims.pddl_io import read_plan
from planclaims.semantics.task import Step

MOVE = Step("move", ("a", "b"))


@pytest.mark.parametrize(
    "line",
    [
        "(move a b)",
        "(MOVE A B)",
        "  ( move\ta   b )\t",
        "0: (move a b)",
        "0 : (move a b)",
        "0.000: (move a b) [1.000]",
        "-1:(move a b)[1]",
        "(move a b) ; cost = 4 (unit cost)",
        "\ufeff(move a b)",
        "; a comment\r\n\r\n(move a b)\r\n; cost = 1 (unit cost)\r\n",
        "(move a b)\r",
    ],
)
def test_one_step_in_every_spelling(line: str) -> None:
    assert read_plan(line, source="plan") == (MOVE,)


@pytest.mark.parametrize("text", ["", "\n\n", "; (move a b)\n", "\ufeff"])
def test_a_file_without_steps_is_the_empty_plan(text: str) -> None:
    assert read_plan(text, source="plan") == ()


@pytest.mark.parametrize(
    "line",
    [
        "move a b",
        "(move a b",
        "move a b)",
        "((move a b))",
        "(move a b)(move b a)",
        "(move a b) and then rest",
        "(move a b).",
        "1) (move a b)",
        "Step 1: (move a b)",
        "- (move a b)",
        "[move a b]",
        "move(a, b)",
        "()",
        "cost = 1",
        "%%%",
        "Here is the plan:",
    ],
)
def test_a_line_that_is_no_step_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(InputError) as caught:
        read_plan(f"(move a b)\n{line}\n", source="my.plan")
    assert str(caught.value).startswith(f"my.plan:2: this is no step; found {line!r}; allowed: (action object ...)")


def test_steps_stay_in_the_order_of_the_file_whether_stamped_or_not() -> None:
    steps = read_plan("0: (a)\n(b)\n0: (c)\n0.5: (d)\n", source="plan")
    assert [step.name for step in steps] == ["a", "b", "c", "d"]


def test_decreasing_time_stamps_are_refused() -> None:
    with pytest.raises(InputError, match=r"plan:2: the time stamps decrease; found 0; allowed: 1 or later"):
        read_plan("1: (a)\n0: (b)\n", source="plan")


def test_a_comma_is_part_of_the_name_before_it() -> None:
    assert read_plan("(move a, b)", source="plan") == (Step("move", ("a,", "b")),)


def test_a_letter_outside_ascii_never_turns_into_one_of_a_name() -> None:
    assert read_plan("(move \u212a)", source="plan") == (Step("move", ("\u212a",)),)
