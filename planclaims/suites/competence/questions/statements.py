"""True and false statements about a question's state, each with its reason: what the closed forms are made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from planclaims.prompts import fill_text
from planclaims.semantics.formula import Atom
from planclaims.semantics.task import FaultKind
from planclaims.suites.competence.questions.grading import certificate_of
from planclaims.suites.competence.questions.made import EXHAUSTED, PAIRED, WITNESS, Effort, Made, way
from planclaims.suites.competence.questions.prose import numbered, text
from planclaims.suites.competence.questions.stepwise import near_misses, step_of
from planclaims.suites.competence.questions.world import World, named

MOST = 12
"""Statements of either truth that are made for one state."""
ILL_TYPED = 0.15
"""How often a false statement about an action gives it an object of a wrong type, where there is one."""


@dataclass(frozen=True)
class Statement:
    """What is said, as the words that fill a text; whether it is true and why; a witness or a certificate.

    `ill_typed` names an object of a wrong type; `lost` says of a fact that held that it still does.
    """

    says: Mapping[str, str]
    true: bool
    reason: str
    certificate: str = WITNESS
    witness: tuple[str, ...] = ()
    ill_typed: bool = False
    lost: bool = False


Maker = Callable[[Made, random.Random, Effort], list[Statement]]


def statements(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    """Return statements of the question's kind about its state, true ones and false ones, near misses first."""
    return MAKERS[made.kind](made, chance, effort)


def _sample(items: Sequence[str], chance: random.Random, most: int = MOST) -> list[str]:
    return chance.sample(list(items), min(most, len(items)))


