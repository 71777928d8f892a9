"""Rule judge_suite: judge every record of a suite and write its table of episodes."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.entry import read_suite
from planclaims.suites.outputs import judge_suite

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root), Path("results"))
    folder = Path("results") / snakemake.wildcards.suite / "episodes"
    judge_suite(study, folder, Path(snakemake.output.csv), Path(snakemake.output.parquet))
