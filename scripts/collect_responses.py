"""Rule collect_responses: make the response matrix from the judged episodes."""

from pathlib import Path

import pandas as pd

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.responses import write_responses

with script_log(snakemake.log[0]):
    episodes = pd.read_parquet(snakemake.input[0])
    write_responses(episodes, Path(snakemake.output.matrix), Path(snakemake.output.described))
