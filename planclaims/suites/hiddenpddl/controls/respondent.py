"""Simulated respondents: scripts that succeed by chance, so that a study can be seen before a model is paid for."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping

from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import ReferenceModel, reference_model

SUCCESS = 0.5
"""How often a respondent plays the optimal script, if its entry does not say."""
FAILING = ("wanderer", "heedless", "heedless", "learner", "abstainer")
"""What it plays else, one as often as it stands here."""


def respondent(name: str, settings: Mapping[str, object], oracle: Oracle, method: str, repeat: int) -> ReferenceModel:
    """Return the script that a simulated respondent plays in an episode: the same for the same episode and seed."""
    problem = oracle.task.problem
    drawn_from = f"{oracle.seed}/{name}/{method}/{problem.domain_name}/{problem.name}/{repeat}"
    chance = random.Random(int.from_bytes(hashlib.sha256(drawn_from.encode()).digest()))
    rate = settings.get("success", SUCCESS)
    assert isinstance(rate, int | float)
    return reference_model("optimal" if chance.random() < rate else chance.choice(FAILING), oracle)
