"""The jobs of the workflow: each reads a sample's folder and writes one file of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from planclaims.analysis.formats.sheet import write_sheet
from planclaims.storage import write_whole
from planclaims.suites.competence.irt.estimators.crossvalidation import (
    HeldOut,
    cells_held_out,
    collapsed_held_out,
    items_held_out,
    joint_cells_held_out,
)
from planclaims.suites.competence.irt.estimators.estimation import estimate
from planclaims.suites.competence.irt.estimators.fit_files import estimation_json, joint_json, read_estimation
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.joint import estimate_joint, joint_model
from planclaims.suites.competence.irt.estimators.matrix import matrix_csv, read_items, read_matrix, sorted_out
from planclaims.suites.competence.irt.estimators.simulation import simulate
from planclaims.suites.competence.irt.inference.draws import MAIN, make_draws
from planclaims.suites.competence.irt.sample import ITEMS, LEFT_OUT, MATRIX, TRUTH, read_sample
from planclaims.suites.competence.irt.tables.arms import arms_table
from planclaims.suites.competence.irt.tables.gaps import gaps_table
from planclaims.suites.competence.irt.tables.routes import routes_table

if TYPE_CHECKING:
    import pandas as pd

NO_DRAWS: list[Any] = []
ARM_DRAWS = 200


def simulate_job(truth: str, respondents: int, per_kind: int, *, seed: int, folder: Path) -> None:
    """Write the matrix, items and parameters of a simulated study."""
    found = simulate(specification(truth), seed=seed, respondents=respondents, per_kind=per_kind)
    at = found.parameters
    known = {"model": truth, "theta": at.theta.tolist(), "alpha": at.alpha.tolist(), "loadings": at.loadings().tolist()}
    rows = [{"item": item, "kind": item.partition("/")[0], "domain": "simulated"} for item in found.matrix.items]
    _write_items(rows, folder / ITEMS)
    _write(folder / LEFT_OUT, [])
    _write(folder / TRUTH, known)
    write_whole(folder / MATRIX, matrix_csv(found.matrix).encode())


def sort_job(matrix: Path, items: Path, folder: Path) -> None:
    """Write the matrix without the respondents that cannot be fitted, their names, and the items that it has."""
    fitted, left_out = sorted_out(read_matrix(matrix, items), file=matrix)
    wanted = set(fitted.items)
    _write_items([row for row in read_items(items) if row["item"] in wanted], folder / ITEMS)
    _write(folder / LEFT_OUT, list(left_out))
    write_whole(folder / MATRIX, matrix_csv(fitted).encode())


def fit_job(folder: Path, estimator: str, model: str, *, starts: int, seed: int, output: Path) -> None:
    """Write the fit of a model by an estimator, or that it did not converge."""
    matrix = read_matrix(folder / MATRIX, folder / ITEMS)
    if estimator == "joint":
        text = joint_json(estimate_joint(matrix, joint_model(model), starts=starts, seed=seed))
    else:
        text = estimation_json(estimate(matrix, specification(model), starts=starts, seed=seed))
    write_whole(output, text.encode())


def hold_out_job(folder: Path, estimator: str, model: str, seed: int, output: Path) -> None:
    """Write the likelihood of held-out items and cells; for the joint estimator of cells."""
    matrix = read_matrix(folder / MATRIX, folder / ITEMS)
    if estimator == "joint":
        _write(output, {"cells": _held_out(joint_cells_held_out(matrix, joint_model(model), seed=seed))})
        return
    wanted = specification(model)
    fit = read_estimation(folder / "fits" / "marginal" / f"{model}.json").fit
    known = [] if fit is None else [fit.parameters]
    found = {
        "items": _held_out(items_held_out(matrix, wanted, seed=seed, known=known)),
        "cells": _held_out(cells_held_out(matrix, wanted, seed=seed, known=known)),
    }
    if model == MAIN:
        found["collapsed"] = _held_out(collapsed_held_out(matrix, wanted, seed=seed))
    _write(output, found)


def draw_job(folder: Path, test: str, numbers: range, seed: int, output: Path) -> None:
    """Write some draws of a test; none where a model of the tests has no fit, as the table of tests then says."""
    sample = read_sample(folder)
    draws = make_draws(sample.observed(seed), test, numbers) if sample.testable else NO_DRAWS
    _write(output, draws)


def replay_job(folder: Path, seed: int, output: Path) -> None:
    """Write how short adaptive tests fare on the sample, or why that cannot be said."""
    from planclaims.suites.competence.irt.applied.adaptive import ITEMS as SHORT
    from planclaims.suites.competence.irt.applied.adaptive import replay

    sample = read_sample(folder)
    if sample.main is None:
        _write(output, {"failure": "the model of two dimensions has no fit"})
        return
    try:
        lengths = [items for items in (SHORT, 2 * SHORT) if items < len(sample.matrix.items)]
        if not lengths:
            raise ArithmeticError(f"a test of {SHORT} items is no shorter than the whole one")
        found = replay(sample.matrix, sample.main, lengths=lengths, seed=seed)
    except ArithmeticError as problem:
        _write(output, {"failure": str(problem)})
        return
    ways = ("adaptive", "random")
    rows = [
        {
            "items": one.items,
            "way": way,
            "errors": one.errors(getattr(one, way)).tolist(),
            "close": one.close(getattr(one, way)),
            "expected": np.sqrt((one.expected**2).mean(axis=0)).tolist() if way == "adaptive" else None,
        }
        for one in found
        for way in ways
    ]
    _write(output, {"respondents": len(sample.matrix.respondents), "of": len(sample.matrix.items), "rows": rows})


def arms_job(folder: Path, matrix: Path, items: Path, *, seed: int, paths: Sequence[Path]) -> None:
    """Write the table of arms of all respondents, also of those that no fit was made with."""
    write_sheet(arms_table(read_sample(folder), read_matrix(matrix, items), seed=seed, draws=ARM_DRAWS), paths)


def gaps_job(folder: Path, episodes: pd.DataFrame, *, paths: Sequence[Path]) -> None:
    """Write the table of gaps between the forms of questions against the difficulties of a fit."""
    write_sheet(gaps_table(read_sample(folder), episodes), paths)


def routes_job(
    folder: Path,
    episodes: pd.DataFrame,
    texts: Mapping[str, str],
    *,
    routes: Sequence[Mapping[str, str]],
    seed: int,
    paths: Sequence[Path],
) -> None:
    """Write the table of routing for the routes that are asked for; `texts` are those of the questions by item."""
    write_sheet(routes_table(read_sample(folder), episodes, texts, routes=routes, seed=seed), paths)


def _held_out(found: HeldOut) -> dict[str, Any]:
    return {"nll": list(found.nll), "accuracy": list(found.accuracy), "failed": found.failed}


def _write_items(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())


def _write(path: Path, data: object) -> None:
    write_whole(path, (json.dumps(data, indent=1) + "\n").encode())
