"""Groups of facts of which at most one holds, or exactly one: guessed from schemas, proved on every ground action."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from planclaims.search.limits import Watch
from planclaims.search.task.relevance import GroundTask
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom, Formula, Holds, Not, conjuncts

_MOST_TEMPLATES = 300
_MOST_CONDITIONAL = 6

Part = tuple[str, tuple[int, ...]]
"""A predicate, and at which of its places the objects stand that a group is about; other places are free."""
Template = frozenset[Part]


@dataclass(frozen=True, slots=True)
class MutexGroup:
    """Facts of which at most one holds in every reachable state; `exact` if one always does."""

    facts: frozenset[Atom]
    exact: bool


@dataclass(frozen=True, slots=True)
class _Happening:
    """One way an action may turn out: what is known to hold or fail before, what is added and deleted."""

    true: frozenset[Atom]
    false: frozenset[Atom]
    add: frozenset[Atom]
    delete: frozenset[Atom]

    def impossible(self, group: frozenset[Atom]) -> bool:
        """Return whether the group being a mutex rules this out."""
        return bool(self.true & self.false) or len(self.true & group) > 1

    def keeps_at_most_one(self, group: frozenset[Atom]) -> bool:
        """Return whether at most one fact of the group holds after, given that it did before."""
        added = self.add & group
        if not added:
            return True
        before = (self.true & group) or (group - self.false)
        return len(added) == 1 and before <= self.delete | added

    def keeps_one(self, group: frozenset[Atom]) -> bool:
        """Return whether some fact of the group holds after, given that exactly one did before."""
        before = (self.true & group) or (group - self.false)
        return bool(self.add & group) or not before & self.delete


class _Proof:
    """The ground actions, asked whether they respect a group."""

    def __init__(self, ground: GroundTask, watch: Watch) -> None:
        self._watch = watch
        self.initial = ground.task.initial.facts
        self.touching: dict[Atom, list[int]] = defaultdict(list)
        self.actions = ground.actions
        self.literals = [_literals(action.precondition) for action in ground.actions]
        self.only = dict(self._unconditional())
        for number, action in enumerate(ground.actions):
            watch.tick(action.name)
            for atom in {atom for effect in action.effects for atom in (*effect.add, *effect.delete)}:
                self.touching[atom].append(number)

    def _unconditional(self) -> Iterator[tuple[int, _Happening]]:
        """Yield what happens by an action without conditional effects, and the action's number."""
        for number, action in enumerate(self.actions):
            if not any(conjuncts(effect.condition) for effect in action.effects):
                add = frozenset[Atom]().union(*(effect.add for effect in action.effects))
                delete = frozenset[Atom]().union(*(effect.delete for effect in action.effects))
                yield number, _Happening(*self.literals[number], add, delete - add)

    def offender(self, group: frozenset[Atom]) -> GroundAction | None:
        """Return an action after which two facts of the group may hold, or None if there is none."""
        for number in self._touching(group):
            self._watch.tick(self.actions[number].name)
            happenings = self._happenings(number, group)
            if happenings is None or not all(
                case.impossible(group) or case.keeps_at_most_one(group) for case in happenings
            ):
                return self.actions[number]
        return None

    def exact(self, group: frozenset[Atom]) -> bool:
        """Return whether exactly one fact of a proven mutex group always holds."""
        if len(group & self.initial) != 1:
            return False
        cases = (case for number in self._touching(group) for case in self._happenings(number, group) or ())
        return all(case.impossible(group) or case.keeps_one(group) for case in cases)

    def _touching(self, group: frozenset[Atom]) -> list[int]:
        return sorted({number for atom in group for number in self.touching.get(atom, ())})

    def _happenings(self, number: int, group: frozenset[Atom]) -> list[_Happening] | None:
        """Return the ways the action may turn out for the group, or None if there are too many."""
        if number in self.only:
            return [self.only[number]]
        concerned = [effect for effect in self.actions[number].effects if (effect.add | effect.delete) & group]
        certain = [effect for effect in concerned if not conjuncts(effect.condition)]
        open_ended = [effect for effect in concerned if conjuncts(effect.condition)]
        if len(open_ended) > _MOST_CONDITIONAL:
            return None
        happenings = []
        for size in range(len(open_ended) + 1):
            for active in combinations(open_ended, size):
                true, false = map(set, self.literals[number])
                for effect in open_ended:
                    holding, failing = _literals(effect.condition)
                    if effect in active:
                        true |= holding
                        false |= failing
                    elif len(holding) + len(failing) == len(conjuncts(effect.condition)) == 1:
                        true |= failing
                        false |= holding
                effects = (*certain, *active)
                add = frozenset[Atom]().union(*(effect.add for effect in effects))
                delete = frozenset[Atom]().union(*(effect.delete for effect in effects))
                happenings.append(_Happening(frozenset(true), frozenset(false), add, delete - add))
        return happenings


