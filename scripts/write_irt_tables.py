"""Rule write_irt_tables: write the tables and figures of a sample."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.outputs import write_figures, write_tables

with script_log(snakemake.log[0]):
    folder = Path(snakemake.input[0]).parent
    paths = [Path(path) for path in snakemake.output]
    write_tables(folder, [path for path in paths if path.parent.name == "tables"])
    write_figures(folder, [path for path in paths if path.parent.name == "figures"])
