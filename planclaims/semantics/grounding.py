"""Every ground action of a task whose static preconditions hold, found by backtracking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Binding, Formula, Holds, Not, Same, bind_terms, conjuncts
from planclaims.semantics.model import ActionSchema
from planclaims.semantics.state import State
from planclaims.semantics.task import Task


def static_predicates(task: Task) -> frozenset[str]:
    """Return the predicates that no action of the domain ever changes."""
    changed = {
        atom[0]
        for schema in task.domain.actions.values()
        for effect in schema.effects
        for atom in (*effect.add, *effect.delete)
    }
    return frozenset(name for name in task.domain.predicates if name not in changed)


def ground_actions(task: Task) -> Iterator[GroundAction]:
    """Yield the ground actions that no static precondition rules out, by schema and object order."""
    static = static_predicates(task)
    for name in sorted(task.domain.actions):
        schema = task.domain.actions[name]
        for arguments in _bindings(task, schema, static):
            yield task.ground(schema, arguments)


def applicable_actions(actions: Iterable[GroundAction], state: State) -> tuple[GroundAction, ...]:
    """Return the ground actions applicable in the state, in their order."""
    return tuple(action for action in actions if action.applicable(state))


def _bindings(task: Task, schema: ActionSchema, static: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield argument tuples, checking each static literal as soon as its last variable is bound."""
    names = [parameter.name for parameter in schema.parameters]
    checks: list[list[Formula]] = [[] for _ in range(len(names) + 1)]
    for part in conjuncts(schema.precondition):
        terms = _static_terms(part, static)
        if terms is not None:
            checks[max((names.index(term) + 1 for term in terms if term in names), default=0)].append(part)
    facts = task.problem.facts
    choices = [task.objects_of(parameter) for parameter in schema.parameters]

    def extend(depth: int, binding: dict[str, str]) -> Iterator[tuple[str, ...]]:
        if not all(_holds(part, binding, facts) for part in checks[depth]):
            return
        if depth == len(names):
            yield tuple(binding[name] for name in names)
            return
        for chosen in choices[depth]:
            binding[names[depth]] = chosen
            yield from extend(depth + 1, binding)
        binding.pop(names[depth], None)

    yield from extend(0, {})


def _static_terms(part: Formula, static: frozenset[str]) -> tuple[str, ...] | None:
    inner = part.part if isinstance(part, Not) else part
    if isinstance(inner, Holds) and inner.atom[0] in static:
        return inner.atom[1:]
    return (inner.left, inner.right) if isinstance(inner, Same) else None


def _holds(part: Formula, binding: Binding, facts: frozenset[tuple[str, ...]]) -> bool:
    if isinstance(part, Not):
        return not _holds(part.part, binding, facts)
    if isinstance(part, Same):
        left, right = bind_terms((part.left, part.right), binding)
        return left == right
    return isinstance(part, Holds) and bind_terms(part.atom, binding) in facts
