"""The words an answer may use: actions and propositions with the objects that fit them, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planclaims.semantics.formula import Parameter
from planclaims.suites.competence.questions.world import World
from planclaims.suites.contract import Data


class WordFault(Exception):
    """A term names nothing that the question offers; the message says why."""


def lexicon_of(world: World) -> Data:
    """Return the words of a task: the objects by type, the signatures of actions and propositions, static names."""
    domain, task = world.task.domain, world.task
    kinds: dict[str, list[str]] = {}

    def signature(parameters: Sequence[Parameter]) -> list[str]:
        names = []
        for parameter in parameters:
            name = "|".join(parameter.types)
            kinds.setdefault(name, list(task.objects_of(parameter)))
            names.append(name)
        return names

    actions = {name: signature(schema.parameters) for name, schema in domain.actions.items()}
    propositions = {name: signature(domain.predicates[name]) for name in world.fluents}
    return {
        "actions": actions,
        "propositions": propositions,
        "static": sorted(set(domain.predicates) - set(world.fluents)),
        "objects": kinds,
    }


def check_term(names: Sequence[str], lexicon: Data, vocabulary: str) -> str:
    """Return the term as canonical text; WordFault if the vocabulary (actions or propositions) has no such term."""
    head, arguments = names[0], names[1:]
    known: dict[str, list[str]] = lexicon[vocabulary]
    what = "action" if vocabulary == "actions" else "proposition"
    if head not in known:
        if vocabulary == "propositions" and head in lexicon["static"]:
            raise WordFault(f"{head} never changes, and the question is about what can change")
        raise WordFault(f"there is no {what} {head!r}")
    wanted = known[head]
    if len(wanted) != len(arguments):
        raise WordFault(f"{head} takes {len(wanted)} argument{'s' * (len(wanted) != 1)}; {len(arguments)} given")
    objects: dict[str, Any] = lexicon["objects"]
    everything = {name for members in objects.values() for name in members}
    for kind, argument in zip(wanted, arguments, strict=True):
        if argument not in objects[kind]:
            why = "is of the wrong type" if argument in everything else "is no object"
            raise WordFault(f"{argument!r} {why} as an argument of {head}")
    return "(" + " ".join(names) + ")"
