"""The best two choices by looking at every one there is, and their number; for tiny worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.suites.longhorizon.travel.certify.days import Choice, Worth

Found = tuple[Choice, ...]


def best_two(
    days: Sequence[Mapping[Choice, Worth]], wanted: Sequence[frozenset[str]], most: int | None
) -> tuple[list[tuple[Worth, Found]], int]:
    """Return the best choice and the next, each with its worth, and how many feasible ones there are."""
    best: list[tuple[Worth, Found]] = []
    count = 0
    partial: list[tuple[Found, frozenset[str], Worth]] = [((), frozenset(), Worth(0, 0))]
    for number, day in enumerate(days):
        last = number == len(days) - 1
        longer: list[tuple[Found, frozenset[str], Worth]] = []
        for found, used, worth in partial:
            for choice, more in day.items():
                names = frozenset({*choice.visits, choice.lunch, choice.dinner} - {""})
                if names & used or (found and found[-1].end != choice.begin):
                    continue
                total = Worth(worth.points + more.points, worth.cost + more.cost)
                if most is not None and total.cost > most:
                    continue
                if not last:
                    longer.append(((*found, choice), used | names, total))
                elif all(names_wanted & (used | names) for names_wanted in wanted):
                    count += 1
                    best = sorted([*best, (total, (*found, choice))], key=_order)[:2]
        partial = longer
    return best, count


def _order(found: tuple[Worth, Found]) -> tuple[int, int]:
    return (-found[0].points, found[0].cost)
