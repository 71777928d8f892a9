"""Rule write_briefs: write the briefs of a task, audited."""

from pathlib import Path

from planclaims.episodes.write_briefs import briefs_to_file
from planclaims.rule_script import script_log

with script_log(snakemake.log[0]):
    briefs_to_file(
        Path(snakemake.input.domain),
        Path(snakemake.input.problem),
        Path(snakemake.input.phrases) if hasattr(snakemake.input, "phrases") else None,
        Path(snakemake.output[0]),
        source=snakemake.params.source,
    )
