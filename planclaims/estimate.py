"""What an experiment would cost: calls, tokens and USD, estimated before anything is spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from planclaims.experiment import Experiment

CHARACTERS_PER_TOKEN = 4
INSTRUCTION_TOKENS = 250
"""Tokens of a method's own instructions in one call."""
REASONING_TOKENS = 500
PLAN_TOKENS = 300
TURN_TOKENS = 150
"""Tokens that one turn of an agent and its observation add to the history."""
TURNS = 20
"""Turns of an online episode; the true number depends on the model."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls, tokens and USD; rough, for a decision and not for a bill."""

    episodes: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: Fraction = Fraction(0)

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(
            self.episodes + other.episodes,
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.usd + other.usd,
        )

    def __str__(self) -> str:
        return (
            f"about {self.calls:,} model calls in {self.episodes:,} episodes, {self.input_tokens / 1e6:.1f} million "
            f"input and {self.output_tokens / 1e6:.1f} million output tokens, {float(self.usd):.2f} USD (an estimate)"
        )


def estimate(experiment: Experiment, root: Path) -> Estimate:
    """Return the estimate over all episodes of models that have a price or a key."""
    total = Estimate()
    for key in experiment.episodes():
        settings = experiment.model_settings(key.model)
        if settings["kind"] == "litellm":
            context = _context_tokens(root / "domains" / key.domain, key.task)
            total += _episode(experiment.config["methods"][key.method], context, settings.get("price"), key.method)
    return total


def _context_tokens(domain: Path, task: str) -> int:
    """Return the tokens of both briefs: prose takes about twice the characters of its PDDL."""
    files = (domain / "domain.pddl", domain / "problems" / f"{task}.pddl")
    return INSTRUCTION_TOKENS + 2 * sum(file.stat().st_size for file in files) // CHARACTERS_PER_TOKEN


def _episode(method: Mapping[str, Any], context: int, price: Mapping[str, float] | None, name: str) -> Estimate:
    if method["regime"] == "online":
        calls = TURNS * (2 if method.get("architecture", name) == "critic" else 1)
        history = TURN_TOKENS * TURNS // 2
        given, taken = calls * (context + history), calls * TURN_TOKENS // 2
    else:
        calls = _offline_calls(method, method.get("strategy", name))
        given = calls * context + (calls - 1) * REASONING_TOKENS
        taken = (calls - 1) * REASONING_TOKENS + PLAN_TOKENS
    usd = Fraction(0)
    if price:
        usd = (Fraction(str(price["input"])) * given + Fraction(str(price["output"])) * taken) / 10**6
    return Estimate(1, calls, given, taken, usd)


def _offline_calls(method: Mapping[str, Any], strategy: str) -> int:
    if strategy == "direct":
        return 1
    if strategy == "self-refine":
        return 1 + 2 * int(method.get("rounds", 3))
    if strategy == "tree-of-thoughts":
        return 2 + 2 * int(method.get("beam", 2)) * (int(method.get("depth", 6)) - 1) + 1
    return 2
