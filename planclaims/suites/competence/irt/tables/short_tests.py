"""The table of adaptive tests: how near a short test comes to the whole one."""

from __future__ import annotations

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.applied.adaptive import CLOSE
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.fits import NO_FIT


def adaptive_table(sample: Sample) -> Sheet:
    """Return one row per length and way of choosing items, from the replay on stored answers."""
    title = "Adaptive testing, replayed on stored answers"
    header = (
        *("items", "chosen", "error of theta1", "error of theta2", f"profiles within {CLOSE} in both"),
        "errors that the items' information leaves",
    )
    data = sample.replay or {"failure": "nothing was replayed"}
    if "failure" in data:
        return Sheet(title, header, (), (f"No result: {data['failure']}.",))
    rows = tuple(
        (
            *(str(row["items"]), row["way"], *(f"{error:.3f}" for error in row["errors"]), f"{row['close']:.0%}"),
            ", ".join(f"{error:.3f}" for error in row["expected"]) if row["expected"] else NO_FIT,
        )
        for row in data["rows"]
    )
    notes = (
        f"{data['respondents']} respondents; error: root mean square difference, in logits, to the abilities from all "
        f"{data['of']} items. Items were calibrated without the respondent who is tested. Adaptive: the next item "
        "makes the information on both abilities largest. What their information leaves is what no way of reckoning "
        f"can expect to go below: profiles can be within {CLOSE} for all only where it is well below that.",
    )
    return Sheet(title, header, rows, notes)
