"""Where each variable stands in the 64-bit words of a packed state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from planclaims.search.variables import StateVariables, Variable

WORD_BITS = 64
OCCUPIED = 1 << 63
"""This bit of the first word is set in every packed state, so that no state is zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Some bits of one word; there is one object for each field, so that finding it in a dictionary is quick."""

    word: int
    shift: int
    width: int

    @property
    def ones(self) -> int:
        """Return the mask of the field at its place."""
        return ((1 << self.width) - 1) << self.shift


@dataclass(frozen=True)
class Layout:
    """The field of every variable; for each class of interchangeable objects, one field per member holds them all."""

    words: int
    fields: Mapping[Variable, Field]
    classes: tuple[tuple[Field, ...], ...]


def lay_out(variables: StateVariables, widths: Mapping[Variable, int]) -> Layout:
    """Return a layout in few words, largest blocks first; members too wide for a word lose their class."""
    blocks: list[tuple[Variable, ...]] = [(variable,) for variable in variables.common]
    joined = []
    for members in variables.classes:
        if sum(widths[variable] for variable in members[0]) < WORD_BITS:
            joined.append(members)
            blocks.extend(members)
        else:
            blocks.extend((variable,) for member in members for variable in member)
    free = [WORD_BITS - 1]
    fields: dict[Variable, Field] = {}
    for block in sorted(blocks, key=lambda block: -_size(block, widths)):
        _place(block, widths, free, fields)
    classes = tuple(tuple(_hull(member, fields) for member in members) for members in joined)
    return Layout(len(free), fields, classes)


def _size(block: Iterable[Variable], widths: Mapping[Variable, int]) -> int:
    return sum(widths[variable] for variable in block)


def _place(
    block: Sequence[Variable], widths: Mapping[Variable, int], free: list[int], fields: dict[Variable, Field]
) -> None:
    """Put the block's variables side by side into the first word with room."""
    size = _size(block, widths)
    word = next((number for number, room in enumerate(free) if room >= size), None)
    if word is None:
        word = len(free)
        free.append(WORD_BITS)
    whole = WORD_BITS - 1 if word == 0 else WORD_BITS
    shift = whole - free[word]
    free[word] -= size
    for variable in block:
        fields[variable] = Field(word, shift, widths[variable])
        shift += widths[variable]


def _hull(member: Sequence[Variable], fields: Mapping[Variable, Field]) -> Field:
    parts = [fields[variable] for variable in member]
    return Field(parts[0].word, parts[0].shift, sum(part.width for part in parts))
