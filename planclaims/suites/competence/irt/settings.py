"""The settings of the models, as the configuration gives them and as the study's jobs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_DIMENSIONS = 4

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "dims": {"type": "integer", "minimum": 2, "maximum": MOST_DIMENSIONS},
        "forms": {"type": "array", "items": {"enum": ["prod", "comp"]}, "uniqueItems": True},
        "joint": {"type": "boolean"},
        "starts": {"type": "integer", "minimum": 1},
        "draws": {"type": "integer", "minimum": 0},
        "form_tests": {"type": "boolean"},
        "routes": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["model", "cheap", "dear"],
                "properties": {name: {"type": "string"} for name in ("model", "cheap", "dear")},
            },
        },
        "respondents": {"type": "integer", "minimum": 4},
        "per_kind": {"type": "integer", "minimum": 10},
    },
}
"""dims: most dimensions; forms: of them; joint: the paper's estimator too; starts: of every fit with dimensions;
draws: of every test; form_tests: whether simulated studies test the form too; routes: between which conditions of which
models questions are routed; respondents, per_kind: the size of the simulated studies."""

DEFAULTS: Mapping[str, Any] = {
    "dims": 2,
    "forms": ["prod", "comp"],
    "joint": False,
    "starts": 8,
    "draws": 20,
    "form_tests": False,
    "routes": [],
    "respondents": 30,
    "per_kind": 130,
}
TRUTHS = ("1d", "comp-2", "prod-2")
"""The truths of the simulated study."""
COMPARED = ("1d", "comp-2", "prod-2")
"""The models of the tests, which are fitted whatever else is asked for."""
TESTS = ("from-1d", "from-comp-2", "from-prod-2", "labels", "margins", "items")
FORM_TESTS = ("from-comp-2", "from-prod-2")
SHUFFLES = ("labels", "margins")
"""Tests that simulated studies are spared: they say nothing of the number of dimensions."""
TABLES = ("fits", "kinds", "abilities", "tests", "tags", "features", "quartiles", "scale", "adaptive")
ANSWER_TABLES = ("arms", "gaps", "routing")
"""Tables that need more than the fitted matrix: respondents without a fit, other forms, tokens and texts."""
FIGURES = ("scree", "kinds", "abilities")
CHUNK = 10
"""Draws of one job."""


@dataclass(frozen=True)
class ModelSettings:
    """The settings with their defaults filled in."""

    dims: int
    forms: tuple[str, ...]
    joint: bool
    starts: int
    draws: int
    form_tests: bool
    routes: tuple[Mapping[str, str], ...]
    respondents: int
    per_kind: int

    @staticmethod
    def of(given: Mapping[str, Any]) -> ModelSettings:
        """Return the settings that are given, and the defaults of the others."""
        values = {**DEFAULTS, **given}
        return ModelSettings(**{**values, "forms": tuple(values["forms"]), "routes": tuple(values["routes"])})

    @property
    def models(self) -> list[str]:
        """Return the models of the marginal estimator; those of the tests are always among them."""
        named = [f"{form}-{k}" for k in range(2, self.dims + 1) for form in self.forms]
        return list(dict.fromkeys(["1d", *named, *COMPARED]))

    @property
    def joint_models(self) -> list[str]:
        """Return the models of the paper's estimator."""
        named = [f"{form}-{k}" for k in range(2, self.dims + 1) for form in ("sum", "prod")]
        return ["1d", *named] if self.joint else []

    def chunks(self) -> Sequence[int]:
        """Return the numbers of the jobs that make a test's draws."""
        return range(-(-self.draws // CHUNK))

    def tests(self, sample: str) -> list[str]:
        """Return the tests of a sample."""
        if sample == "answers":
            return list(TESTS)
        spared = SHUFFLES if self.form_tests else (*SHUFFLES, *FORM_TESTS)
        return [test for test in TESTS if test not in spared]

    def files(self, sample: str) -> list[str]:
        """Return what is made of a sample before its tables, relative to its folder."""
        models = [f"marginal/{model}.json" for model in self.models]
        models += [f"joint/{model}.json" for model in self.joint_models]
        return [
            *(f"{what}/{model}" for what in ("fits", "held-out") for model in models),
            *(f"draws/{test}/{chunk}.json" for test in self.tests(sample) for chunk in self.chunks()),
            "replay.json",
        ]

    def chunk_draws(self, chunk: int) -> range:
        """Return the numbers of the draws of a job."""
        return range(chunk * CHUNK, min(self.draws, (chunk + 1) * CHUNK))
