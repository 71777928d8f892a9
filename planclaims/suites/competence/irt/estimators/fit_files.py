"""Estimations as JSON: what a job of the workflow keeps, and what a table or a bootstrap reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.estimation import Estimation, Fit, Start
from planclaims.suites.competence.irt.estimators.forms import Parameters, Specification
from planclaims.suites.competence.irt.estimators.joint import JointFit, JointModel

DIGITS = 12


def estimation_json(found: Estimation) -> str:
    """Return an estimation as JSON text; the parameters of the starts are kept too."""
    data: dict[str, Any] = {
        "form": found.specification.form,
        "dimensions": found.specification.dimensions,
        "failure": found.failure,
        "starts": [
            {
                "objective": start.objective,
                "gradient": start.gradient,
                "iterations": start.iterations,
                "parameters": _as_data(start.parameters),
            }
            for start in found.starts
        ],
        "fit": None if found.fit is None else _fit_data(found.fit),
    }
    return json.dumps(data, indent=1) + "\n"


def read_estimation(path: Path) -> Estimation:
    """Return the estimation that a file holds; InputError if it holds none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        wanted = Specification(data["form"], data["dimensions"])
        starts = tuple(
            Start(start["objective"], start["gradient"], start["iterations"], _parameters(start["parameters"]))
            for start in data["starts"]
        )
        fit = data["fit"] and _fit(wanted, data["fit"])
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise InputError(f"holds no fit ({problem})", file=path) from None
    return Estimation(wanted, starts, fit)


def joint_json(found: JointFit) -> str:
    """Return a joint fit as JSON text."""
    data = {name: value for name, value in vars(found).items() if name != "model"}
    arrays = {name: value.round(DIGITS).tolist() for name, value in data.items() if isinstance(value, np.ndarray)}
    model = {"form": found.model.form, "dimensions": found.model.dimensions}
    return json.dumps({"model": model, **data, **arrays}, indent=1) + "\n"


def read_joint(path: Path) -> JointFit:
    """Return the joint fit that a file holds; InputError if it holds none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        arrays = {name: np.array(data[name]) for name in ("theta", "alpha", "difficulty", "effects")}
        return JointFit(**{**data, **arrays, "model": JointModel(**data["model"])})
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise InputError(f"holds no fit ({problem})", file=path) from None


def _fit_data(fit: Fit) -> dict[str, Any]:
    return {
        "nll": fit.nll,
        "objective": fit.objective,
        "responses": fit.responses,
        "items": fit.items,
        "free_parameters": fit.free_parameters,
        "aic": fit.aic,
        "bic": fit.bic,
        "parameters": _as_data(fit.parameters),
        "difficulty": fit.difficulty.round(DIGITS).tolist(),
    }


def _fit(wanted: Specification, data: Mapping[str, Any]) -> Fit:
    return Fit(
        wanted,
        _parameters(data["parameters"]),
        data["nll"],
        data["objective"],
        data["responses"],
        data["items"],
        np.array(data["difficulty"]),
    )


def _as_data(parameters: Parameters) -> dict[str, Any]:
    found = {}
    for block in fields(Parameters):
        values = getattr(parameters, block.name)
        found[block.name] = {"shape": list(values.shape), "values": values.round(DIGITS).ravel().tolist()}
    return found


def _parameters(data: Mapping[str, Any]) -> Parameters:
    blocks = (data[block.name] for block in fields(Parameters))
    return Parameters(*(np.array(block["values"], dtype=float).reshape(block["shape"]) for block in blocks))
