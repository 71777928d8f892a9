"""Rule write_suite_table: write one table of a suite in every format."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.entry import read_suite
from planclaims.suites.outputs import write_suite_table

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root), Path("results"))
    paths = [Path(path) for path in snakemake.output]
    write_suite_table(study, snakemake.wildcards.table, Path(snakemake.input[0]), paths)
