"""Rule hold_out_responses: say how well a model tells answers that it was not fitted to."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import hold_out_job

with script_log(snakemake.log[0]):
    folder = Path(snakemake.input[0]).parents[2]
    names = snakemake.wildcards.estimator, snakemake.wildcards.irt_model
    hold_out_job(folder, *names, snakemake.params.seed, Path(snakemake.output[0]))
