"""Rule plot_suite_figure: draw one figure of a suite in every format."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.entry import read_suite
from planclaims.suites.outputs import plot_suite_figure

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root), Path("results"))
    paths = {name: Path(path) for name, path in snakemake.output.items()}
    plot_suite_figure(study, snakemake.wildcards.figure, Path(snakemake.input[0]), paths)
