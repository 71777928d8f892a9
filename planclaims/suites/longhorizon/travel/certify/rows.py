"""The best two choices with HiGHS: most points first, then least cost; the answer is summed again in integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from planclaims.suites.longhorizon.travel.certify.days import Choice, Worth

Found = tuple[Choice, ...]
Row = tuple[list[int], float, float]


class Unproved(Exception):
    """HiGHS gave no proof."""


class Rows:
    """A choice of one day each as rows: one day of every number, nights that meet, items once, sets hit, a budget."""

    def __init__(
        self, days: Sequence[Mapping[Choice, Worth]], wanted: Iterable[frozenset[str]], most: int | None
    ) -> None:
        self.flat = [(number, choice, worth) for number, day in enumerate(days) for choice, worth in day.items()]
        self.points = np.array([worth.points for _, _, worth in self.flat], dtype=float)
        self.cost = np.array([worth.cost for _, _, worth in self.flat], dtype=float)
        self.numbers = len(days)
        self.rows: list[tuple[dict[int, float], float, float]] = []
        for number in range(self.numbers):
            self._add({place: 1.0 for place, row in enumerate(self.flat) if row[0] == number}, 1, 1)
        self._nights()
        self._items(wanted)
        if most is not None:
            self._add(dict(enumerate(self.cost)), -np.inf, most)

    def _add(self, terms: dict[int, float], low: float, high: float) -> None:
        self.rows.append((terms, low, high))

    def _nights(self) -> None:
        for number in range(self.numbers - 1):
            hotels = {choice.end for day, choice, _ in self.flat if day == number}
            hotels |= {choice.begin for day, choice, _ in self.flat if day == number + 1}
            for hotel in sorted(hotels):
                terms = {
                    place: 1.0 for place, (day, row, _) in enumerate(self.flat) if day == number and row.end == hotel
                }
                terms |= {
                    place: -1.0
                    for place, (day, row, _) in enumerate(self.flat)
                    if day == number + 1 and row.begin == hotel
                }
                self._add(terms, 0, 0)

    def _items(self, wanted: Iterable[frozenset[str]]) -> None:
        users: dict[str, list[int]] = {}
        for place, (_, choice, _) in enumerate(self.flat):
            for name in {*choice.visits, choice.lunch, choice.dinner} - {""}:
                users.setdefault(name, []).append(place)
        for name in sorted(users):
            self._add(dict.fromkeys(users[name], 1.0), -np.inf, 1)
        for names in wanted:
            self._add(dict.fromkeys({place for name in names for place in users.get(name, ())}, 1.0), 1, np.inf)

    def best(self, without: Sequence[Found] = ()) -> Found | None:
        """Return the best choice but for those, or None if there is none."""
        extra = []
        for found in without:
            places = [place for place, (number, choice, _) in enumerate(self.flat) if found[number] == choice]
            extra.append((dict.fromkeys(places, 1.0), -np.inf, float(self.numbers - 1)))
        first = self._solve(-self.points, extra)
        if first is None:
            return None
        points = sum(self.flat[place][2].points for place in first)
        extra.append((dict(enumerate(self.points)), points - 0.5, np.inf))
        second = self._solve(self.cost, extra)
        return None if second is None else tuple(self.flat[place][1] for place in second)

    def _solve(self, objective: np.ndarray, extra: Sequence[tuple[dict[int, float], float, float]]) -> list[int] | None:
        rows = [*self.rows, *extra]
        places = [
            (number, place, factor) for number, (terms, _, _) in enumerate(rows) for place, factor in terms.items()
        ]
        data = ([factor for _, _, factor in places], ([row for row, _, _ in places], [place for _, place, _ in places]))
        matrix = csr_matrix(data, shape=(len(rows), len(self.flat)))
        bounds = LinearConstraint(matrix, [low for _, low, _ in rows], [high for _, _, high in rows])
        options = {"mip_rel_gap": 0.0}
        answer = milp(
            objective, integrality=np.ones(len(self.flat)), bounds=Bounds(0, 1), constraints=bounds, options=options
        )
        if answer.status == 2:
            return None
        if answer.status != 0:
            raise Unproved(str(answer.message))
        return [place for place, value in enumerate(answer.x) if value > 0.5]


def value(days: Sequence[Mapping[Choice, Worth]], found: Found) -> Worth:
    """Return what a choice is worth, in integers."""
    worths = [day[choice] for day, choice in zip(days, found, strict=True)]
    return Worth(sum(worth.points for worth in worths), sum(worth.cost for worth in worths))
