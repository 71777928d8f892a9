"""Rule replay_adaptive: replay adaptive tests on the stored answers."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import replay_job

with script_log(snakemake.log[0]):
    replay_job(Path(snakemake.input[0]).parent, snakemake.params.seed, Path(snakemake.output[0]))
