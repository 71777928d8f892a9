"""Rule fit_responses: fit one model by one estimator."""

import json
from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import fit_job

with script_log(snakemake.log[0]):
    (starts,) = json.loads(snakemake.params.irt)
    seed, output = snakemake.params.seed, Path(snakemake.output[0])
    names = snakemake.wildcards.estimator, snakemake.wildcards.irt_model
    fit_job(Path(snakemake.input[0]).parent, *names, starts=starts, seed=seed, output=output)
