import json
import math
from dataclasses import asdict, dataclass
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planclaims.episodes.strict_json import json_text

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30)


@given(VALUES)
def test_it_is_what_the_standard_library_writes(value: object) -> None:
    assert json_text(value) == json.dumps(value, ensure_ascii=False, indent=1)


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    numbers: tuple[int, ...]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Outer:
    inner: tuple[Inner, ...]
    nothing: None = None


def test_a_dataclass_is_written_by_its_fields_in_order() -> None:
    value = Outer((Inner((1, 2), Colour.RED), Inner((), Colour.RED)))
    assert json_text(value) == json.dumps(asdict(value), indent=1)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_in_json_becomes_text(number: float) -> None:
    assert json_text([number]) == f'[\n "{number!r}"\n]'
