"""Rule judge_episodes: judge every record against the hidden model and write the episodes table."""

from pathlib import Path

from planclaims.analysis.table.episodes_table import write_episodes
from planclaims.study.rule_script import script_log
from planclaims.suites.hiddenpddl.scoring.collect import Sources, collect

with script_log(snakemake.log[0]):
    sources = Sources(
        episodes=Path("results/episodes"),
        facts=Path("results/tasks"),
        domains=Path(snakemake.params.domains),
        models=snakemake.config["models"],
        methods=snakemake.config["methods"],
    )
    rows = collect(sources, snakemake.params.episodes)
    write_episodes(rows, Path(snakemake.output.csv), Path(snakemake.output.parquet))
