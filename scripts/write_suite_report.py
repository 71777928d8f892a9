"""Rule write_suite_report: write the report of a suite as one HTML page."""

from pathlib import Path

from planclaims.report.suite.build import write_suite_report
from planclaims.study.rule_script import script_log
from planclaims.suites.entry import read_suite

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root), Path("results"))
    write_suite_report(study, Path(snakemake.input.parquet).parent, Path(snakemake.output[0]))
