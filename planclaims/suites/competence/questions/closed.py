"""The closed forms: one statement that is true or not, and four of which exactly one is true."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planclaims.errors import LimitExceeded
from planclaims.prompts import fill_text
from planclaims.suites.competence.questions.beliefs import believed
from planclaims.suites.competence.questions.made import Effort, Made
from planclaims.suites.competence.questions.prose import numbered, text
from planclaims.suites.competence.questions.statements import Statement, statements, told
from planclaims.suites.competence.questions.stepwise import step_of, val_truth

LETTERS = "ABCD"
WHO = ("exact", "relaxed", "local")
"""The scripted respondents who have a fixed answer."""


@dataclass(frozen=True)
class Closed:
    """A closed question: what is asked, its truth, and whether a false part of it is ill-typed."""

    asked: Mapping[str, Any]
    truth: Mapping[str, Any]
    ill_typed: bool = False


def booleans(pool: Sequence[Made], count: int, chance: random.Random, effort: Effort) -> list[tuple[int, Closed]]:
    """Return questions for yes or no by the place of their state in the pool, as near to half and half as it goes."""
    options = [(place, _boolean_options(made, chance, effort)) for place, made in enumerate(pool[:count])]
    options = [(place, found) for place, found in options if found]
    chance.shuffle(options)
    options.sort(key=lambda entry: len(entry[1]))
    chosen: list[tuple[int, Closed]] = []
    said = {True: 0, False: 0}
    for place, found in options:
        truth = min(found, key=lambda value: said[value])
        said[truth] += 1
        chosen.append((place, found[truth]))
    return sorted(chosen, key=lambda entry: entry[0])


def choices(pool: Sequence[Made], count: int, chance: random.Random, effort: Effort) -> list[tuple[int, Closed]]:
    """Return questions with four choices by the place of their state in the pool; states that allow none are passed."""
    chosen: list[tuple[int, Closed]] = []
    for place, made in enumerate(pool):
        if len(chosen) == count:
            break
        found = _sequence_choice(made, chance, effort) if made.kind == "val" else _choice(made, chance, effort)
        if found is not None:
            chosen.append((place, found))
    return chosen


def _boolean_options(made: Made, chance: random.Random, effort: Effort) -> Mapping[bool, Closed]:
    """Return a true and a false statement about the state, as far as there are."""
    if made.kind == "val":
        return _sequence_booleans(made, chance, effort)
    found = statements(made, chance, effort)
    options = {}
    for truth in (True, False):
        fitting = [statement for statement in found if statement.true is truth]
        if fitting:
            options[truth] = _boolean(made.kind, chance.choice(fitting))
    return options


def _boolean(kind: str, statement: Statement) -> Closed:
    answer = {True: "yes", False: "no"}
    scripts = {who: answer[believed(statement, kind, who)] for who in WHO}
    truth = {**_evidence(statement), "answer": statement.true, "scripts": scripts}
    return Closed({"statement": told(kind, statement)}, truth, statement.ill_typed)


def _evidence(statement: Statement) -> Mapping[str, Any]:
    return {
        "reason": statement.reason,
        "certificate": statement.certificate,
        "witness": list(statement.witness),
    }


def _sequence_booleans(made: Made, chance: random.Random, effort: Effort) -> Mapping[bool, Closed]:
    """Return statements that a sequence is a plan, or that it is applicable."""
    options = {}
    variant = chance.choice(("val_plan", "val_applicable"))
    classes = {
        ("val_plan", True): ("plan",),
        ("val_plan", False): ("inapplicable", "missed"),
        ("val_applicable", True): ("missed", "plan"),
        ("val_applicable", False): ("inapplicable",),
    }
    for truth in (True, False):
        wanted = list(classes[variant, truth])
        chance.shuffle(wanted)
        for name in wanted:
            sequence = sequence_of_class(made, name, chance, effort)
            if sequence:
                said = fill_text(text("statement", variant), sequence=numbered(sequence))
                answer: dict[str, Any] = {
                    "answer": truth,
                    "reason": f"the sequence is {name}",
                    "certificate": "witness",
                    "witness": [],
                }
                word = "yes" if truth else "no"
                answer["scripts"] = dict.fromkeys(WHO, word)
                options[truth] = Closed({"statement": said, "sequence": sequence}, answer)
                break
    return options


def _choice(made: Made, chance: random.Random, effort: Effort) -> Closed | None:
    found = statements(made, chance, effort)
    true = [statement for statement in found if statement.true]
    false = _different([statement for statement in found if not statement.true])
    if not true or len(false) < 3:
        return None
    options = [chance.choice(true), *chance.sample(false, 3)]
    chance.shuffle(options)
    right = next(place for place, statement in enumerate(options) if statement.true)
    scripts = {}
    for who in WHO:
        beliefs = [believed(statement, made.kind, who) for statement in options]
        scripts[who] = LETTERS[beliefs.index(True) if True in beliefs else 0]
    said = options[right]
    truth = {**_evidence(said), "answer": LETTERS[right], "scripts": scripts}
    truth["false"] = [_evidence(statement) for statement in options]
    asked = {"options": [_option(made.kind, statement) for statement in options], **_frame(made)}
    return Closed(asked, truth, any(statement.ill_typed for statement in options))


def _different(found: Sequence[Statement]) -> list[Statement]:
    unique = {tuple(sorted(statement.says.items())): statement for statement in found}
    return list(unique.values())


def _option(kind: str, statement: Statement) -> str:
    """Return what an option says: the fact, the action, or what is taken out."""
    names = {"prog": "fact", "reach": "fact", "land": "fact", "just": "deleted"}
    return statement.says[names.get(kind, "action")]


def _frame(made: Made) -> Mapping[str, Any]:
    return {name: made.asked[name] for name in ("action", "plan") if name in made.asked}


def _sequence_choice(made: Made, chance: random.Random, effort: Effort) -> Closed | None:
    """Return the question what is true of a sequence; all four answers are on offer, in a drawn order."""
    wanted = list(CLASSES)
    chance.shuffle(wanted)
    for name in wanted:
        sequence = sequence_of_class(made, name, chance, effort)
        if sequence:
            break
    else:
        return None
    order = list(CLASSES)
    chance.shuffle(order)
    letter = LETTERS[order.index(class_of(made, sequence))]
    truth = {
        "answer": letter,
        "reason": f"the sequence is {name}",
        "certificate": "witness",
        "witness": [],
        "scripts": dict.fromkeys(WHO, letter),
    }
    return Closed({"options": [text("options", name) for name in order], "sequence": sequence}, truth)


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
