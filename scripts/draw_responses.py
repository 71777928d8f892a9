"""Rule draw_responses: make some draws of one test."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import draw_job

with script_log(snakemake.log[0]):
    folder, numbers = Path(snakemake.input[0]).parent, range(*snakemake.params.draws)
    draw_job(folder, snakemake.wildcards.test, numbers, snakemake.params.seed, Path(snakemake.output[0]))
