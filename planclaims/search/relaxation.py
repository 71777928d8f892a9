"""What stays out of reach even when deletes are ignored, for facts one by one (relaxed) or in pairs (h2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from planclaims.errors import LimitExceeded
from planclaims.search.task.bookkeeping import fluents_read
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import And, Atom, Compare, Exists, ForAll, Formula, Holds, Not, Or, Same
from planclaims.semantics.grounding import ground_actions, static_predicates
from planclaims.semantics.task import Task

MOST_PAIRED = 700
"""Facts up to which pairs are looked at."""
_MOST_ALTERNATIVES = 1000


@dataclass(frozen=True, slots=True)
class Way:
    """One alternative of a condition with what follows, as bits of facts; `action` is the place of its action.

    With `follows` it is a conditional effect, which may come together with the facts in `perhaps`: those that other
    conditional effects of the action add.
    """

    action: int
    needs: int
    forbids: int
    adds: int
    deletes: int
    follows: bool = False
    perhaps: int = 0


class Relaxation:
    """The delete relaxation of a task, from any of its states. Numbers are taken to be whatever is needed."""

    def __init__(self, task: Task, actions: Sequence[GroundAction] | None = None) -> None:
        self.task = task
        self.actions = tuple(ground_actions(task)) if actions is None else tuple(actions)
        self._static = static_predicates(task)
        self._bits: dict[Atom, int] = {}
        self.atoms: list[Atom] = []
        self.ways = [way for place, action in enumerate(self.actions) for way in self._ways_of(place, action)]

    @cached_property
    def numeric(self) -> bool:
        """Return whether some condition compares numbers that change."""
        changed = {c.fluent for action in self.actions for effect in action.effects for c in effect.changes}
        conditions = [self.task.goal]
        for action in self.actions:
            conditions += [action.precondition, *(effect.condition for effect in action.effects)]
        return any(fluent in changed for condition in conditions for fluent in fluents_read(condition))

    def bits(self, atoms: Iterable[Atom]) -> int:
        """Return the facts as bits; static ones have none."""
        mask = 0
        for atom in atoms:
            if atom[0] not in self._static:
                mask |= 1 << self._bit(atom)
        return mask

    def named(self, mask: int) -> Iterator[Atom]:
        """Yield the facts of the bits."""
        while mask:
            low = mask & -mask
            yield self.atoms[low.bit_length() - 1]
            mask ^= low

    def reached(self, facts: Iterable[Atom], without: Atom | None = None) -> tuple[int, frozenset[int]]:
        """Return the relaxed reachable facts, as bits, and the places of the relaxed applicable actions.

        `without` leaves out all that adds a fact.
        """
        banned = self.bits([without]) if without is not None else 0
        known = self.bits(facts)
        waiting = [way for way in self.ways if not way.adds & banned]
        applied: set[int] = set()
        grown = True
        while grown:
            before, still = known, []
            for way in waiting:
                if way.needs & ~known:
                    still.append(way)
                    continue
                known |= way.adds
                if not way.follows:
                    applied.add(way.action)
            grown = known != before
            waiting = still
        return known, frozenset(applied)

    def paired(self, facts: Iterable[Atom]) -> Pairs:
        """Return which pairs of facts the relaxation on pairs reaches; LimitExceeded if there are too many facts."""
        if len(self.atoms) > MOST_PAIRED:
            raise LimitExceeded(f"{len(self.atoms)} facts are too many to look at in pairs; {MOST_PAIRED} are allowed")
        start = self.bits(facts)
        partners = [start if start >> bit & 1 else 0 for bit in range(len(self.atoms))]
        applied: set[int] = set()
        grown = True
        while grown:
            grown = False
            for way in self.ways:
                together = _together(partners, way.needs)
                if together is None:
                    continue
                if not way.follows:
                    applied.add(way.action)
                beside = way.adds | way.perhaps | (together & ~way.deletes & ~way.forbids)
                for bit in _places(way.adds):
                    new = beside & ~partners[bit]
                    if new:
                        grown = True
                        partners[bit] |= new
                        for other in _places(new):
                            partners[other] |= 1 << bit
        return Pairs(tuple(partners), frozenset(applied))

    def meets(self, formula: Formula, known: int) -> bool:
        """Return whether some alternative of the condition is within the facts."""
        return any(needs & ~known == 0 for needs, _ in self.alternatives(formula))

    def _bit(self, atom: Atom) -> int:
        place = self._bits.setdefault(atom, len(self.atoms))
        if place == len(self.atoms):
            self.atoms.append(atom)
        return place

    def _ways_of(self, place: int, action: GroundAction) -> Iterator[Way]:
        sure = [effect for effect in action.effects if effect.condition == And()]
        adds = self.bits(atom for effect in sure for atom in effect.add)
        deletes = self.bits(atom for effect in sure for atom in effect.delete) & ~adds
        perhaps = self.bits(atom for effect in action.effects if effect.condition != And() for atom in effect.add)
        for needs, forbids in self.alternatives(action.precondition):
            yield Way(place, needs, forbids, adds, deletes)
            for effect in action.effects:
                if effect.condition != And():
                    for more, less in self.alternatives(effect.condition):
                        added = self.bits(effect.add) | adds
                        yield Way(place, needs | more, forbids | less, added, 0, follows=True, perhaps=perhaps)

    def alternatives(self, formula: Formula, wanted: bool = True) -> list[tuple[int, int]]:
        """Return the sets of facts that must and must not hold, one pair per alternative; none if it cannot hold."""
        match formula:
            case Holds(atom):
                if atom[0] in self._static:
                    return [(0, 0)] if (atom in self.task.problem.facts) is wanted else []
                bit = 1 << self._bit(atom)
                return [(bit, 0) if wanted else (0, bit)]
            case Same(left, right):
                return [(0, 0)] if (left == right) is wanted else []
            case Compare():
                return [(0, 0)]
            case Not(part):
                return self.alternatives(part, not wanted)
            case And(parts) | Or(parts):
                sets = [self.alternatives(part, wanted) for part in parts]
                if isinstance(formula, And) is not wanted:
                    return [pair for pairs in sets for pair in pairs]
                return _combined(sets)
            case ForAll() | Exists():
                raise TypeError("a quantifier must be expanded before it is looked at")


@dataclass(frozen=True)
class Pairs:
    """For each fact, by its bit, the facts it is reached together with (itself among them); and the actions reached."""

    partners: tuple[int, ...]
    applied: frozenset[int]

    def reaches(self, mask: int) -> bool:
        """Return whether all facts of the bits are reached, pair by pair."""
        return all(mask & ~self._of(bit) == 0 for bit in _places(mask))

    def _of(self, bit: int) -> int:
        return self.partners[bit] if bit < len(self.partners) else 0


def _together(partners: Sequence[int], needs: int) -> int | None:
    """Return the facts reached together with all that is needed, or None if those are not reached together."""
    common = -1
    for bit in _places(needs):
        if needs & ~partners[bit]:
            return None
        common &= partners[bit]
    if common >= 0:
        return common
    return sum(1 << bit for bit, mask in enumerate(partners) if mask)


def _places(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _combined(sets: Sequence[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    size = 1
    for pairs in sets:
        size *= len(pairs)
        if size > _MOST_ALTERNATIVES:
            raise LimitExceeded(f"a condition has more than {_MOST_ALTERNATIVES} alternatives")
    found = []
    for choice in product(*sets):
        needs = forbids = 0
        for more, less in choice:
            needs, forbids = needs | more, forbids | less
        if not needs & forbids:
            found.append((needs, forbids))
    return found
