"""Rule write_briefs: write the briefs of a task, audited."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.hiddenpddl.briefing.write_briefs import briefs_to_file

with script_log(snakemake.log[0]):
    briefs_to_file(
        Path(snakemake.input.domain),
        Path(snakemake.input.problem),
        Path(snakemake.input.phrases) if hasattr(snakemake.input, "phrases") else None,
        Path(snakemake.output[0]),
        source=snakemake.params.source,
    )
