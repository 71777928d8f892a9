"""Laws of plans in prose: whatever stands around a step, no step is lost, and none is made up."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from language_worlds import TEMPLATES, depot_task

from planclaims.language.reading.extract import OutputKind, extract

TASK = depot_task()
STEPS = ("(pick-up block_a)", "(stack block_a block_b)", "(load-truck pkg_1 truck_1 loc_1)", "(pick-up block_b)")
WORDS = [
    "then",
    "next",
    "now",
    "step",
    "action",
    "the",
    "arm",
    "is",
    "free",
    "it",
    "we",
    "do",
    "I",
    "so",
    "to",
    "after",
]
SIGNS = [*"1)-*>|:;,.…→=(){}#%✅_~`\"'\\/&+!$@^", "2.", "->", "[x]", "[ ]", "//", "**", "1st", "t=1"]
TAGS = ["<b>", "</b>", "<step>", "</s>", "<|im_end|>"]
PIECES = st.sampled_from([*WORDS, *SIGNS, *TAGS, "goal", "block_a", "truck_1", "loc_2"])
around = st.lists(PIECES, max_size=5).map(" ".join)
glued = st.lists(PIECES, max_size=4).map("".join)


@given(st.lists(st.tuples(around | glued, around | glued), min_size=4, max_size=4), st.booleans(), st.integers(2, 4))
@settings(max_examples=400, deadline=None)
def test_no_step_is_lost_whatever_stands_around_it(
    decorations: list[tuple[str, str]], fenced: bool, length: int
) -> None:
    lines = [f"{before} {step} {after}" for step, (before, after) in zip(STEPS, decorations, strict=True)][:length]
    text = "\n".join(lines)
    found = extract(TASK, f"```\n{text}\n```" if fenced else text, TEMPLATES)
    if found.kind is OutputKind.PLAN:
        assert tuple(map(str, found.steps)) == STEPS[:length]
    else:
        assert found.kind is OutputKind.MALFORMED


@given(st.lists(st.tuples(around | glued, around | glued), min_size=2, max_size=2))
@settings(max_examples=200, deadline=None)
def test_a_line_between_two_steps_is_never_dropped(decorations: list[tuple[str, str]]) -> None:
    (before, after), (between, _) = decorations
    text = f"{STEPS[0]}\n{before}{STEPS[1]} {between} {STEPS[2]}{after}\n{STEPS[3]}"
    found = extract(TASK, text, TEMPLATES)
    assert tuple(map(str, found.steps)) in (STEPS, ())
