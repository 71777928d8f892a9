"""A validator in the loop: success by attempt, and where a sampler with as many independent tries would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.pools import amount, scored, share, solvable, weighed
from planclaims.analysis.statistics.runs import TASK, count_runs, paired_runs
from planclaims.analysis.statistics.sign_test import PairedTest, paired_test
from planclaims.analysis.statistics.significance import holm

if TYPE_CHECKING:
    import pandas as pd

SAMPLER = "none"
"""The feedback of a method that tries again without being told anything: it samples, and the validator chooses."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A model with a method whose attempts a validator checks, on solvable tasks; a task of n runs weighs one.

    `expected` is the success that `rounds` independent tries of the first attempt would have, the validator choosing:
    the mean over tasks of what their `runs` first attempts tell. `sampler` is the test against the method of the same
    model that was played without feedback, with as many attempts.
    """

    model: str
    reference: bool
    method: str
    feedback: str
    rounds: int
    tasks: int
    runs: int
    by_attempt: tuple[float, ...]
    attempts: float
    expected: float
    sampler: PairedTest | None = None
    difference: float | None = None
    p_holm: float | None = None


def checked_methods(frame: pd.DataFrame) -> list[Checked]:
    """Return every model and method with a validator in the loop; controls last, and without a correction."""
    pool = solvable(scored(frame))
    pool = pool[pool["rounds"].notna()]
    keys = ["reference", "model", "method", "feedback", "rounds"]
    found = [_checked(part) for _, part in pool.groupby(keys, sort=False)]
    tested = [_against_sampler(one, pool) for one in found]
    values = iter(holm([one.sampler.p for one in tested if one.sampler and not one.reference]))
    corrected = [replace(one, p_holm=next(values)) if one.sampler and not one.reference else one for one in tested]
    return sorted(corrected, key=lambda one: one.reference)


def _checked(part: pd.DataFrame) -> Checked:
    first = part.iloc[0]
    rounds = int(first["rounds"])
    solved = [amount(part, (part["solved_at"] <= place).fillna(False)) for place in range(1, rounds + 1)]
    total = amount(part)
    tries = list(_first_tries(part))
    return Checked(
        model=str(first["model"]),
        reference=bool(first["reference"]),
        method=str(first["method"]),
        feedback=str(first["feedback"]),
        rounds=rounds,
        tasks=len(tries),
        runs=max(runs for _, runs in tries),
        by_attempt=tuple(one / total for one in solved),
        attempts=share(float(weighed(part, part["attempts"]).sum()), total) or 0.0,
        expected=sum(best_of(rounds, right, runs) for right, runs in tries) / len(tries),
    )


def _first_tries(part: pd.DataFrame) -> Iterator[tuple[int, int]]:
    """Yield for every task how many of its first attempts were right, and how many there are."""
    for _, episodes in part.groupby(list(TASK), sort=False):
        yield int((episodes["solved_at"] == 1).fillna(False).sum()), len(episodes)


def best_of(tries: int, right: int, runs: int) -> float:
    """Return how likely one of so many independent tries is right, from runs of which some were.

    With at least as many runs as tries it is the share of all choices of tries among them that hold a right one, which
    is not biased; with fewer, what equal chances at the observed rate would give.
    """
    if runs >= tries:
        return 1 - comb(runs - right, tries) / comb(runs, tries)
    return 1 - (1 - right / runs) ** tries


def _against_sampler(one: Checked, pool: pd.DataFrame) -> Checked:
    """Return the method with its test against the sampler of its model, if that was played with as many attempts."""
    if one.feedback == SAMPLER:
        return one
    own = pool[(pool["model"] == one.model) & (pool["method"] == one.method)]
    others = pool[(pool["model"] == one.model) & (pool["feedback"] == SAMPLER) & (pool["rounds"] == one.rounds)]
    others = others[others["method"] == others["method"].min()]
    runs, base = paired_runs(*(count_runs(part, ()).get((), {}) for part in (own, others)))
    if not len(runs):
        return one
    difference = float(runs.rates().mean() - base.rates().mean())
    return replace(one, sampler=paired_test(runs, base), difference=difference)
