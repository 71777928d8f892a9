"""The briefs that the suite ships: complete, faithful, free of the hidden model, and prose."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from planclaims.language.audit import audit
from planclaims.language.briefs import Brief, checked_in_brief, template_brief
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.semantics.formula import Compare, Constant, Expression, Formula, Holds, Not, Read, conjuncts
from planclaims.semantics.model import TOTAL_COST

DOMAINS = Path(__file__).parents[2] / "domains"
NAMES = ("blocksworld", "gripper", "logistics", "load-balancing", "hospital")
TASKS = [(domain, f"{number:02d}") for domain in NAMES for number in range(1, 11)]
PARAGRAPHS = {"blocksworld": 4, "gripper": 4, "logistics": 4, "load-balancing": 5, "hospital": 5}
"""Objects first, the initial situation in one or two paragraphs, then the goal, then the metric."""
DENIALS = re.compile(r"\b(?:not|nor|neither|no)\b")
OPPOSITES = {"server-online": ("powered on", "powered off")}
"""Predicates whose denial is worded as an opposite."""


def hidden(domain: str, number: str) -> HiddenTask:
    folder = DOMAINS / domain
    return read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{number}.pddl", folder / "domain.json")


def shipped(domain: str, number: str) -> Brief:
    brief = checked_in_brief(hidden(domain, number).phrases, number)
    assert brief is not None
    return brief


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.:;])\s+", text) if part]


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def situation_and_goal(domain: str, number: str) -> tuple[str, str]:
    paragraphs = shipped(domain, number).instance.split("\n\n")
    assert len(paragraphs) == PARAGRAPHS[domain]
    return "\n".join(paragraphs[:-2]), paragraphs[-2]


def told(names: Iterable[str], text: str, hint: str = "", *, denied: bool | None = None) -> bool:
    """Return whether a sentence names all the objects, has the hint, and denies something or does not."""
    return any(
        set(names) <= set(words(sentence))
        and re.search(hint, sentence, re.IGNORECASE)
        and (denied is None or bool(DENIALS.search(sentence)) == denied)
        for sentence in sentences(text)
    )


HINTS = {
    "on-block": "directly on",
    "on-table": "on the table",
    "clear-top": "clear",
    "arm-holds": "holding",
    "arm-empty": "empty",
    "robot-in": "robot",
    "ball-in": "",
    "gripper-free": "free",
    "gripper-holds": "holding",
    "room-locked": "locked",
    "located-at": r"\bat\b|place where",
    "inside-vehicle": "inside",
    "part-of-city": r"\blies?\b",
    "bucket-waiting": "waiting",
    "assigned-to": "assigned",
    "from-region": r"\bfrom\b",
    "needs-service": "need",
    "stands-in": "stand",
    "server-online": "powered on",
    "runs-service": "runs?",
    "patient-waiting": "waiting",
    "lies-in": "lies",
    "gone-home": "discharged",
    "needs-ward": "needs",
    "needs-isolation": "isolation",
    "belongs-to": "belong",
    "can-isolate": "isolation",
    "bed-free": r"\bfree\b",
    "bed-dirty": "dirty",
    "bed-blocked": "blocked",
}


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_the_audit_finds_nothing(domain: str, number: str) -> None:
    world = hidden(domain, number)
    assert audit(world.task, world.phrases, shipped(domain, number)) == ()


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_every_object_is_introduced_and_no_other(domain: str, number: str) -> None:
    task = hidden(domain, number).task
    first, *rest = shipped(domain, number).instance.split("\n\n")
    assert set(task.objects) <= set(words(first))
    made_up = re.findall(
        r"\b(?:[a-z]+_[0-9a-f]{6}|[bp]\d+|[sm]\d?_\w+|icu_\d|iso_\d|c_\d)\b", "\n".join([first, *rest])
    )
    assert set(made_up) <= set(task.objects)


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_every_initial_fact_and_value_is_told(domain: str, number: str) -> None:
    task = hidden(domain, number).task
    text, _ = situation_and_goal(domain, number)
    for name, *arguments in task.initial.facts:
        assert told(arguments, text, HINTS[name]), (name, *arguments)
    for fluent, value in task.initial.values.items():
        if fluent != TOTAL_COST:
            assert told([*fluent[1:]], text, rf"{fluent[0]}[^.]*\b{value}\b|{value}[^.]*{fluent[0]}"), fluent


LOAD_AND_CAPACITY = (
    r"(\w+) has a load of (\d+) and a capacity of (\d+)",
    r"load of (\w+) is (\d+) and its capacity is (\d+)",
    r"(\w+) carries a load of (\d+) out of a capacity of (\d+)",
)


@pytest.mark.parametrize("number", [f"{number:02d}" for number in range(1, 11)])
def test_each_server_is_told_its_own_load_and_capacity(number: str) -> None:
    text, _ = situation_and_goal("load-balancing", number)
    found = [match for wording in LOAD_AND_CAPACITY for match in re.findall(wording, text)]
    values = hidden("load-balancing", number).task.initial.values
    servers = {fluent[1] for fluent in values if fluent[0] == "load"}
    assert sorted(found) == sorted((s, str(values["load", s]), str(values["capacity", s])) for s in servers)


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_every_part_of_the_goal_is_told(domain: str, number: str) -> None:
    task = hidden(domain, number).task
    _, text = situation_and_goal(domain, number)
    for part in conjuncts(task.goal):
        match part:
            case Holds(atom):
                assert told(atom[1:], text, HINTS[atom[0]], denied=False), str(part)
            case Not(Holds(atom)) if atom[0] in OPPOSITES:
                assert told(atom[1:], text, OPPOSITES[atom[0]][1], denied=False), str(part)
            case Not(Holds(atom)):
                assert told(atom[1:], text, HINTS[atom[0]], denied=True), str(part)
            case Compare():
                assert told(sides(part), text, {"<=": "at most", ">=": "at least", "=": "exactly|equal"}[part.operator])


def sides(part: Compare) -> Iterator[str]:
    for side in (part.left, part.right):
        yield from named(side)


def named(side: Expression) -> tuple[str, ...]:
    return (str(side.value),) if isinstance(side, Constant) else side.fluent[1:] if isinstance(side, Read) else ()


def asked_for(goal: Formula) -> set[str]:
    """Return the objects that the goal is about."""
    names: set[str] = set()
    for part in conjuncts(goal):
        match part:
            case Holds(atom) | Not(Holds(atom)):
                names.update(atom[1:])
            case Compare():
                names.update(sides(part))
    return names


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_the_goal_speaks_of_nothing_else(domain: str, number: str) -> None:
    task = hidden(domain, number).task
    _, text = situation_and_goal(domain, number)
    assert {name for name in words(text) if name in task.objects} == asked_for(task.goal) & set(task.objects)


@pytest.mark.parametrize("domain", NAMES)
def test_the_domain_brief_has_a_paragraph_for_every_action(domain: str) -> None:
    world = hidden(domain, "01")
    paragraphs = shipped(domain, "01").domain.split("\n\n")
    for name, schema in world.task.domain.actions.items():
        (told_here,) = [paragraph for paragraph in paragraphs if paragraph.startswith(f"The action {name} takes ")]
        count = ("no", "one argument", "two arguments", "three arguments", "four arguments")[len(schema.parameters)]
        assert told_here.startswith(f"The action {name} takes {count}")
        assert "It requires that" in told_here
        assert "Afterwards" in told_here


@pytest.mark.parametrize(("domain", "number"), TASKS)
def test_the_text_is_prose(domain: str, number: str) -> None:
    """No lists, no labels, sentences of a readable length, and not the words of the template."""
    brief = shipped(domain, number)
    for paragraph in f"{brief.domain}\n\n{brief.instance}".split("\n\n"):
        assert "\n" not in paragraph
        assert paragraph.endswith(".")
        assert not re.match(r"[-*•\d]|[\w ]+:\s*$", paragraph)
        assert "  " not in paragraph
    world = hidden(domain, number)
    template = template_brief(world.task, world.phrases).instance.splitlines()
    assert not set(filter(None, template)) & set(brief.instance.splitlines())


def test_no_two_tasks_of_a_domain_are_told_alike() -> None:
    """Compare the wordings with every name blanked out."""
    for domain in NAMES:
        told_as = {re.sub(r"\b\w*[\d_]\w*\b", "_", shipped(domain, f"{n:02d}").instance) for n in range(1, 11)}
        assert len(told_as) == 10
