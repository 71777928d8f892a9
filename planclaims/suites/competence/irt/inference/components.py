"""Principal components of the accuracies per respondent and kind, against columns that were shuffled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.matrix import Numbers, ResponseMatrix

DRAWS = 1000
LEVEL = 0.95


@dataclass(frozen=True)
class Components:
    """Eigenvalues of the correlations between kinds, largest first, and what shuffled columns reach at the level."""

    kinds: tuple[str, ...]
    left_out: tuple[str, ...]
    eigenvalues: Numbers
    parallel: Numbers

    @property
    def shares(self) -> Numbers:
        """Return the share of the variance that each component explains."""
        return np.asarray(self.eigenvalues / self.eigenvalues.sum())

    @property
    def beyond_chance(self) -> int:
        """Return how many components from the first on exceed those of shuffled columns."""
        return int(np.cumprod(self.eigenvalues > self.parallel).sum())


def components(matrix: ResponseMatrix, *, seed: int = 0, draws: int = DRAWS) -> Components:
    """Return the components; kinds in which all respondents are equally right, or one has no answer, are left out."""
    accuracy = matrix.kind_accuracy()
    kept = np.isfinite(accuracy).all(axis=0) & (np.nan_to_num(accuracy).std(axis=0) > 0)
    table = accuracy[:, kept]
    source = np.random.default_rng(seed)
    shuffled = [eigenvalues(source.permuted(table, axis=0)) for _ in range(draws)]
    return Components(
        tuple(kind for kind, here in zip(matrix.kinds, kept, strict=True) if here),
        tuple(kind for kind, here in zip(matrix.kinds, kept, strict=True) if not here),
        eigenvalues(table),
        np.quantile(shuffled, LEVEL, axis=0),
    )


def eigenvalues(table: Numbers) -> Numbers:
    """Return the eigenvalues of the correlations between the columns, largest first."""
    return np.asarray(np.linalg.eigvalsh(np.corrcoef(table, rowvar=False).reshape(table.shape[1], -1))[::-1])
