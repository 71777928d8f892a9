"""The order and the names of dimensions, by fixed rules from the kinds and never by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from planclaims.suites.competence.irt.estimators.matrix import Numbers

OPERATIONAL = ("app", "prog", "val")
STRUCTURAL = ("reach", "land", "areach")
LEAST_KINDS = 2
"""How many kinds of one sort a dimension needs to bear its name."""


def contrast(kinds: Sequence[str], values: Numbers) -> Numbers:
    """Return by how much the operational kinds exceed the structural ones in the mean, per column of values (T x K)."""

    def mean_of(wanted: Sequence[str]) -> Numbers:
        rows = [place for place, kind in enumerate(kinds) if kind in wanted]
        return np.asarray(values[rows].mean(axis=0)) if rows else np.zeros(values.shape[1])

    return mean_of(OPERATIONAL) - mean_of(STRUCTURAL)


def order(kinds: Sequence[str], values: Numbers) -> list[int]:
    """Return the columns of values, that on which operational kinds stand out most first; ties by the first kinds."""
    keys = np.round(np.vstack([contrast(kinds, values), values]), 6)
    return sorted(range(values.shape[1]), key=lambda k: tuple(-keys[:, k]))


def dimension_names(kinds: Sequence[str], alpha: Numbers, errors: Numbers) -> tuple[str, ...]:
    """Return a name per dimension, from the centred alpha of the kinds (T x K) and the errors of their gaps (T).

    A dimension to which two or more operational kinds belong and no structural one is operational, and the reverse.
    """
    home = belongs(alpha, errors)
    names = []
    for k in range(alpha.shape[1]):
        members = {kind for kind, place in zip(kinds, home, strict=True) if place == k}
        operational, structural = members & set(OPERATIONAL), members & set(STRUCTURAL)
        if len(operational) >= LEAST_KINDS and not structural:
            names.append("operational")
        elif len(structural) >= LEAST_KINDS and not operational:
            names.append("structural")
        else:
            names.append(f"dimension {k + 1}")
    return tuple(names)


def belongs(alpha: Numbers, errors: Numbers) -> tuple[int | None, ...]:
    """Return the dimension of each kind, or None where the gap is within its standard error.

    `errors` are those of the gaps between the two largest values of a row, one per kind.
    """
    found: list[int | None] = []
    for row, error in zip(alpha, errors, strict=True):
        if len(row) == 1:
            found.append(0)
            continue
        ranked = np.argsort(-row, kind="stable")
        gap = row[ranked[0]] - row[ranked[1]]
        found.append(int(ranked[0]) if gap > error else None)
    return tuple(found)
