"""The tables of the competence study, from one row per episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.acceptance import acceptance
from planclaims.suites.competence.tables.coverage import coverage
from planclaims.suites.competence.tables.formats import by_kind
from planclaims.suites.competence.tables.graders import published_graders
from planclaims.suites.competence.tables.hypotheses import hypotheses
from planclaims.suites.competence.tables.ladder import doses, ladder
from planclaims.suites.competence.tables.malformed import malformed_replies
from planclaims.suites.competence.tables.programs import program_arms, program_outcomes
from planclaims.suites.competence.tables.relaxed import relaxed_split, twin_forms

if TYPE_CHECKING:
    import pandas as pd

TABLES: Mapping[str, Callable[[pd.DataFrame], Sheet]] = {
    "c0-coverage": coverage,
    "c2-formats": by_kind,
    "c2-twins": twin_forms,
    "c3-ladder": ladder,
    "c4-doses": doses,
    "c11-programs": program_outcomes,
    "c11-arms": program_arms,
    "c14-malformed": malformed_replies,
    "c15-graders": published_graders,
    "f7-deletes": relaxed_split,
    "b4-hypotheses": hypotheses,
    "h-controls": acceptance,
}
"""The tables that need no model of the answers, by the names of the outputs of the study."""
