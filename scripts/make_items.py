"""Rule make_items: make a batch of a suite's items."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.entry import read_suite

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root))
    study.make_batch(snakemake.wildcards.batch)
