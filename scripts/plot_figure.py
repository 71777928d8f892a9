"""Rule plot_figure: write one figure of the study in every format."""

import json
from pathlib import Path

from planclaims.analysis.outputs import Study, write_output
from planclaims.analysis.table.episodes_table import read_episodes
from planclaims.study.rule_script import script_log

with script_log(snakemake.log[0]):
    study = Study(read_episodes(Path(snakemake.input[0])), **json.loads(snakemake.params.study))
    write_output(snakemake.wildcards[0], study, [Path(path) for path in snakemake.output])
