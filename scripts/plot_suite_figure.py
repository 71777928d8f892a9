"""Rule plot_suite_figure: draw one figure of a suite in every format."""

from pathlib import Path

from planclaims.run import script_log
from planclaims.suites.outputs import plot_suite_figure
from planclaims.suites.study import read_suite

with script_log(snakemake.log[0]):
    study = read_suite(snakemake.wildcards.suite, snakemake.config, Path(snakemake.params.root))
    paths = {name: Path(path) for name, path in snakemake.output.items()}
    plot_suite_figure(study, snakemake.wildcards.figure, Path(snakemake.input[0]), paths)
