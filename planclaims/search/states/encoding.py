"""The packed form of a task's states, and what facts and numbers mean in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import numpy as np

from planclaims.search.states.layout import OCCUPIED, Field, lay_out
from planclaims.search.states.lookup import Lookup
from planclaims.search.states.numbers import ValueTable
from planclaims.search.states.variables import FactVariable, NumberVariable, StateVariables
from planclaims.search.states.words import Words
from planclaims.search.task.bookkeeping import fluents_read
from planclaims.search.task.relevance import GroundTask
from planclaims.semantics.formula import Atom, Compare, Fluent
from planclaims.semantics.state import State, truth


class Encoding:
    """Translates facts and fluents to fields of packed states."""

    FALSE: Final = 0
    TRUE: Final = 1
    UNDEFINED: Final = 2

    def __init__(self, ground: GroundTask, variables: StateVariables, tables: dict[str, ValueTable]) -> None:
        self.ground = ground
        self.variables = variables
        for fluent in ground.fluents:
            table = tables.setdefault(fluent[0], ValueTable(fluent[0]))
            table.code(ground.task.initial.values.get(fluent))
        self._tables = tables
        self.layout = lay_out(variables, {variable: self._size(variable) for variable in variables})
        fields = self.layout.fields
        self._places: dict[Atom, tuple[Field, int]] = {}
        self._numbers: dict[Fluent, Field] = {}
        self.empty: set[Field] = set()
        for variable in variables:
            field = fields[variable]
            if isinstance(variable, NumberVariable):
                self._numbers[variable.fluent] = field
                continue
            for code, atom in enumerate(variable.values):
                if atom is None:
                    self.empty.add(field)
                else:
                    self._places[atom] = field, code
        self._comparisons: dict[Compare, Lookup | bool | None] = {}

    def _size(self, variable: FactVariable | NumberVariable) -> int:
        if isinstance(variable, NumberVariable):
            return 1 << self._tables[variable.fluent[0]].width
        return len(variable.values)

    def place(self, atom: Atom) -> tuple[Field, int] | bool:
        """Return the field and the contents that stand for the fact, or whether it always or never holds."""
        return self._places.get(atom, atom in self.ground.held)

    def number(self, fluent: Fluent) -> Field | None:
        """Return the field of a fluent; None if its value is fixed or decides nothing."""
        return self._numbers.get(fluent)

    def code(self, fluent: Fluent, value: Fraction | None) -> int:
        """Return the contents that stand for the value of the fluent."""
        return self._tables[fluent[0]].code(value)

    def initial(self) -> Words:
        """Return the initial state, packed."""
        return self.pack(self.ground.task.initial)

    def pack(self, state: State) -> Words:
        """Return a state that is reachable from the initial one, packed."""
        words = [0] * self.layout.words
        words[0] = OCCUPIED
        for variable, field in self.layout.fields.items():
            if isinstance(variable, NumberVariable):
                code = self.code(variable.fluent, state.values.get(variable.fluent))
            else:
                code = variable.code(state.facts)
            words[field.word] |= code << field.shift
        return tuple(np.array([word], np.uint64) for word in words)

    def sources(self, fluents: Iterable[Fluent]) -> tuple[Fluent, ...]:
        """Return those of the fluents that have a field, each once."""
        return tuple(dict.fromkeys(fluent for fluent in fluents if fluent in self._numbers))

    def fields(self, fluents: Iterable[Fluent]) -> list[Field]:
        """Return the fields of fluents that have one."""
        return [self._numbers[fluent] for fluent in fluents]

    def numbers(self, fluents: Sequence[Fluent], contents: Sequence[int]) -> State:
        """Return a state without facts in which the fluents have the values that the contents stand for."""
        values = dict(self.ground.fixed)
        for fluent, code in zip(fluents, contents, strict=False):
            value = self._tables[fluent[0]].values[code]
            if value is not None:
                values[fluent] = value
        return State(frozenset(), MappingProxyType(values))

    def comparison(self, formula: Compare) -> Lookup | bool | None:
        """Return a look-up of the comparison's truth value, or that value if no state decides it."""
        if formula not in self._comparisons:
            self._comparisons[formula] = self._comparison(formula)
        return self._comparisons[formula]

    def _comparison(self, formula: Compare) -> Lookup | bool | None:
        fluents = self.sources(fluents_read(formula))
        if not fluents:
            return truth(formula, self.numbers((), ()))

        def compute(contents: Sequence[int]) -> int:
            value = truth(formula, self.numbers(fluents, contents))
            return self.UNDEFINED if value is None else int(value)

        return Lookup(self.fields(fluents), 0, compute)
