"""Sequences of actions for the closed forms: plans, executable ones that miss the goal, inapplicable, malformed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from planclaims.errors import LimitExceeded
from planclaims.suites.competence.questions.made import Effort, Made
from planclaims.suites.competence.questions.stepwise import step_of, val_truth

CLASSES = ("malformed", "inapplicable", "missed", "plan")
"""What a sequence may be; exactly one is true of each."""


def class_of(made: Made, sequence: Sequence[str]) -> str:
    """Return which class the sequence is of, executed from the question's state on."""
    task = made.world.task
    if any(task.fault(step_of(name)) is not None for name in sequence):
        return "malformed"
    truth = val_truth(made.world, made.state, sequence)
    if truth["index"] is not None:
        return "inapplicable"
    return "plan" if truth["goal"] else "missed"


def sequence_of_class(made: Made, wanted: str, chance: random.Random, effort: Effort) -> list[str] | None:
    """Return a sequence of the class from the question's state on, or None where there is none."""
    own = list(made.asked["sequence"])
    index = made.truth["index"]
    applicable = own if index is None else own[:index]
    if wanted == "plan":
        found = _plan(made, effort)
    elif wanted == "missed":
        found = applicable
    elif wanted == "inapplicable":
        found = own
    else:
        found = _spoilt(made, own, chance)
    return found if found and class_of(made, found) == wanted else None


def _plan(made: Made, effort: Effort) -> list[str] | None:
    try:
        found = made.world.explorer.explore(made.state, effort.goalward, to_goal=True)
    except LimitExceeded:
        return None
    names = made.world.explorer.names()
    return None if found.goal is None else [names[number] for number in found.way_to(found.goal)]


def _spoilt(made: Made, sequence: Sequence[str], chance: random.Random) -> list[str]:
    """Return the sequence with one action that has an object too few, or one of another action's objects too many."""
    place = chance.randrange(len(sequence))
    step = step_of(sequence[place])
    arguments = list(step.arguments)
    if arguments and chance.random() < 0.5:
        arguments.pop(chance.randrange(len(arguments)))
    else:
        arguments.append(chance.choice(list(made.world.task.objects)))
    return [*sequence[:place], str(type(step)(step.name, tuple(arguments))), *sequence[place + 1 :]]