def _app(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    world, applicable = made.world, set(made.truth["applicable"])
    found = [Statement({"action": name}, True, "it is applicable") for name in _sample(sorted(applicable), chance)]
    near = sorted({miss for name in sorted(applicable) for miss in near_misses(world, name)} - applicable)
    near = near or sorted({str(step) for step in world.steps()} - applicable)
    for name in _sample(near, chance):
        found.append(_inapplicable(made, name, chance))
    return found


def _inapplicable(made: Made, name: str, chance: random.Random) -> Statement:
    unmet = made.world.task.bind(step_of(name)).unmet(made.state)
    wrong = _ill_typed(made.world, name, chance) if chance.random() < ILL_TYPED else None
    if wrong is not None:
        return Statement({"action": wrong}, False, "it is ill-typed", ill_typed=True)
    return Statement({"action": name}, False, f"unmet: {unmet[0]}")


def _ill_typed(world: World, name: str, chance: random.Random) -> str | None:
    """Return the action with an object of a wrong type in one place, if there is such an object."""
    step = step_of(name)
    schema = world.task.domain.actions[step.name]
    found = []
    for place, parameter in enumerate(schema.parameters):
        fitting = set(world.task.objects_of(parameter))
        for other in world.task.objects:
            if other not in fitting:
                changed = type(step)(step.name, (*step.arguments[:place], other, *step.arguments[place + 1 :]))
                fault = world.task.fault(changed)
                if fault is not None and fault.kind is FaultKind.TYPE:
                    found.append(str(changed))
    return chance.choice(found) if found else None


def _prog(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    world, action = made.world, made.asked["action"]
    after = world.by_name[action].successor(made.state)
    holding = sorted(atom for atom in after.facts if world.is_fluent(atom))
    gained = [atom for atom in holding if named(atom) in made.truth["gained"]]
    kept = [atom for atom in holding if atom not in gained]
    lost = sorted(made.state.facts - after.facts)
    near = sorted({miss for atom in gained for miss in _atom_misses(world, atom)} - after.facts - set(lost))
    true = [*gained, *chance.sample(kept, min(len(kept), 4))]
    false = [*lost, *chance.sample(near, min(len(near), 4))]
    if not false:
        false = sorted(set(world.atoms()) - after.facts)[:4]
    found = [_fact(world, [atom], True, "it holds afterwards", action=action) for atom in true]
    for atom in false:
        said = _fact(world, [atom], False, "it does not hold afterwards", action=action)
        found.append(replace(said, lost=atom in lost))
    if len(true) > 1:
        found.append(_fact(world, chance.sample(true, 2), True, "both hold afterwards", action=action))
    if true and false:
        pair = [chance.choice(true), chance.choice(false)]
        found.append(_fact(world, pair, False, f"{named(pair[1])} does not hold", action=action))
    return found


def _fact(world: World, atoms: Sequence[Atom], true: bool, reason: str, **more: str) -> Statement:
    fact = " and ".join(world.phrases.fact(atom) for atom in atoms)
    return Statement({"fact": fact, **more}, true, reason)


def _atom_misses(world: World, atom: Atom) -> list[Atom]:
    """Return the well-typed facts that differ from one in a single argument."""
    found = []
    for place, parameter in enumerate(world.task.domain.predicates[atom[0]], start=1):
        for other in world.task.objects_of(parameter):
            if other != atom[place]:
                found.append((*atom[:place], other, *atom[place + 1 :]))
    return found


def _reach(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    world, truth = made.world, made.truth
    atoms = {named(atom): atom for atom in world.atoms()}
    reached = sorted(truth["reached"])
    new = [name for name in reached if truth["reached"][name]] or reached
    found = []
    for name in _sample(new, chance):
        witness = tuple(way(truth["nodes"], truth["reached"][name]))
        found.append(replace(_fact(world, [atoms[name]], True, "it can be reached"), witness=witness))
    never = sorted(set(atoms) - set(reached))
    for name in _sample(never, chance, MOST // 2):
        certificate = certificate_of(name, truth, "reach")
        found.append(replace(_fact(world, [atoms[name]], False, "out of reach"), certificate=certificate))
    return [*found, *_pairs(made, [atoms[name] for name in new], chance, effort)]


def _pairs(made: Made, atoms: Sequence[Atom], chance: random.Random, effort: Effort) -> list[Statement]:
    """Return statements about two facts at once, each of which can be reached."""
    world = made.world
    if len(atoms) < 2:
        return []
    explored = world.explorer.reached_within(made.state, effort.whole)
    pairs = None if world.relaxation.numeric else world.relaxation.paired(made.state.facts)
    names, found = world.explorer.names(), []
    for _ in range(MOST):
        one = chance.choice(atoms)
        other = chance.choice([atom for atom in atoms if set(atom[1:]) & set(one[1:]) and atom != one] or atoms)
        if one == other:
            continue
        place = explored.first(one, other)
        if place is not None:
            witness = tuple(names[number] for number in explored.way_to(place))
            found.append(replace(_fact(world, [one, other], True, "both can hold at once"), witness=witness))
        elif pairs is not None and not pairs.reaches(world.relaxation.bits([one, other])):
            found.append(replace(_fact(world, [one, other], False, "never both at once"), certificate=PAIRED))
        elif explored.exhausted:
            found.append(replace(_fact(world, [one, other], False, "never both at once"), certificate=EXHAUSTED))
    return found


def _areach(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    truth = made.truth
    reached = sorted(truth["reached"])
    new = [name for name in reached if truth["reached"][name]] or reached
    found = []
    for name in _sample(new, chance):
        witness = tuple(way(truth["nodes"], truth["reached"][name]))
        found.append(Statement({"action": name}, True, "it can become applicable", WITNESS, witness))
    near = {miss for name in _sample(new, chance) for miss in near_misses(made.world, name)} - set(reached)
    never = sorted(near) or sorted({str(step) for step in made.world.steps()} - set(reached))
    for name in _sample(never, chance):
        certificate = certificate_of(name, truth, "areach")
        found.append(Statement({"action": name}, False, "never applicable", certificate))
    return found


def _just(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    plan, truth = made.asked["plan"], made.truth
    found = []
    for deleted in truth["right"]:
        found.append(_deletion(plan, deleted, True, "the rest is a plan"))
    ranked = sorted(truth["faults"], key=lambda name: ("-" in name) is not ("-" in truth["right"][0]))
    for deleted in _sample(ranked[: 2 * MOST], chance):
        found.append(_deletion(plan, deleted, False, truth["faults"][deleted]))
    return found


def _deletion(plan: Sequence[str], deleted: str, true: bool, reason: str) -> Statement:
    places = [int(part) for part in deleted.split("-")]
    what = " together with ".join(f"action {place} {plan[place]}" for place in places)
    return Statement({"deleted": what, "plan": numbered(plan)}, true, reason)


def _land(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    world, truth = made.world, made.truth
    atoms = {named(atom): atom for atom in world.atoms()}
    trivial = [name for name in [*truth["initial"], *truth["goal"]] if name in atoms]
    real = sorted(truth["landmarks"])
    true = [*_sample(real, chance), *_sample(trivial, chance, 2 if real else 4)]
    never = sorted(set(atoms) - set(trivial) - set(real))
    near = sorted(truth["avoiding"]) + _sample(never, chance, MOST // 2)
    found = []
    for name in true:
        certificate = truth["landmarks"].get(name, WITNESS)
        found.append(replace(_fact(world, [atoms[name]], True, "every plan has it"), certificate=certificate))
    for name in dict.fromkeys(near):
        witness = tuple(way(truth["nodes"], truth["avoiding"].get(name, truth["plan"])))
        found.append(replace(_fact(world, [atoms[name]], False, "this plan never has it"), witness=witness))
    return found


def _nexta(made: Made, chance: random.Random, effort: Effort) -> list[Statement]:
    truth = made.truth
    nearer = truth["nearer"]
    found = [Statement({"action": name}, True, "one action nearer", EXHAUSTED) for name in _sample(nearer, chance)]
    others = sorted(set(truth["after"]) - set(nearer))
    for name in _sample(others, chance):
        found.append(Statement({"action": name}, False, f"h* is {truth['after'][name]} after it", EXHAUSTED))
    near = sorted({miss for name in nearer for miss in near_misses(made.world, name)} - set(truth["after"]))
    for name in _sample(near, chance, max(0, 4 - len(others))):
        found.append(_inapplicable(made, name, chance))
    return found


MAKERS: Mapping[str, Maker] = {
    "app": _app,
    "prog": _prog,
    "reach": _reach,
    "areach": _areach,
    "just": _just,
    "land": _land,
    "nexta": _nexta,
}
"""How statements are made, by kind; those about sequences are made with their sequences (sequences.py)."""


def told(kind: str, statement: Statement) -> str:
    """Return the statement in words."""
    return fill_text(text("statement", kind), statement.says)
