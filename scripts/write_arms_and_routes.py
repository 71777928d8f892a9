"""Rule write_arms_and_routes: what conditions do to abilities, and what routing between them is worth."""

import json
from pathlib import Path

import pandas as pd

from planclaims.study.rule_script import script_log
from planclaims.suites.competence.irt.jobs import arms_job, gaps_job, routes_job
from planclaims.suites.competence.irt.responses import question_texts
from planclaims.suites.entry import read_suite

with script_log(snakemake.log[0]):
    (routes,), seed = json.loads(snakemake.params.routes), snakemake.params.seed
    folder, paths = Path(snakemake.input.fits[0]).parents[2], [Path(path) for path in snakemake.output]
    files = Path(snakemake.input.matrix), Path(snakemake.input.described)
    arms_job(folder, *files, seed=seed, paths=[path for path in paths if path.stem == "arms"])
    study = read_suite("competence", snakemake.config, Path(snakemake.params.root))
    texts = question_texts(item for group in study.groups for item in study.items(group)) if routes else {}
    routing = [path for path in paths if path.stem == "routing"]
    episodes = pd.read_parquet(snakemake.input.episodes)
    gaps_job(folder, episodes, paths=[path for path in paths if path.stem == "gaps"])
    routes_job(folder, episodes, texts, routes=routes, seed=seed, paths=routing)
