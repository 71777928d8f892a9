"""A study dressed up for its rehearsal: every model that is no script is replaced by a simulated respondent."""

from __future__ import annotations

from typing import Any

from planclaims.analysis.formats.rehearsed import PREFIX
from planclaims.study.experiment import SIMULATED, Experiment

SCRIPT = "reference"
BRIEFED_BY_MODEL = "llm"


def rehearsal(experiment: Experiment, success: float) -> dict[str, Any]:
    """Return what to merge over the configuration, so that nobody is asked and nothing is paid.

    Respondents play the tasks of the models that they stand for; briefs that a model would write come from templates.
    """
    config = experiment.config
    names, entries = [], {}
    for name in experiment.models:
        if config["models"][name]["kind"] == SCRIPT:
            names.append(name)
            continue
        names.append(f"{PREFIX}{name}")
        entries[names[-1]] = {"kind": SIMULATED, "tasks": config["models"][name]["tasks"], "success": success}
    written = {"briefs": {"source": "template"}} if config["briefs"]["source"] == BRIEFED_BY_MODEL else {}
    return {"experiment": {"models": names}, "models": entries, **written}
