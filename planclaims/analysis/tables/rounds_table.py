"""A validator in the loop: success at attempt 1, at the last, and where a sampler with as many tries would be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, number, p_value, signed, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.rounds import Checked, checked_methods

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("model", "method", "feedback", "rounds", "tasks", "success at attempt 1 %", "success at the last %"),
    *("success by attempt %", "attempts", "best of as many, expected %", "runs behind it"),
    *("gained on the sampler", "lost", "difference", "p", "p Holm"),
)
CONTROL = " (control)"


def rounds_table(frame: pd.DataFrame) -> Sheet:
    """Return a row for each model and method whose attempts a validator checks."""
    found = checked_methods(frame)
    return Sheet("A validator in the loop", HEADER, tuple(map(_row, found)), tuple(_notes(found)))


def _row(one: Checked) -> tuple[str, ...]:
    test = one.sampler
    return (
        *(one.model + CONTROL * one.reference, one.method, one.feedback, tally(one.rounds), tally(one.tasks)),
        *(number(one.by_attempt[0], 1, 100), number(one.by_attempt[-1], 1, 100)),
        ", ".join(number(part, 1, 100) for part in one.by_attempt),
        *(number(one.attempts, 2), number(one.expected, 1, 100), tally(one.runs)),
        *((DASH,) * 3 if test is None else (tally(test.gained), tally(test.lost), signed(100 * (one.difference or 0)))),
        *(DASH if test is None else p_value(test.p), DASH if one.p_holm is None else p_value(one.p_holm)),
    )


def _notes(found: list[Checked]) -> Iterator[str]:
    if not found:
        yield "No method was played whose attempts a validator checks (the strategy `backprompt`)."
        return
    yield (
        "Solvable tasks. After each wrong attempt the model is told by the validator nothing (none), only that it is "
        "wrong (binary), the first error or all errors, in prose; the last attempt counts. A claim that no plan exists "
        "is not contradicted and ends the attempts."
    )
    yield (
        "Best of as many: how often one of so many independent first attempts would be right, the validator choosing. "
        "From one run of a task it can only be what the first attempt was; several runs (`repeats`, at a temperature "
        "above zero) make it an estimate."
    )
    yield (
        "The sampler: the same model without feedback and with as many attempts, played; paired by task, exact McNemar "
        "test, Holm over all tests of the models under test. Feedback is worth what it gains on the sampler, for "
        "trying again alone gains something too."
    )
    if any(one.reference for one in found):
        yield "Controls are scripts, no language models."
