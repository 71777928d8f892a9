"""Whatever is put around a step of a plan: the step is read, or the output is malformed; it is never dropped."""

from __future__ import annotations

import pytest
from language_worlds import TEMPLATES, depot_task

from planclaims.language.reading.extract import Extraction, OutputKind, extract

FIRST, SECOND, OTHER = "(pick-up block_a)", "(stack block_a block_b)", "(pick-up block_b)"

READ = """
Next: @|Finally, @|2nd: @|Step 2 of 2: @|Step 2/2: @|t=1: @|Then I do @|a) @|b. @|ii) @|- [x] @
- [ ] @|✅ @|☑ @|🔹 @|1️⃣ @|§2 @|<step>@</step>|<li>@</li>|<b>@</b>|@<~im_end~>|@</s>|@<~eot_id~>
@<end_of_turn>|@<br>|@<~im_en|@ (this frees the arm)|@ (see above)|@ % remark|@, which frees the arm
@ -- x|@ // y|@ &|(1) @|#1: @|Action = @|Step one: @|First, @|and @|After that, @|Now: @|II. @|>> @
=> @|... @|“@”|«@»|$ @ $|{@}|@ = done|@ <- lift|@ @ 3|0.0: @|Move 2 - @|step-2: @|Robot: @
We now execute @|execute(@)|Last step: @|plan: @|@ because it is clear|@ to free the arm|@ ==> x
@ (optional)|"2": "@",|action_2 = @|Lastly, @|((@))|I will do @|&nbsp;@|op2: @|<answer>@</answer>
"""
TABLES = ["| 2 | @ |", "| 2 | @ | frees the arm |", "| @ |", "2 | @", "| Step 2 | @ |", "@ | note"]
REFUSED = """
~~@~~|❌ @|Rejected: @|Round three: @|(not @)|@?|Is it @?|@ frees the arm|Next comes @
The second action is @|Observe @|@ (noop)|<musing>@</musing>|Instead: @|Alternative: @
@ (grab block_b)|One might also try to do @ here instead
"""


def forms(text: str) -> list[str]:
    return [form.replace("~", "|") if "<~" in form else form for form in text.strip().replace("\n", "|").split("|")]


def read(text: str) -> Extraction:
    return extract(depot_task(), text, TEMPLATES)


@pytest.mark.parametrize("fenced", [True, False])
@pytest.mark.parametrize("form", [*forms(READ), *TABLES])
def test_a_decorated_step_is_a_step(form: str, fenced: bool) -> None:
    text = f"{FIRST}\n{form.replace('@', SECOND, 1)}"
    found = read(f"```\n{text}\n```" if fenced else text)
    assert list(map(str, found.steps)) == [FIRST, SECOND], found.reason


@pytest.mark.parametrize("fenced", [True, False])
@pytest.mark.parametrize("form", forms(REFUSED))
def test_a_step_in_doubt_makes_the_output_malformed(form: str, fenced: bool) -> None:
    text = f"{FIRST}\n{form.replace('@', SECOND, 1)}"
    found = read(f"```\n{text}\n```" if fenced else text)
    assert found.kind is OutputKind.MALFORMED
    assert found.reason.startswith(f"line {2 + fenced}: ")


@pytest.mark.parametrize(
    "sentence",
    [
        "After @ the arm is free and the tower can be built.",
        "Note that @ needs a free arm.",
        "In this plan @ comes first, as nothing is held.",
        "The reason for `@` is that the arm must hold it.",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_sentence_may_repeat_a_step_of_the_plan(sentence: str, place: int) -> None:
    lines = [FIRST, SECOND]
    lines.insert(place, sentence.replace("@", FIRST))
    assert list(map(str, read("\n".join(lines)).steps)) == [FIRST, SECOND]


def test_a_plan_told_once_more_in_a_sentence_is_one_plan() -> None:
    found = read(f"{FIRST}\n{SECOND}\nFirst {FIRST}, then {SECOND}.")
    assert list(map(str, found.steps)) == [FIRST, SECOND]


@pytest.mark.parametrize("comment", ["; @", "// @", "% @"])
def test_a_comment_may_repeat_a_step_but_hold_no_other(comment: str) -> None:
    assert len(read(f"```\n{FIRST}\n{comment.replace('@', FIRST)}\n```").steps) == 1
    assert read(f"```\n{FIRST}\n{comment.replace('@', SECOND)}\n```").kind is OutputKind.MALFORMED


def test_a_remark_holds_no_step_of_its_own() -> None:
    assert read(f"{FIRST} ; {SECOND}").kind is OutputKind.MALFORMED
    assert read(f"{FIRST}\n{SECOND} ; after {FIRST}").kind is OutputKind.PLAN


def test_steps_set_apart_by_headings_are_in_doubt() -> None:
    for text in (f"Reasoning:\n{OTHER}\nPlan:\n{FIRST}", f"{OTHER}\n\n**Final plan:**\n{FIRST}"):
        assert read(text).kind is OutputKind.MALFORMED
    assert len(read(f"I thought about it.\n\n### Plan\n{FIRST}").steps) == 1


WRAPPINGS = """
<think> </think>|<thinking> </thinking>|<thought> </thought>|<mm:think> </mm:think>|<seed:think> </seed:think>
<antThinking> </antThinking>|<analysis> </analysis>|<reflection> </reflection>|<reasoning> </reasoning>|<THINK> </THINK>
<scratchpad> </scratchpad>|[THINK] [/THINK]|◁think▷ ◁/think▷|<~begin_of_thought~> <~end_of_thought~>
<~think~> <~/think~>
<~START_THINKING~> <~END_THINKING~>|<inner_monologue> </inner_monologue>|<unused94>thought <unused95>
<~channel~>analysis<~message~> <~end~><~start~>assistant<~channel~>final<~message~>|analysis assistantfinal
<~channel>thought <channel~>|【think】 【/think】
"""
UNKNOWN = "<musing> </musing>|[FOO] [/FOO]|◁foo▷ ◁/foo▷|<details> </details>|<!-- -->"


@pytest.mark.parametrize("pair", forms(WRAPPINGS))
def test_reasoning_is_left_aside_whatever_marks_it(pair: str) -> None:
    opening, closing = pair.replace("~", "|").split(" ")
    fenced, answer = f"```\n{OTHER}\n```", f"```\n{FIRST}\n```"
    for text in (f"{opening}\n{OTHER}\n{closing}\n{FIRST}", f"{opening}\n{fenced}\n{closing}\n{answer}"):
        assert list(map(str, read(text).steps)) == [FIRST], read(text).reason


@pytest.mark.parametrize("pair", forms(UNKNOWN))
def test_what_is_wrapped_in_something_unknown_does_not_join_the_plan(pair: str) -> None:
    opening, closing = pair.split(" ")
    for text in (f"{opening}\n{OTHER}\n{closing}\n{FIRST}", f"{FIRST}\n{opening}{OTHER}{closing}"):
        assert read(text).kind is OutputKind.MALFORMED
