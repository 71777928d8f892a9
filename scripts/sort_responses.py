"""Rule sort_responses: set respondents with too many empty cells aside."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import sort_job

with script_log(snakemake.log[0]):
    sort_job(Path(snakemake.input.matrix), Path(snakemake.input.described), Path(snakemake.output[0]).parent)
