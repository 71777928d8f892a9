"""The parts of the packed search, each on its own."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from planclaims.errors import LimitExceeded
from planclaims.search.limits import Limits
from planclaims.search.states.canonical import Canonicaliser, comparators
from planclaims.search.states.layout import OCCUPIED, Block, Field, lay_out
from planclaims.search.states.lookup import Lookup, TooManyFields
from planclaims.search.states.numbers import NarrowField, ValueTable
from planclaims.search.states.ranking import ranking
from planclaims.search.states.tables import HashedTable, RankedTable, Visited
from planclaims.search.states.variables import FactVariable, Member, StateVariables, Variable
from planclaims.search.states.words import View, Words, column, count, equal


def words(*values: list[int]) -> Words:
    return tuple(np.array(word, np.uint64) for word in values)


def bit(name: str) -> FactVariable:
    return FactVariable((None, (name,)))


def block(shift: int, size: int) -> Block:
    field = Field(0, shift, max(1, (size - 1).bit_length()))
    return Block(field, (field,), (size,))


@pytest.mark.parametrize("size", range(1, 11))
def test_comparators_sort_every_sequence_of_zeros_and_ones(size: int) -> None:
    for sequence in product((0, 1), repeat=size):
        row = list(sequence)
        for low, high in comparators(size):
            row[low], row[high] = min(row[low], row[high]), max(row[low], row[high])
        assert row == sorted(sequence)


def test_column_takes_the_bits_of_the_field_only() -> None:
    states = words([0b1011_0110, 0b0100_1001], [2**64 - 1, 7 << 40])
    assert column(states, Field(0, 2, 4)).tolist() == [0b1101, 0b0010]
    assert column(states, Field(1, 40, 24)).tolist() == [2**24 - 1, 7]
    assert column(states, Field(1, 0, 64)).tolist() == [2**64 - 1, 7 << 40]


def test_equal_compares_all_words() -> None:
    assert equal(words([1, 1, 2], [5, 6, 5]), words([1], [5])).tolist() == [True, False, False]


def test_canonical_states_differ_only_by_more_than_names() -> None:
    fields = [Field(0, 0, 3), Field(0, 8, 3), Field(0, 16, 3)]
    canonicaliser = Canonicaliser([fields], 1)

    def packed(a: int, b: int, c: int, other: int) -> int:
        return a | b << 8 | c << 16 | other << 24

    states = words([packed(5, 1, 3, 9), packed(3, 5, 1, 9), packed(3, 5, 1, 8)])
    assert canonicaliser.canonical(states)[0].tolist() == [
        packed(1, 3, 5, 9),
        packed(1, 3, 5, 9),
        packed(1, 3, 5, 8),
    ]
    assert canonicaliser.alike(states, words([packed(0, 0, 0, 9)])).tolist() == [True, True, False]


def test_layout_keeps_members_whole_and_leaves_the_top_bit_of_the_first_word_free() -> None:
    wide: dict[Variable, int] = {bit(f"w{n}"): 2**20 for n in range(4)}
    members = tuple(Member(name, (bit(f"{name}1"), bit(f"{name}2"))) for name in "ab")
    sizes: dict[Variable, int] = {**wide, **{v: 6 for member in members for v in member.variables}}
    layout = lay_out(StateVariables(tuple(wide), (members,)), sizes)
    assert layout.words == 2
    taken = [0] * layout.words
    for field in layout.fields.values():
        assert not taken[field.word] & field.ones
        taken[field.word] |= field.ones
    assert not taken[0] & OCCUPIED
    assert [part.whole.width for part in layout.classes[0]] == [6, 6]
    assert [[field.width for field in part.fields] for part in layout.classes[0]] == [[3, 3], [3, 3]]


def test_members_too_wide_for_a_word_are_told_apart() -> None:
    members = tuple(Member(name, (bit(f"{name}1"), bit(f"{name}2"))) for name in "ab")
    sizes: dict[Variable, int] = {variable: 2**40 for member in members for variable in member.variables}
    layout = lay_out(StateVariables((), (members,)), sizes)
    assert layout.classes == ()
    assert len(layout.common) == 4


def test_ranks_of_independent_fields_are_a_numbering() -> None:
    blocks = [block(0, 3), block(5, 2), block(20, 5)]
    numbering = ranking(blocks, [], 10**6)
    assert numbering is not None
    assert numbering.size == 30
    states = [a | b << 5 | c << 20 for a, b, c in product(range(3), range(2), range(5))]
    assert sorted(numbering.ranks(words(states)).tolist()) == list(range(30))


def test_ranks_of_interchangeable_fields_number_multisets() -> None:
    members = [block(3 * place, 5) for place in range(4)]
    numbering = ranking([block(40, 2)], [members], 10**6)
    assert numbering is not None
    assert numbering.size == 2 * 70  # multisets of 4 out of 5
    states = [
        sum(value << 3 * place for place, value in enumerate(chosen)) | flag << 40
        for chosen in combinations_with_replacement(range(5), 4)
        for flag in range(2)
    ]
    assert sorted(numbering.ranks(words(states)).tolist()) == list(range(140))


def test_too_many_ranks_are_declined() -> None:
    assert ranking([block(0, 1000), block(10, 1000)], [], 10**6 - 1) is None


@pytest.mark.parametrize("number", [1, 2, 3])
def test_hashed_table_is_a_set(number: int) -> None:
    random = np.random.default_rng(number)
    table = HashedTable(number, 12)
    seen: set[tuple[int, ...]] = set()
    for _ in range(12):
        rows = random.integers(0, 12, (number, 150)).astype(np.uint64)
        states = (rows[0] | np.uint64(OCCUPIED), *rows[1:])
        listed = list(zip(*(word.tolist() for word in states), strict=True))
        fresh = table.add(states).tolist()
        added = [listed[place] for place in fresh]
        assert len(set(added)) == len(added)
        assert set(added) == set(listed) - seen
        seen.update(listed)
    stored = [state for part in table.stored(100) for state in zip(*(word.tolist() for word in part), strict=True)]
    assert sorted(stored) == sorted(seen)


def test_ranked_table_is_a_set() -> None:
    numbering = ranking([block(0, 16), block(4, 16)], [], 10**6)
    assert numbering is not None
    table = RankedTable(numbering)
    assert sorted(table.add(words([1, 2, 1, 255, 2])).tolist()) in ([0, 1, 3], [1, 2, 3], [0, 3, 4], [2, 3, 4])
    assert table.add(words([7, 2, 255, 7])).tolist() in ([0], [3])


@pytest.mark.parametrize("ranked", [True, False])
def test_visited_grows_and_forgets_nothing(*, ranked: bool) -> None:
    numbering = ranking([block(0, 2**10), block(10, 2**10)], [], 2**20) if ranked else None
    visited = Visited(1, numbering, Limits())
    everything = np.arange(200_000, dtype=np.uint64) | np.uint64(OCCUPIED)
    for start in range(0, len(everything), 7000):
        assert count(visited.insert((everything[start : start + 7000],))) == len(everything[start : start + 7000])
    assert len(visited) == len(everything)
    assert count(visited.insert((everything,))) == 0


def test_visited_refuses_to_pass_its_limits() -> None:
    states = (np.arange(30_000, dtype=np.uint64) | np.uint64(OCCUPIED),)
    with pytest.raises(LimitExceeded, match="more than 1000 states"):
        Visited(1, None, Limits(states=1000)).insert(states)
    with pytest.raises(LimitExceeded, match="memory"):
        Visited(1, None, Limits(memory_bytes=200_000)).insert(states)


@pytest.mark.parametrize("width", [3, 30])
def test_lookup_computes_each_combination_once(width: int) -> None:
    asked: list[tuple[int, ...]] = []

    def difference(contents: Sequence[int]) -> int:
        one, other, flag = contents
        asked.append((one, other, flag))
        return abs(one - other) + 100 * flag

    lookup = Lookup([Field(0, 0, width), Field(0, width, width)], 1, difference)
    rows = [(1, 5, False), (5, 1, True), (1, 5, False), (7, 7, True)]
    states = words([one | other << width for one, other, _ in rows])
    flags = np.array([flag for *_, flag in rows])
    for _ in range(2):
        assert lookup.codes(View(states), [flags]).tolist() == [4, 104, 4, 100]
    assert sorted(asked) == [(1, 5, 0), (5, 1, 1), (7, 7, 1)]


def test_lookup_declines_keys_that_are_too_long() -> None:
    with pytest.raises(TooManyFields):
        Lookup([Field(0, 0, 32), Field(1, 0, 31)], 0, len)


def test_value_table_widens_when_it_is_full() -> None:
    table = ValueTable("load")
    assert [table.code(None), table.code(Fraction(1, 2)), table.code(Fraction(2, 4)), table.code(None)] == [0, 1, 1, 0]
    for value in range(14):
        table.code(Fraction(value))
    with pytest.raises(NarrowField):
        table.code(Fraction(14))
    assert table.width > 4
    assert table.code(Fraction(14)) == 16
    assert table.values[16] == 14
