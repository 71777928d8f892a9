"""Laws of the language floor: what is rendered is read back, and no text whatever breaks a reader."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from stages import read_turn

from planclaims.language.leaks import leaks
from planclaims.language.prose import describe
from planclaims.language.prose.phrases import Phrases
from planclaims.language.reading.extract import OutputKind, extract
from planclaims.pddl_io import read_task
from planclaims.semantics.formula import Atom
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.suites.hiddenpddl.acts import act_step

DOMAINS = Path(__file__).parents[2] / "domains"


def load(name: str) -> tuple[Task, Phrases]:
    folder = DOMAINS / name
    task = read_task(folder / "domain.pddl", folder / "problems" / "03.pddl")
    return task, Phrases.load(task.domain, folder / "domain.json")


WORLDS = [load(name) for name in ("blocksworld", "gripper", "logistics", "load-balancing", "hospital")]
worlds = st.sampled_from(WORLDS)
NUMBERINGS = ("", "- ", "* ", "1. ", "2) ", "Step 3: ", "0.000: ", "12: ", "  ", "> ", "[4] ")
TAILS = ("", " ", ".", ",", " ; a remark", " [1.000]", " (cost 1)", "  # done", "\t", " - as planned")
FORMS = ("({name} {spaced})", "{name}({commas})", "{name} {spaced}", "{name} {commas}", "({name}, {commas})")
WRAPS = ("{}", "`{}`", "**{}**", '"{}"')


@st.composite
def steps_of(draw: st.DrawFn, task: Task) -> Step:
    schemas = [(schema, [*map(task.objects_of, schema.parameters)]) for schema in task.domain.actions.values()]
    schema, choices = draw(st.sampled_from([entry for entry in schemas if all(entry[1])]))
    return Step(schema.name, tuple(draw(st.sampled_from(names)) for names in choices))


@st.composite
def rendered(draw: st.DrawFn, step: Step) -> str:
    form = draw(st.sampled_from(FORMS))
    text: str = form.format(name=step.name, spaced=" ".join(step.arguments), commas=", ".join(step.arguments))
    text = draw(st.sampled_from(WRAPS)).format(text)
    # a remark after a dash is read only behind parentheses, where the step has visibly ended
    tails = TAILS if ")" in text else TAILS[:-1]
    text = draw(st.sampled_from(NUMBERINGS)) + text + draw(st.sampled_from(tails))
    return text.upper() if draw(st.booleans()) else text


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_plan_in_any_form_is_read_back(data: st.DataObject) -> None:
    task, phrases = data.draw(worlds)
    steps = data.draw(st.lists(steps_of(task), min_size=1, max_size=6))
    lines = [data.draw(rendered(step)) for step in steps]
    tag = data.draw(st.sampled_from(["", "pddl", "plan", "text"]))
    before = data.draw(st.sampled_from(["", "I thought about it.\n", "```\nsomething else\n```\n"]))
    after = data.draw(st.sampled_from(["", "\n```", "\n```\nThat is my plan."]))
    extraction = extract(task, f"{before}```{tag}\n" + "\n".join(lines) + after, phrases.imperatives)
    assert (extraction.kind, extraction.steps) == (OutputKind.PLAN, tuple(steps)), extraction.reason


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_sentence_of_the_domain_files_is_compiled(data: st.DataObject) -> None:
    task, phrases = data.draw(worlds)
    step = data.draw(steps_of(task))
    for template in phrases.imperatives[step.name]:
        extraction = extract(task, f"```\n{template.format(*step.arguments).capitalize()}.\n```", phrases.imperatives)
        assert extraction.steps == (step,), (template, extraction.reason)


WORDS = (
    "``` ~~~ ( ) UNSOLVABLE pick-up stack load-truck truck (:action ?x ; { } [ ] \" ' : , next_thought next_tool_name "
    "next_tool_args act get_state null 1e9 \\ \\ud83d None block_1 = from to"
)
PIECES = st.sampled_from([*WORDS.split(), "\n", " ", "\r", "\x00", "- ", "1. ", "[[ ## ", " ## ]]"])
noise = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


@given(worlds, noise)
@settings(max_examples=400, deadline=None)
def test_no_text_breaks_the_extractor(world: tuple[Task, Phrases], text: str) -> None:
    task, phrases = world
    extraction = extract(task, text, phrases.imperatives)
    assert (extraction.kind is OutputKind.PLAN) == bool(extraction.steps)
    assert (extraction.kind is OutputKind.MALFORMED) == bool(extraction.reason)
    assert all(task.fault(step) is None for step in extraction.steps)


@given(noise)
@settings(max_examples=500, deadline=None)
def test_no_text_breaks_the_turn_reader(text: str) -> None:
    turn = read_turn(text)
    assert (turn.call is None) == bool(turn.problem)
    assert "Traceback" not in turn.problem
    json.dumps([turn.thought, turn.call and [turn.call.tool, dict(turn.call.arguments)]], allow_nan=False)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(worlds, json_values, json_values)
@settings(max_examples=300, deadline=None)
def test_no_arguments_break_an_act(world: tuple[Task, Phrases], action: object, arguments: object) -> None:
    step, message = act_step(world[0], action, arguments)
    assert (step is None) == bool(message)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_an_act_is_read_back_from_a_turn(data: st.DataObject) -> None:
    task, _ = data.draw(worlds)
    step = data.draw(steps_of(task))
    names = [parameter.name.lstrip("?") for parameter in task.domain.actions[step.name].parameters]
    mapping = dict(zip(names, step.arguments, strict=True))
    given_as = data.draw(st.sampled_from([list(step.arguments), mapping, " ".join(step.arguments)]))
    thought = data.draw(st.text(alphabet=st.characters(codec="utf-8", exclude_characters='"'), max_size=30)).strip()
    arguments = {"action": step.name, "arguments": given_as}
    turn = read_turn(json.dumps({"next_thought": thought, "next_tool_name": "act", "next_tool_args": arguments}))
    assert turn.call is not None
    assert turn.thought == thought
    found = act_step(task, turn.call.arguments.get("action"), turn.call.arguments.get("arguments"))
    assert found == (step, "")


def atoms(task: Task) -> list[Atom]:
    """Return some atoms of every predicate."""
    found: list[Atom] = []
    for name, parameters in task.domain.predicates.items():
        choices = [task.objects_of(parameter) for parameter in parameters]
        if all(choices):
            found.extend((name, *(names[i % 2 - 1] for names in choices)) for i in range(2))
    return found


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_state_in_prose_determines_the_state_and_hides_the_relations(data: st.DataObject) -> None:
    task, phrases = data.draw(worlds)
    first, second = (
        State(frozenset(data.draw(st.sets(st.sampled_from(atoms(task))))), task.initial.values) for _ in range(2)
    )
    texts = [describe.state_description(task, phrases, state) for state in (first, second)]
    assert (texts[0] == texts[1]) == (first == second)
    assert leaks(task.domain, texts[0], task.objects) == ()


@given(st.data(), st.sampled_from(["{} is here.", "the fact ({} a)", "- {}", "so that {}, and", "{}", "({})"]))
@settings(max_examples=100, deadline=None)
def test_an_injected_relation_is_found(data: st.DataObject, sentence: str) -> None:
    task, phrases = data.draw(worlds)
    compound = [name for name in task.domain.predicates if "-" in name and name not in task.domain.actions]
    name = data.draw(st.sampled_from(compound))
    lines = describe.state_description(task, phrases, task.initial).splitlines()
    lines.insert(data.draw(st.integers(0, len(lines))), sentence.format(name))
    assert name in [leak.subject for leak in leaks(task.domain, "\n".join(lines), task.objects)]
