"""A response matrix with everything that was made of it, kept in one folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.crossvalidation import HeldOut
from planclaims.suites.competence.irt.estimators.estimation import Estimation, Fit
from planclaims.suites.competence.irt.estimators.fit_files import read_estimation, read_joint
from planclaims.suites.competence.irt.estimators.joint import JointFit
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix, read_items, read_matrix
from planclaims.suites.competence.irt.inference.draws import MAIN, Draw, Observed
from planclaims.suites.competence.irt.inference.verdicts import KindErrors, kind_errors
from planclaims.suites.competence.irt.settings import COMPARED

MATRIX, ITEMS, LEFT_OUT, TRUTH, REPLAY = "matrix.csv", "items.csv", "left-out.json", "truth.json", "replay.json"


@dataclass(frozen=True)
class Sample:
    """A matrix, its fits by model, what was held out by estimator and model, and the draws by test.

    `items` describes the items, `truth` what a simulated matrix was drawn from, `replay` how short tests fared.
    """

    name: str
    matrix: ResponseMatrix
    left_out: tuple[str, ...] = ()
    estimations: Mapping[str, Estimation] = field(default_factory=dict)
    joint: Mapping[str, JointFit] = field(default_factory=dict)
    held_out: Mapping[tuple[str, str], Mapping[str, HeldOut]] = field(default_factory=dict)
    draws: Mapping[str, Sequence[Draw]] = field(default_factory=dict)
    items: Sequence[Mapping[str, str]] = ()
    truth: Mapping[str, Any] | None = None
    replay: Mapping[str, Any] | None = None

    @cached_property
    def fits(self) -> Mapping[str, Fit]:
        """Return the models that have a fit."""
        return {name: found.fit for name, found in self.estimations.items() if found.fit is not None}

    @property
    def main(self) -> Fit | None:
        """Return the fit that names and draws are made with, if it converged."""
        return self.fits.get(MAIN)

    @property
    def testable(self) -> bool:
        """Return whether all models of the tests were fitted."""
        return all(name in self.fits for name in COMPARED)

    @cached_property
    def errors(self) -> KindErrors | None:
        """Return the errors of the kinds, if there are enough draws."""
        draws = self.draws.get("items", ())
        return kind_errors(self.main, draws) if self.main is not None and len(draws) > 1 else None

    def observed(self, seed: int) -> Observed:
        """Return what draws are made from; InputError, naming it, if a model of the tests has no fit."""
        for name in COMPARED:
            if name not in self.fits:
                why = self.estimations[name].failure if name in self.estimations else "not fitted"
                raise InputError(f"{self.name}: no draws without a fit of {name} ({why})")
        return Observed(self.matrix, self.fits, seed)


def read_sample(folder: Path) -> Sample:
    """Return the sample of a folder with whatever was made of it so far."""
    items = folder / ITEMS
    return Sample(
        folder.name,
        read_matrix(folder / MATRIX, items if items.exists() else None),
        tuple(_data(folder / LEFT_OUT) or ()),
        {path.stem: read_estimation(path) for path in sorted((folder / "fits" / "marginal").glob("*.json"))},
        {path.stem: read_joint(path) for path in sorted((folder / "fits" / "joint").glob("*.json"))},
        {
            (path.parent.name, path.stem): {way: held_out_of(value) for way, value in _data(path).items()}
            for path in sorted((folder / "held-out").glob("*/*.json"))
        },
        {test.name: _draws(test) for test in sorted((folder / "draws").glob("*"))},
        read_items(items) if items.exists() else (),
        _data(folder / TRUTH),
        _data(folder / REPLAY),
    )


def held_out_of(data: Mapping[str, Any]) -> HeldOut:
    """Return what was held out, from plain data."""
    return HeldOut(tuple(data["nll"]), tuple(data["accuracy"]), data["failed"])


def _draws(folder: Path) -> list[Draw]:
    """Return all draws of a test, in order."""
    chunks = [_data(path) for path in folder.glob("*.json")]
    return sorted((draw for chunk in chunks for draw in chunk), key=lambda draw: int(draw["draw"]))


def _data(path: Path) -> Any:  # noqa: ANN401 (plain JSON data)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
