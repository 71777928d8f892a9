"""The headline numbers of a study, each recomputed from the episodes table with what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence
from planclaims.analysis.claims.cost_claims import cost_claims, verdict_claims
from planclaims.analysis.claims.failure_claims import abstention_claims, conduct_claims, failure_claims
from planclaims.analysis.claims.success_claims import success_claims, tier_claims
from planclaims.analysis.claims.task_claims import task_claims
from planclaims.analysis.formats.markup import DASH
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.published import BESIDE, published
from planclaims.analysis.statistics.configurations import configurations
from planclaims.analysis.statistics.pools import pooled_notes, tested
from planclaims.analysis.tiers import Tiers, paper_tiers

if TYPE_CHECKING:
    import pandas as pd

HEADER = ("claim", "value", "counts", "95% interval", "rests on", "paper", "where in the paper")
INTERVALS = (
    "Intervals: percentile bootstrap over tasks, all episodes of a drawn task together; where one configuration has "
    "several runs of a task, runs are drawn within tasks. There is none where all tasks agree."
)


def claims(frame: pd.DataFrame, *, resamples: int, seed: int, tiers: Sequence[Tiers] | None = None) -> Sheet:
    """Return the claims of an episodes table, published values beside them; a dash where no episode bears on one."""
    pairs = paper_tiers() if tiers is None else tiers
    rows = tuple(_row(claim) for claim in all_claims(frame, pairs, resamples=resamples, seed=seed))
    return Sheet("Claims, recomputed", HEADER, rows, pooled_notes(tested(frame), INTERVALS, BESIDE))


def all_claims(frame: pd.DataFrame, tiers: Sequence[Tiers], *, resamples: int, seed: int) -> list[Claim]:
    """Return the claims in the order of the research questions: success to cost."""
    evidence = Evidence(tested(frame), resamples, seed)
    found = configurations(evidence.pool)
    return [
        *success_claims(evidence, found),
        *verdict_claims(evidence.pool),
        *tier_claims(evidence, tiers),
        *task_claims(evidence),
        *failure_claims(evidence),
        *conduct_claims(evidence),
        *abstention_claims(evidence),
        *cost_claims(evidence, found),
    ]


def _row(claim: Claim) -> tuple[str, ...]:
    paper = published(claim.name, *claim.scope)
    beside = (str(paper), paper.source) if paper else (DASH, "")
    return (claim.name, claim.value, claim.counts, claim.interval, claim.basis, *beside)
