"""The ground actions within reach when nothing is ever forgotten, found by joins over the facts reached so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from planclaims.search.limits import Watch
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom, Compare, Formula, Holds, Same, conjuncts, leaves, reads
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.joins import Join, Relation, free_variables, ground_size, schema_size
from planclaims.semantics.model import ActionSchema
from planclaims.semantics.task import Task

_Arguments = tuple[str, ...]


def reachable_actions(task: Task, watch: Watch, facts: Iterable[Atom] = ()) -> tuple[GroundAction, ...]:
    """Return the ground actions that may become applicable, by schema and object order.

    Of actions that differ only in parameters that no effect and no changing condition mentions, the first stands for
    all: they are applicable in the same states and have the same effect. `facts` may hold besides the initial ones.
    """
    check_expansions(task, watch, task.domain.actions)
    return _Grounding(task, watch).actions((*sorted(task.initial.facts), *sorted(facts)))


def check_expansions(task: Task, watch: Watch, actions: Iterable[str]) -> None:
    """Raise LimitExceeded if the goal, or an action of these names, takes too much memory with quantifiers expanded."""
    watch.phase = watch.GROUNDING
    watch.expansion(ground_size(task.problem.goal, task.objects_of))
    for name in sorted(set(actions) & task.domain.actions.keys()):
        watch.expansion(schema_size(task.domain.actions[name], task.objects_of), name)


class _Grounding:
    def __init__(self, task: Task, watch: Watch) -> None:
        self._task = task
        self._watch = watch
        static, changed = static_predicates(task), _changed_functions(task)
        self._joins = {
            name: _join(task, schema, static, changed) for name, schema in sorted(task.domain.actions.items())
        }
        self._static = static
        self._uses: dict[str, list[tuple[str, Relation]]] = defaultdict(list)
        for name, join in self._joins.items():
            for relation in join.relations:
                self._uses[relation.atom[0]].append((name, relation))
        self._found: dict[str, dict[_Arguments, GroundAction]] = {name: {} for name in self._joins}

    def actions(self, facts: Iterable[Atom]) -> tuple[GroundAction, ...]:
        """Return the actions reached from the facts."""
        known = dict.fromkeys(facts)
        for fact in known:
            if fact[0] in self._static:
                for _ in self._entered(fact):
                    pass
        waiting = [fact for fact in known if fact[0] not in self._static]
        for name, join in self._joins.items():
            if all(relation.atom[0] in self._static for relation in join.relations):
                self._ground(name, {}, known, waiting)
        for fact in waiting:  # grows meanwhile
            for name, row in list(self._entered(fact)):
                self._ground(name, row, known, waiting)
        return tuple(
            found[arguments]
            for name, found in self._found.items()
            for arguments in sorted(found, key=self._joins[name].place)
        )

    def _entered(self, fact: Atom) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield the joins that the fact feeds, and what it binds there."""
        for name, relation in self._uses.get(fact[0], ()):
            row = relation.row(fact)
            if row is not None:
                relation.add(row)
                yield name, dict(zip(relation.variables, row, strict=True))

    def _ground(self, name: str, start: dict[str, str], known: dict[Atom, None], waiting: list[Atom]) -> None:
        """Ground the action for every new binding, and note the facts that it may add."""
        join, found = self._joins[name], self._found[name]
        for binding in join.bindings(start, self._watch.binding):
            arguments = tuple([binding[variable] for variable in join.names])
            if arguments in found:
                continue
            action = found[arguments] = self._task.ground(self._task.domain.actions[name], arguments)
            for effect in action.effects:
                self._watch.tick(name)
                for atom in effect.add:
                    if atom not in known:
                        known[atom] = None
                        waiting.append(atom)


def _join(task: Task, schema: ActionSchema, static: frozenset[str], changed: frozenset[str]) -> Join:
    settled: list[Formula] = []
    atoms: list[Atom] = []
    open_parts: list[Formula] = []
    for part in conjuncts(schema.precondition):
        if isinstance(part, Holds):
            atoms.append(part.atom)
            if part.atom[0] not in static:
                open_parts.append(part)
        elif _is_settled(part, static, changed):
            settled.append(part)
        else:
            open_parts.append(part)
    return Join(task, schema, atoms, settled, witnesses=_idle(schema, open_parts))


def idle_places(task: Task) -> Mapping[str, frozenset[int]]:
    """Return for each action the places of parameters that decide neither what it does nor when it may, in a state."""
    static, changed = static_predicates(task), _changed_functions(task)
    places = {}
    for name, schema in task.domain.actions.items():
        idle = _idle(
            schema, [part for part in conjuncts(schema.precondition) if not _is_settled(part, static, changed)]
        )
        places[name] = frozenset(place for place, parameter in enumerate(schema.parameters) if parameter.name in idle)
    return places


def _idle(schema: ActionSchema, open_parts: Iterable[Formula]) -> frozenset[str]:
    mentioned = frozenset[str]().union(*map(free_variables, open_parts), *_effect_terms(schema))
    return frozenset(parameter.name for parameter in schema.parameters) - mentioned


def _changed_functions(task: Task) -> frozenset[str]:
    effects = (effect for schema in task.domain.actions.values() for effect in schema.effects)
    return frozenset(change.fluent[0] for effect in effects for change in effect.changes)


def _effect_terms(schema: ActionSchema) -> Iterator[frozenset[str]]:
    """Yield the terms that decide what the effects do."""
    for effect in schema.effects:
        yield free_variables(effect.condition)
        yield from (frozenset(atom[1:]) for atom in (*effect.add, *effect.delete))
        for change in effect.changes:
            yield frozenset(change.fluent[1:])
            yield from (frozenset(fluent[1:]) for fluent in reads(change.expression))


def _is_settled(part: Formula, static: frozenset[str], changed: frozenset[str]) -> bool:
    """Return whether no action ever changes the truth value of the part."""
    for leaf in leaves(part):
        match leaf:
            case Same():
                continue
            case Holds(atom):
                settled = atom[0] in static
            case Compare(_, left, right):
                settled = not any(fluent[0] in changed for side in (left, right) for fluent in reads(side))
        if not settled:
            return False
    return True
