"""The text of a question: rules of the world, solved examples, and the statement, under a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.language.prose.describe import NOTHING_ELSE, bullets
from planclaims.prompts import PLACEHOLDER, fill_text, read_wording
from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance, atom_of
from planclaims.suites.planbench.solving import states_along
from planclaims.suites.planbench.view import View

TEXTS = Path(__file__).parent / "texts"
GENERAL = read_wording(TEXTS / "question.toml")
CONTRACTS = read_wording(TEXTS / "contracts.toml")
Facts = Mapping[str, Any]


@cache
def kind_words(kind: str) -> Mapping[str, str]:
    """Return the words of a kind: its statement, what is asked, and the name of its contract."""
    return read_wording(TEXTS / "kinds" / f"{kind}.toml")


def context(view: View, kind: str, shown: Facts, examples: list[tuple[Facts, str]]) -> str:
    """Return everything that a question says before it asks; `examples` are statements' data with their answers."""
    sections = [GENERAL["world"] if not view.pddl else GENERAL["pddl"], view.introduction()]
    if view.tracking:
        sections.append(GENERAL["tracking"])
    for example, answer in examples:
        sections += [GENERAL["example"], statement(view, kind, example)]
        worked = _worked(view, example) if view.tracking else ""
        sections += [f"{GENERAL['worked_head']}\n{worked}"] if worked else []
        sections.append(f"{GENERAL['answer_head']}\n{answer}")
    return "\n\n".join([*sections, GENERAL["question"], statement(view, kind, shown)])


def statement(view: View, kind: str, data: Facts) -> str:
    """Return the statement of a question: its instance and its facts, in plain names, put under shown ones."""
    template = kind_words(kind)["statement"]
    instance = view.names.instance(Instance.read(data["instance"]))
    facts = view.names.facts(data["facts"])
    values = {name: _PARTS[name](view, instance, facts) for name in PLACEHOLDER.findall(template)}
    return fill_text(template, values)


def _start(view: View, instance: Instance, facts: Facts) -> str:
    if view.pddl:
        return view.problem(instance.aiming(()))
    situation = view.state(instance, instance.init)
    return f"{view.objects(instance)}\n\nInitial situation:\n{situation}\n{NOTHING_ELSE}"


def _goal(view: View, atoms: list[Atom]) -> str:
    return f"Goal: all of this must hold at the end:\n{view.goal(atoms)}"


def _task(view: View, instance: Instance, facts: Facts) -> str:
    if view.pddl:
        return view.problem(instance)
    return f"{_start(view, instance, facts)}\n\n{_goal(view, list(instance.goal))}"


def _old_task(view: View, instance: Instance, facts: Facts) -> str:
    return _task(view, instance.starting(map(atom_of, facts["start"])), facts)


def _listed(key: str) -> Callable[[View, Instance, Facts], str]:
    return lambda view, instance, facts: "\n".join(bullets(view.facts(facts[key])) or ["- none"])


def _numbered(view: View, instance: Instance, facts: Facts) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(view.steps(facts["plan"]), start=1))


_PARTS: Mapping[str, Callable[[View, Instance, Facts], str]] = {
    "task": _task,
    "start": _start,
    "old_task": _old_task,
    "goal": lambda view, instance, facts: _goal(view, list(instance.goal)),
    "example_goal": lambda view, instance, facts: _goal(view, [atom_of(text) for text in facts["example_goal"]]),
    "plan": lambda view, instance, facts: "\n".join(view.steps(facts["plan"])),
    "actions": lambda view, instance, facts: "\n".join(view.steps(facts["actions"])),
    "numbered_plan": _numbered,
    "durations": lambda view, instance, facts: view.durations(),
    "after": lambda view, instance, facts: str(facts["after"]),
    "became_true": _listed("became_true"),
    "became_false": _listed("became_false"),
}
"""What the placeholders of a statement stand for."""


def _worked(view: View, example: Facts) -> str:
    """Return the run of an example's sequence: each action, what it requires, and the state after it."""
    steps = example["facts"].get("actions") or example["facts"].get("plan") or example["answer"].get("plan") or []
    plain = Instance.read(example["instance"])
    if "start" in example["facts"]:
        steps = example["answer"]["plan"]
    from planclaims.suites.planbench.world import world

    told = states_along(world(view.world.name), plain, steps)
    instance = view.names.instance(plain)
    lines = []
    for number, step in enumerate(steps[: len(told)], start=1):
        lines.append(f"{number}. {view.steps([view.names.step_text(step)])[0]}")
        if number >= len(told):
            lines.append("   This action cannot be carried out: not all that it requires holds.")
            break
        lines.append("   Everything that it requires holds. Facts that can change and hold now:")
        changing = [view.names.atom(atom) for atom in told[number] if atom[0] not in world(view.world.name).static]
        lines += [f"   {line}" for line in view.state(instance, changing).splitlines()]
    return "\n".join(lines)
