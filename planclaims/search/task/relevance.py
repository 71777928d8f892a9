"""The part of a ground task that can matter: what is reachable when nothing is ever forgotten."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from planclaims.search.limits import Watch
from planclaims.search.task.bookkeeping import Numbers, bookkeeping_fluents, fluents_read, numbers_of
from planclaims.search.task.interchange import Classes, Membership, Terms, mentions
from planclaims.search.task.reachability import idle_places
from planclaims.semantics.action import GroundAction, GroundEffect
from planclaims.semantics.formula import (
    And,
    Atom,
    Compare,
    Exists,
    Fluent,
    ForAll,
    Formula,
    Holds,
    Not,
    Or,
    Same,
    leaves,
    reads,
)
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.state import State, evaluate, truth
from planclaims.semantics.task import Task


@dataclass(frozen=True)
class GroundTask:
    """The actions that may become applicable, and what they may change.

    `facts` and `fluents` change; `held` and `fixed` are facts and values that never do; any other fact never holds.
    Fluents that decide nothing are in neither.
    """

    task: Task
    actions: tuple[GroundAction, ...]
    facts: tuple[Atom, ...]
    held: frozenset[Atom]
    fluents: tuple[Fluent, ...]
    fixed: Mapping[Fluent, Fraction]
    numbers: Numbers

    @cached_property
    def families(self) -> tuple[Terms, ...]:
        """Return everything that an exchange of objects must map onto itself, but for the values of fluents.

        Actions go by what they do, whatever object stands for those parameters that do not matter.
        """
        idle = idle_places(self.task)
        actions = (
            (action.name, *("" if place in idle[action.name] else term for place, term in enumerate(action.arguments)))
            for action in self.actions
        )
        tagged: list[tuple[str, Iterable[Terms]]] = [("action", actions), ("fact", self.facts)]
        tagged += [("held", self.held), ("fluent", self.fluents)]
        return tuple((f"{tag} {terms[0]}", *terms[1:]) for tag, family in tagged for terms in family)

    @cached_property
    def fluent_set(self) -> frozenset[Fluent]:
        """Return the fluents that change and decide something."""
        return frozenset(self.fluents)

    @cached_property
    def concerning(self) -> Mapping[str, frozenset[Terms]]:
        """Return for each object the members of the families that mention it."""
        return mentions(self.families)

    @cached_property
    def values_concerning(self) -> Mapping[str, frozenset[Terms]]:
        """Return for each object the fluents of fixed value that mention it."""
        return mentions(self.fixed)


def ground_task(
    task: Task, actions: Sequence[GroundAction], classes: Classes = (), watch: Watch | None = None
) -> GroundTask:
    """Return what can matter of the ground task, from any exchange of interchangeable objects at the start."""
    membership = Membership(classes)
    reach = _Reach(task, actions, membership, watch or Watch())
    reached = tuple(reach.fixpoint())
    facts = tuple(sorted(atom for atom in reach.may_hold if reach.may_fail(atom)))
    held = frozenset(reach.may_hold).difference(facts)
    initial = task.initial.values
    defined = (fluent for fluent in initial if all(image in initial for image in membership.images(fluent)))
    numbers = numbers_of(reached, initial, defined)
    fluents = frozenset(numbers.changes) - bookkeeping_fluents(reached, task.goal, numbers)
    fixed = {fluent: number for fluent, number in initial.items() if fluent not in numbers.changes}
    return GroundTask(task, reached, facts, held, tuple(sorted(fluents)), fixed, numbers)


class _Reach:
    """Relaxed reachability: facts once true or false stay possible, changing numbers may be anything."""

    def __init__(self, task: Task, actions: Sequence[GroundAction], membership: Membership, watch: Watch) -> None:
        self.initial = task.initial
        self.actions = actions
        self.changing = {c.fluent for action in actions for effect in action.effects for c in effect.changes}
        self._watch = watch
        static = static_predicates(task)
        facts = task.initial.facts
        unchanged = {atom for atom in facts if atom[0] in static}
        changing = facts - unchanged
        self.may_hold: set[Atom] = unchanged.union(*(membership.images(atom) for atom in changing))
        self.surely: set[Atom] = unchanged.union(atom for atom in changing if facts.issuperset(membership.images(atom)))

    def may_fail(self, atom: Atom) -> bool:
        """Return whether the fact may be absent from a state."""
        return atom not in self.surely

    def fixpoint(self) -> list[GroundAction]:
        """Return the actions that may become applicable, in their first order."""
        mentioning = self._mentioning()
        reached: set[int] = set()
        waiting = deque(range(len(self.actions)))
        queued = set(waiting)
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            action = self.actions[number]
            self._watch.tick(action.name)
            if number in reached or self._may_apply(action):
                reached.add(number)
                for atom in self._spread(action):
                    news = [other for other in mentioning.get(atom, ()) if other not in queued]
                    waiting.extend(news)
                    queued.update(news)
        return [self.actions[number] for number in sorted(reached)]

    def _mentioning(self) -> Mapping[Atom, Sequence[int]]:
        """Return for each fact the numbers of the actions whose conditions mention it."""
        mentioning: dict[Atom, list[int]] = {}
        for number, action in enumerate(self.actions):
            self._watch.tick(action.name)
            conditions = (action.precondition, *(effect.condition for effect in action.effects))
            for atom in {leaf.atom for part in conditions for leaf in leaves(part) if isinstance(leaf, Holds)}:
                mentioning.setdefault(atom, []).append(number)
        return mentioning

    def _spread(self, action: GroundAction) -> Iterator[Atom]:
        """Note what the action may change; yield the facts of which that was not known."""
        for effect in action.effects:
            if self._may(effect.condition, True):
                news = (effect.add - self.may_hold) | (effect.delete & self.surely)
                self.may_hold |= effect.add
                self.surely -= effect.delete
                yield from sorted(news)

    def _may_apply(self, action: GroundAction) -> bool:
        return self._may(action.precondition, True) and not any(self._surely_broken(e) for e in action.effects)

    def _surely_broken(self, effect: GroundEffect) -> bool:
        """Return whether the effect can never have a defined result."""
        if self._may(effect.condition, False):
            return False
        if not self._may(effect.condition, True):
            return True
        return any(
            evaluate(change.expression, self.initial) is None
            and not any(fluent in self.changing for fluent in reads(change.expression))
            for change in effect.changes
        )

    def _may(self, formula: Formula, wanted: bool) -> bool:
        match formula:
            case Holds(atom):
                return atom in self.may_hold if wanted else self.may_fail(atom)
            case Same(left, right):
                return (left == right) is wanted
            case Compare():
                open_ended = any(fluent in self.changing for fluent in fluents_read(formula))
                return open_ended or truth(formula, State(frozenset(), self.initial.values)) is wanted
            case Not(part):
                return self._may(part, not wanted)
            case And(parts):
                return (all if wanted else any)(self._may(part, wanted) for part in parts)
            case Or(parts):
                return (any if wanted else all)(self._may(part, wanted) for part in parts)
            case ForAll() | Exists():
                raise TypeError("a quantifier must be expanded before it is evaluated")
