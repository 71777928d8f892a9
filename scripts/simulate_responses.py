"""Rule simulate_responses: draw the responses of a study whose truth is known."""

import json
from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import simulate_job

with script_log(snakemake.log[0]):
    respondents, per_kind = json.loads(snakemake.params.irt)
    folder = Path(snakemake.output[0]).parent
    simulate_job(snakemake.wildcards.truth, respondents, per_kind, seed=snakemake.params.seed, folder=folder)
