"""Where each variable stands in the 64-bit words of a packed state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from planclaims.search.states.variables import StateVariables, Variable

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
class Block:
    """Fields side by side from the lowest bit up, and how many values each takes; `whole` spans them all."""

    whole: Field
    fields: tuple[Field, ...]
    sizes: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return how many contents the block can have."""
        return prod(self.sizes)


@dataclass(frozen=True)
class Layout:
    """The field of every variable; a block for each common variable, and for each member of each class."""

    words: int
    fields: Mapping[Variable, Field]
    common: tuple[Block, ...]
    classes: tuple[tuple[Block, ...], ...]


def lay_out(variables: StateVariables, sizes: Mapping[Variable, int]) -> Layout:
    """Return a layout in few words, wide blocks first; members too wide for a word lose their class.

    `sizes` tells how many values each variable takes.
    """
    widths = {variable: max(1, (size - 1).bit_length()) for variable, size in sizes.items()}
    common = [(variable,) for variable in variables.common]
    classes = []
    for members in ([member.variables for member in members] for members in variables.classes):
        if sum(widths[variable] for variable in members[0]) < WORD_BITS:
            classes.append(members)
        else:
            common.extend((variable,) for member in members for variable in member)
    groups = [*common, *(member for members in classes for member in members)]
    room = _Room()
    blocks = {}
    for group in sorted(groups, key=lambda group: -sum(widths[variable] for variable in group)):
        blocks[group] = room.block([widths[variable] for variable in group], [sizes[variable] for variable in group])
    fields = {
        variable: field for group, block in blocks.items() for variable, field in zip(group, block.fields, strict=True)
    }
    return Layout(
        len(room.free),
        fields,
        tuple(blocks[group] for group in common),
        tuple(tuple(blocks[member] for member in members) for members in classes),
    )


class _Room:
    """Hands out bits, from the lowest up, of the first word that has enough left."""

    def __init__(self) -> None:
        self.free = [WORD_BITS - 1]

    def block(self, widths: Sequence[int], sizes: Sequence[int]) -> Block:
        """Return a block of fields side by side."""
        word, shift = self._take(sum(widths))
        whole = Field(word, shift, sum(widths))
        fields = []
        for width in widths:
            fields.append(Field(word, shift, width))
            shift += width
        return Block(whole, tuple(fields), tuple(sizes))

    def _take(self, width: int) -> tuple[int, int]:
        word = next((number for number, room in enumerate(self.free) if room >= width), len(self.free))
        if word == len(self.free):
            self.free.append(WORD_BITS)
        shift = (WORD_BITS if word else WORD_BITS - 1) - self.free[word]
        self.free[word] -= width
        return word, shift
