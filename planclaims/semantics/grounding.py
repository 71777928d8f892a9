"""Every ground action of a task whose static preconditions hold, found by joins over the static facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planclaims.errors import LimitExceeded
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Formula, Holds, Not, Same, conjuncts
from planclaims.semantics.joins import Join, Watch
from planclaims.semantics.model import ActionSchema
from planclaims.semantics.state import State
from planclaims.semantics.task import Task

_MOST_BINDINGS = 20_000_000


def static_predicates(task: Task) -> frozenset[str]:
    """Return the predicates that no action of the domain ever changes."""
    changed = {
        atom[0]
        for schema in task.domain.actions.values()
        for effect in schema.effects
        for atom in (*effect.add, *effect.delete)
    }
    return frozenset(name for name in task.domain.predicates if name not in changed)


def ground_actions(task: Task, watch: Watch | None = None) -> Iterator[GroundAction]:
    """Yield the ground actions that no static precondition rules out, by schema and object order.

    Raises LimitExceeded once they are out of hand, unless the caller keeps `watch`.
    """
    watch = watch or at_most(_MOST_BINDINGS)
    static = static_predicates(task)
    facts: dict[str, list[tuple[str, ...]]] = {}
    for fact in sorted(task.problem.facts):
        facts.setdefault(fact[0], []).append(fact)
    for name in sorted(task.domain.actions):
        schema = task.domain.actions[name]
        join = _static_join(task, schema, static)
        for relation in join.relations:
            for fact in facts.get(relation.atom[0], ()):
                row = relation.row(fact)
                if row is not None:
                    relation.add(row)
        found = [tuple([binding[name] for name in join.names]) for binding in join.bindings({}, watch)]
        for arguments in sorted(found, key=join.place):
            yield task.ground(schema, arguments)


def applicable_actions(actions: Iterable[GroundAction], state: State) -> tuple[GroundAction, ...]:
    """Return the ground actions applicable in the state, in their order."""
    return tuple(action for action in actions if action.applicable(state))


def at_most(most: int) -> Watch:
    """Return a watch over the bindings tried that raises LimitExceeded beyond so many."""
    tried = 0

    def watch(action: str, coming: int) -> None:
        nonlocal tried
        tried += 1
        if tried + coming > most:
            raise LimitExceeded(
                f"grounding: action {action} has more than {most} bindings of its parameters to try; give it "
                "preconditions that narrow its parameters, or the task fewer objects"
            )

    return watch


def _static_join(task: Task, schema: ActionSchema, static: frozenset[str]) -> Join:
    parts = conjuncts(schema.precondition)
    atoms = [part.atom for part in parts if isinstance(part, Holds) and part.atom[0] in static]
    settled = [part for part in parts if _is_settled_literal(part, static)]
    return Join(task, schema, atoms, settled)


def _is_settled_literal(part: Formula, static: frozenset[str]) -> bool:
    """Return whether the part is an equality or its negation, or the negation of a static fact."""
    if isinstance(part, Not):
        return isinstance(part.part, Same) or (isinstance(part.part, Holds) and part.part.atom[0] in static)
    return isinstance(part, Same)
