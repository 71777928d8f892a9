"""Rule fetch_weights: check the weights of the embedded model, fetching them first if they are not there yet.

Without them the rest of the run goes on: the output then says why they are missing, and the next run tries again.
"""

import json
from pathlib import Path

from planclaims.episodes.unfinished import mark_failure, settled
from planclaims.errors import InfrastructureError
from planclaims.models.embedded.weights import fetch_to_file
from planclaims.study.rule_script import script_log

RESULTS = Path("results")
output = Path(snakemake.output[0])
with script_log(snakemake.log[0]), settled(RESULTS, output):
    try:
        fetch_to_file(output)
    except InfrastructureError as failure:
        print(failure)
        mark_failure(RESULTS, output, str(failure))
        output.write_text(json.dumps({"missing": str(failure)}) + "\n", encoding="utf-8")
