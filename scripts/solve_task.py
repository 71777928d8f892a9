"""Rule solve_task: write the optimal length of a task, or that it is unsolvable."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.hiddenpddl.task_facts import solve_to_file

with script_log(snakemake.log[0]):
    solve_to_file(
        Path(snakemake.input.domain),
        Path(snakemake.input.problem),
        Path(snakemake.output[0]),
        # limits are no parameters of the rule: an answer found under others is the same answer
        states=snakemake.config["search"]["states"],
        memory_gib=snakemake.config["search"]["memory_gib"],
    )
