"""Rule write_arms_and_routes: what conditions do to abilities, and what routing between them is worth."""

import json
from pathlib import Path

import pandas as pd

from planclaims.run import script_log
from planclaims.suites.competence.irt.jobs import arms_job, routes_job

with script_log(snakemake.log[0]):
    (routes,) = json.loads(snakemake.params.routes)
    folder, paths = Path(snakemake.input.fits[0]).parents[2], [Path(path) for path in snakemake.output]
    files = Path(snakemake.input.matrix), Path(snakemake.input.described)
    arms_job(folder, *files, seed=snakemake.params.seed, paths=[path for path in paths if path.stem == "arms"])
    episodes = pd.read_parquet(snakemake.input.episodes)
    routing = [path for path in paths if path.stem == "routing"]
    routes_job(folder, episodes, routes, seed=snakemake.params.seed, paths=routing)
