"""Rule write_conclusion: say what a study of this size can conclude about two dimensions."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.outputs import write_conclusion

with script_log(snakemake.log[0]):
    output = Path(snakemake.output.text)
    folders = [output.parent / f"simulated-{truth}" for truth in snakemake.params.truths]
    tables, demands = ([Path(path) for path in paths] for paths in (snakemake.output.tables, snakemake.output.demands))
    write_conclusion(folders, output, tables, demands)
