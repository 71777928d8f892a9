"""Acting against planning: an agent that carries out an offline method's plan, episode by episode with that method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

EPISODE = ["model", "domain", "task", "repeat"]
SURVEY_CALLS, CLAIM_CALLS = 4, 1
"""What acting costs beside the plan: the calls that determine the task, and the claim."""


@dataclass(frozen=True, slots=True)
class Dominance:
    """An agent and the offline method that makes its plans, on the episodes that both have a score for.

    `won` are those that the offline method wins, by a valid plan or a detection. Of them acting loses `lost_fitting`
    although 4 + the plan's length + 1 calls fit the budget, `lost_beyond` where they do not. `gained` are those that
    acting alone wins. `same` counts pairs whose first requests to the model are the same, `lost_same` the fitting
    losses among them, which contradict the proposition and are named in `contradictions`.
    """

    model: str
    reference: bool
    method: str
    planner: str
    rule: str
    episodes: int
    same: int
    won: int
    fitting: int
    lost_fitting: int
    lost_beyond: int
    lost_same: int
    gained: int
    contradictions: tuple[str, ...]


def dominance(frame: pd.DataFrame) -> list[Dominance]:
    """Return every agent whose plans an offline method made that was played too; controls last."""
    scored = frame[frame["scored"]]
    acting = scored[scored["planner"].notna()]
    groups = acting.groupby(["reference", "model", "method", "planner", "violation_rule"], sort=False)
    found = []
    for (reference, model, method, planner, rule), agents in groups:
        plans = scored[(scored["model"] == model) & (scored["method"] == planner)]
        pairs = agents.merge(plans, on=EPISODE, suffixes=("", " planned"))
        if len(pairs):
            found.append(_compared((str(model), bool(reference), str(method), str(planner), str(rule)), pairs))
    return sorted(found, key=lambda one: one.reference)


def _compared(who: tuple[str, bool, str, str, str], pairs: pd.DataFrame) -> Dominance:
    won, acted = pairs["success planned"].astype(bool), pairs["success"].astype(bool)
    calls = SURVEY_CALLS + pairs["plan_length planned"].fillna(0) + CLAIM_CALLS
    fits = (calls <= pairs["budget"]).fillna(False).astype(bool)
    same = (pairs["first_request"] == pairs["first_request planned"]).fillna(False).astype(bool)
    wrong = pairs[won & ~acted & fits & same]
    return Dominance(
        *who,
        episodes=len(pairs),
        same=int(same.sum()),
        won=int(won.sum()),
        fitting=int((won & fits).sum()),
        lost_fitting=int((won & ~acted & fits).sum()),
        lost_beyond=int((won & ~acted & ~fits).sum()),
        lost_same=len(wrong),
        gained=int((acted & ~won).sum()),
        contradictions=tuple(f"{row.domain}/{row.task}" for row in wrong.itertuples()),
    )
