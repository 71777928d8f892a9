"""Rule tabulate_methods: write table 4 in every format."""

from pathlib import Path

from planclaims.analysis.episodes_table import read_episodes
from planclaims.analysis.table4.files import write_table4
from planclaims.run import script_log

with script_log(snakemake.log[0]):
    write_table4(
        read_episodes(Path(snakemake.input[0])),
        [Path(path) for path in snakemake.output],
        resamples=snakemake.params.analysis["resamples"],
        seed=snakemake.params.seed,
    )
