"""Action schemas as written: parameters, and the package's text of the checked precondition and effect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from planclaims.pddl_io.conditions import condition
from planclaims.pddl_io.dialect import encode
from planclaims.pddl_io.effects import EffectReader
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.source import Group, Node, Source, Word
from planclaims.pddl_io.typed_list import parameters
from planclaims.semantics.formula import Parameter
from planclaims.semantics.model import Domain

KEYWORDS = (":parameters", ":precondition", ":effect")


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action whose names have been checked, its body still text."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: str
    effect: str

    def __str__(self) -> str:
        variables = " ".join(encode(parameter.name) for parameter in self.parameters)
        body = f":parameters ({variables}) :precondition {self.precondition} :effect {self.effect}"
        return f"(:action {encode(self.name)} {body})"


def written_actions(source: Source, domain: Domain, sections: Iterable[Group]) -> tuple[WrittenAction, ...]:
    """Return the actions in order of declaration; every part but the name may be left out."""
    found: dict[str, WrittenAction] = {}
    for section in sections:
        action = _action(source, domain, section)
        if action.name in found:
            raise source.error("an action is declared twice", section, found=action.name, allowed="each action once")
        found[action.name] = action
    return tuple(found.values())


def _action(source: Source, domain: Domain, section: Group) -> WrittenAction:
    if len(section.items) < 2:
        raise source.error("an action without a name", section, found=section)
    name = source.name(section.items[1], "action name")
    parts = _parts(source, section)
    nothing = Group((), section.line)
    variables = parameters(source, domain, source.group(parts.get(":parameters", nothing), "parameters").items)
    scope = Scope(source, domain, domain.constants).extended(variables)
    precondition = condition(parts.get(":precondition", nothing), scope)
    return WrittenAction(name, variables, precondition, EffectReader().read(parts.get(":effect", nothing), scope))


def _parts(source: Source, section: Group) -> dict[str, Node]:
    parts: dict[str, Node] = {}
    rest = iter(section.items[2:])
    for key in rest:
        if not isinstance(key, Word) or key.text not in KEYWORDS:
            raise source.error("unknown part of an action", key, found=key, allowed=", ".join(KEYWORDS))
        value = next(rest, None)
        if value is None or isinstance(value, Word):
            raise source.error(f"{key} of an action needs a list in parentheses", key, found=value)
        if key.text in parts:
            raise source.error("a part of an action comes twice", key, found=key, allowed="each part once")
        parts[key.text] = value
    return parts
