"""Rule write_report: write the report of a run as one HTML page."""

from pathlib import Path

from planclaims.report.build import write_report
from planclaims.study.rule_script import script_log

with script_log(snakemake.log[0]):
    write_report(
        Path(snakemake.input.csv),
        [Path(path) for path in snakemake.input.episodes],
        tables={Path(path).stem: Path(path) for path in snakemake.input.tables},
        figures={Path(path).stem: Path(path) for path in snakemake.input.figures},
        domains_folder=Path(snakemake.params.domains),
        output=Path(snakemake.output[0]),
        briefs=[Path(path) for path in snakemake.input.briefs],
        resamples=snakemake.params.resamples,
        seed=snakemake.params.seed,
    )
