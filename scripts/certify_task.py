"""Rule certify_task: confirm the certificate of one long-horizon task."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.longhorizon.confirming import confirm_task

with script_log(snakemake.log[0]):
    confirm_task(snakemake.wildcards.group, Path(snakemake.input[0]).parent, Path(snakemake.output[0]))
