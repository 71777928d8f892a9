"""A planning task: a domain and a problem together, able to bind steps and enumerate ground actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from planclaims.semantics.action import GroundAction, GroundEffect
from planclaims.semantics.formula import (
    Binding,
    Formula,
    Parameter,
    bind,
    bind_expression,
    bind_terms,
    bindings,
    prefix_form,
)
from planclaims.semantics.model import ROOT_TYPE, TOTAL_COST, ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.state import State, truth


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a plan as written: an action name and its arguments, perhaps ill-formed."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return prefix_form(self.name, *self.arguments)


class FaultKind(StrEnum):
    """In which way a step is ill-formed."""

    UNKNOWN_ACTION = "unknown_action"
    ARITY = "arity"
    UNKNOWN_OBJECT = "unknown_object"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a step names no ground action: what was found and what was allowed, without any PDDL."""

    kind: FaultKind
    message: str


class Task:
    """A planning task; immutable, with the initial state, the ground goal and binding of steps."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.objects: Mapping[str, tuple[str, ...]] = MappingProxyType({**domain.constants, **problem.objects})

    @cached_property
    def initial(self) -> State:
        """Return the initial state; total-cost starts at zero unless the problem says otherwise."""
        values = dict(self.problem.values)
        if TOTAL_COST[0] in self.domain.functions:
            values.setdefault(TOTAL_COST, Fraction(0))
        return State(self.problem.facts, MappingProxyType(values))

    @cached_property
    def goal(self) -> Formula:
        """Return the ground goal."""
        return bind(self.problem.goal, {}, self.objects_of)

    @cached_property
    def _members(self) -> Mapping[str, tuple[str, ...]]:
        members: dict[str, list[str]] = {ROOT_TYPE: []}
        for name, kinds in self.objects.items():
            for kind in sorted(frozenset[str]().union(*(self.domain.supertypes(kind) for kind in kinds))):
                members.setdefault(kind, []).append(name)
        return {kind: tuple(names) for kind, names in members.items()}

    def objects_of(self, parameter: Parameter) -> tuple[str, ...]:
        """Return the objects that fit the parameter's type, in order of declaration."""
        if len(parameter.types) == 1:
            return self._members.get(parameter.types[0], ())
        fitting = {name for kind in parameter.types for name in self._members.get(kind, ())}
        return tuple(name for name in self.objects if name in fitting)

    def goal_reached(self, state: State) -> bool:
        """Return whether the state is a goal state."""
        return truth(self.goal, state) is True

    def fault(self, step: Step) -> Fault | None:
        """Return why the step names no ground action of the task, or None if it names one."""
        schema = self.domain.actions.get(step.name)
        if schema is None:
            known = ", ".join(self.domain.actions)
            return Fault(FaultKind.UNKNOWN_ACTION, f"there is no action {step.name!r}; the actions are {known}")
        wanted, given = len(schema.parameters), len(step.arguments)
        if wanted != given:
            return Fault(FaultKind.ARITY, f"{step.name} takes {wanted} argument{'s' * (wanted != 1)}; {given} given")
        for argument in step.arguments:
            if argument not in self.objects:
                return Fault(FaultKind.UNKNOWN_OBJECT, f"there is no object {argument!r}")
        for parameter, argument in zip(schema.parameters, step.arguments, strict=True):
            if argument not in self.objects_of(parameter):
                needed, kinds = " or ".join(parameter.types), " and ".join(self.objects[argument])
                where = f"as {parameter.name.lstrip('?')} of {step.name}"
                return Fault(FaultKind.TYPE, f"{argument} is of type {kinds}; {where} a {needed} is needed")
        return None

    def bind(self, step: Step) -> GroundAction:
        """Return the ground action that a well-formed step names; ValueError if it has a fault."""
        fault = self.fault(step)
        if fault is not None:
            raise ValueError(fault.message)
        return self.ground(self.domain.actions[step.name], step.arguments)

    def ground(self, schema: ActionSchema, arguments: tuple[str, ...]) -> GroundAction:
        """Return the schema with its parameters bound to the arguments."""
        binding = dict(zip((parameter.name for parameter in schema.parameters), arguments, strict=True))
        effects = tuple(
            self._ground_effect(effect, {**binding, **inner})
            for effect in schema.effects
            for inner in bindings(effect.variables, self.objects_of)
        )
        return GroundAction(schema.name, arguments, bind(schema.precondition, binding, self.objects_of), effects)

    def _ground_effect(self, effect: Effect, binding: Binding) -> GroundEffect:
        return GroundEffect(
            bind(effect.condition, binding, self.objects_of),
            frozenset(bind_terms(atom, binding) for atom in effect.add),
            frozenset(bind_terms(atom, binding) for atom in effect.delete),
            tuple(
                Change(c.kind, bind_terms(c.fluent, binding), bind_expression(c.expression, binding))
                for c in effect.changes
            ),
        )
