"""The Pareto front: what nothing else beats at the same or a lower cost."""

from __future__ import annotations

from collections.abc import Sequence


def pareto_front(points: Sequence[tuple[float, float]]) -> list[int]:
    """Return the places of the (cost, score) points that no other dominates, by rising cost.

    A point is dominated if another has at most its cost and at least its score, and is better in one of them;
    of equal points the first is kept.
    """
    front: list[int] = []
    for place in sorted(range(len(points)), key=lambda place: (points[place][0], -points[place][1], place)):
        if not front or points[place][1] > points[front[-1]][1]:
            front.append(place)
    return front
