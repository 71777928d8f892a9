"""Rule test_domain: judge the plans of a domain whose verdict is known, before anything of the domain is scored."""

from pathlib import Path

from planclaims.study.rule_script import script_log
from planclaims.suites.hiddenpddl.scoring.self_test import self_test_to_file

with script_log(snakemake.log[0]):
    self_test_to_file(
        Path(snakemake.input.domain).parent,
        [Path(path) for path in snakemake.input.tasks],
        Path(snakemake.output[0]),
    )