def _literals(formula: Formula) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """Return facts that hold, and facts that fail, wherever the formula is true."""
    parts = conjuncts(formula)
    true = frozenset(part.atom for part in parts if isinstance(part, Holds))
    false = frozenset(part.part.atom for part in parts if isinstance(part, Not) and isinstance(part.part, Holds))
    return true, false


def mutex_groups(ground: GroundTask, watch: Watch | None = None) -> list[MutexGroup]:
    """Return the mutex groups found, larger ones first."""
    watch = watch or Watch()
    watch.phase = watch.MUTEX
    proof = _Proof(ground, watch)
    by_predicate: dict[str, list[Atom]] = defaultdict(list)
    for atom in ground.facts:
        by_predicate[atom[0]].append(atom)
    waiting = deque(_seeds(by_predicate))
    seen = set(waiting)
    found: dict[frozenset[Atom], MutexGroup] = {}
    while waiting and len(seen) < _MOST_TEMPLATES:
        template = waiting.popleft()
        instances = _instances(template, by_predicate)
        trouble = None
        for objects, group in sorted(instances.items()):
            if len(group & proof.initial) > 1 or group in found:
                continue
            offender = proof.offender(group)
            if offender is None:
                found[group] = MutexGroup(group, proof.exact(group))
            elif trouble is None:
                trouble = objects, group, offender
        if trouble is not None:
            for refined in _refinements(template, *trouble):
                if refined not in seen:
                    seen.add(refined)
                    waiting.append(refined)
    return sorted(found.values(), key=lambda group: (-len(group.facts), sorted(group.facts)))


def _seeds(by_predicate: Mapping[str, Sequence[Atom]]) -> Iterator[Template]:
    """Yield one-part templates about no, one or two objects."""
    for predicate in sorted(by_predicate):
        arity = len(by_predicate[predicate][0]) - 1
        for size in range(min(arity, 2) + 1):
            yield from (frozenset({(predicate, places)}) for places in combinations(range(arity), size))


def _instances(
    template: Template, by_predicate: Mapping[str, Iterable[Atom]]
) -> dict[tuple[str, ...], frozenset[Atom]]:
    """Return the facts that the template collects for each choice of the objects it is about."""
    groups: dict[tuple[str, ...], set[Atom]] = defaultdict(set)
    for predicate, places in template:
        for atom in by_predicate[predicate]:
            groups[tuple(atom[1 + place] for place in places)].add(atom)
    return {objects: frozenset(group) for objects, group in groups.items()}


def _refinements(
    template: Template, objects: tuple[str, ...], group: frozenset[Atom], offender: GroundAction
) -> Iterator[Template]:
    """Yield the template with one more part that gives up a fact where the offending action adds one."""
    deleted = {atom for effect in offender.effects for atom in effect.delete} - group
    for atom in sorted(deleted):
        terms = atom[1:]
        for places in permutations(range(len(terms)), len(objects)):
            if all(terms[place] == name for place, name in zip(places, objects, strict=True)):
                yield template | {(atom[0], places)}
