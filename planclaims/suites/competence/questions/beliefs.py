"""What scripted respondents who know less than everything would say: relaxed truth, or single steps alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.semantics.formula import Atom
from planclaims.suites.competence.questions.made import RELAXED, STATIC, Made
from planclaims.suites.competence.questions.statements import Statement
from planclaims.suites.competence.questions.world import World, named

STRUCTURAL = ("reach", "areach", "land")
"""The kinds whose answer lies beyond single steps."""


def exact_answer(made: Made) -> str:
    """Return an answer that is right, in the form that the question asks for."""
    truth = made.truth
    match made.kind:
        case "app":
            return " ".join(truth["applicable"])
        case "prog":
            return effects_answer(truth["gained"], truth["lost"])
        case "reach":
            return _unreachable_fact(made)
        case "areach":
            return _unreachable_action(made)
        case "val":
            return "None" if truth["index"] is None else str(truth["index"])
        case "just":
            return " ".join(rest_of(made.asked["plan"], truth["right"][0]))
        case "land":
            return min(map(str, truth["landmarks"]), default="None")
        case _:
            return str(truth["nearer"][0])


def relaxed_answer(made: Made) -> str:
    """Return the answer of one who takes what holds without deletes for what holds."""
    match made.kind:
        case "prog":
            return effects_answer(made.truth["gained"], [])
        case "reach":
            bits, _ = made.world.relaxation.reached(made.state.facts)
            known = set(made.world.relaxation.named(bits))
            return next((named(atom) for atom in made.world.atoms() if atom not in known), "None")
        case "areach":
            return _relaxed_unreachable_action(made)
        case "val":
            return _relaxed_fault(made)
        case "just":
            return " ".join(_relaxed_rest(made))
        case "land":
            return _relaxed_landmark(made)
        case "nexta":
            return min(
                map(str, made.truth["after"]), key=lambda name: (_layers(made.world, _facts_after(made, name)), name)
            )
        case _:
            return exact_answer(made)


def local_answer(made: Made) -> str:
    """Return the answer of one who knows what actions need and do, and looks no further."""
    if made.kind in STRUCTURAL:
        return "None"
    return min(made.truth["after"]) if made.kind == "nexta" else exact_answer(made)


def believed(statement: Statement, kind: str, respondent: str) -> bool:
    """Return whether the respondent takes a statement for true."""
    if respondent == "local" and kind in STRUCTURAL:
        return kind != "land"
    if respondent != "relaxed":
        return statement.true
    if kind in ("reach", "areach"):
        return statement.true or statement.certificate not in (STATIC, RELAXED)
    return statement.true or (kind == "prog" and statement.lost)


def effects_answer(gained: Sequence[str], lost: Sequence[str]) -> str:
    """Return the two lists of effects."""
    return f"[{' '.join(gained)}] [{' '.join(lost)}]"


def rest_of(plan: Sequence[str], deleted: str) -> list[str]:
    """Return the plan without the action or the pair of neighbours at the places."""
    places = {int(part) for part in deleted.split("-")}
    return [action for place, action in enumerate(plan) if place not in places]


def _unreachable_fact(made: Made) -> str:
    reached = made.truth["reached"]
    return next((named(atom) for atom in made.world.atoms() if named(atom) not in reached), "None")


def _unreachable_action(made: Made) -> str:
    reached = made.truth["reached"]
    return next((str(step) for step in made.world.steps() if str(step) not in reached), "None")


def _relaxed_unreachable_action(made: Made) -> str:
    _, applied = made.world.relaxation.reached(made.state.facts)
    known = {str(made.world.actions[number]) for number in applied}
    return next((str(step) for step in made.world.steps() if str(step) not in known), "None")


def _relaxed_fault(made: Made) -> str:
    """Return the first action of the sequence whose positive preconditions no action before it has added."""
    facts = set(made.state.facts)
    for index, name in enumerate(made.asked["sequence"]):
        action = made.world.by_name.get(name)
        if action is None or not made.world.relaxation.meets(action.precondition, made.world.relaxation.bits(facts)):
            return str(index)
        facts |= {atom for effect in action.effects for atom in effect.add}
    return "None"


def _relaxed_rest(made: Made) -> list[str]:
    """Return the first shortening that is a plan without deletes."""
    plan = made.asked["plan"]
    places = [str(place) for place in range(len(plan))]
    relaxation = made.world.relaxation
    for deleted in [*places, *(f"{place}-{place + 1}" for place in range(len(plan) - 1))]:
        rest, facts = rest_of(plan, deleted), set(made.state.facts)
        for name in rest:
            action = made.world.by_name[name]
            if not relaxation.meets(action.precondition, relaxation.bits(facts)):
                break
            facts |= {atom for effect in action.effects for atom in effect.add}
        else:
            if relaxation.meets(made.world.task.goal, relaxation.bits(facts)):
                return rest
    return rest_of(plan, "0")


def _relaxed_landmark(made: Made) -> str:
    world, relaxation = made.world, made.world.relaxation
    for atom in world.atoms():
        if atom in made.state.facts or atom in world.goal_atoms:
            continue
        bits, _ = relaxation.reached(made.state.facts, without=atom)
        if not relaxation.meets(world.task.goal, bits):
            return named(atom)
    return "None"


def _facts_after(made: Made, name: str) -> frozenset[Atom]:
    return made.world.by_name[name].successor(made.state).facts


def _layers(world: World, facts: frozenset[Atom]) -> int:
    """Return after how many layers of actions without deletes the goal is met."""
    relaxation, known = world.relaxation, set(facts)
    for layer in range(1000):
        if relaxation.meets(world.task.goal, relaxation.bits(known)):
            return layer
        before = relaxation.bits(known)
        size = len(known)
        for action in world.actions:
            if relaxation.meets(action.precondition, before):
                known |= {atom for effect in action.effects for atom in effect.add}
        if len(known) == size:
            break
    return 1000


def scripts(made: Made) -> Mapping[str, str]:
    """Return the answers of the scripted respondents."""
    return {"exact": exact_answer(made), "relaxed": relaxed_answer(made), "local": local_answer(made)}
