# Reads: config.yaml and overlays, rules/config.schema.yaml, domains/. Writes: nothing.
# Defines the experiment and the input functions that the other rule files share.
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError

from planclaims.errors import PlanclaimsError
from planclaims.experiment import EpisodeKey, canonical, fingerprint, read_experiment
from planclaims.run import forget_failures, hold_folder, refuse_without_keys, results_text

ROOT = Path(workflow.basedir)
PACKAGE = ROOT / "planclaims"
RESULTS = Path("results")

try:
    EXPERIMENT = read_experiment(config, ROOT / "rules/config.schema.yaml", ROOT / "domains")
    if workflow.is_main_process and not workflow.output_settings.dryrun:
        LOCK = hold_folder(RESULTS)
        refuse_without_keys(EXPERIMENT, ROOT)
        forget_failures(RESULTS)
except PlanclaimsError as error:
    raise WorkflowError(str(error)) from None


def code(*folders):
    """Return a hash of the package folders a rule depends on; as a parameter it re-runs the rule."""
    patterns = [name if name.endswith(".py") else f"{name}/**/*.py" for name in folders]
    return fingerprint(PACKAGE, *patterns)


def task_files(wildcards):
    """Return the PDDL files of a task."""
    folder = ROOT / "domains" / wildcards.domain
    return {"domain": folder / "domain.pddl", "problem": folder / "problems" / f"{wildcards.task}.pddl"}


def phrases_file(wildcards):
    """Return the file of phrases of a domain, or nothing where the domain has none."""
    path = ROOT / "domains" / wildcards.domain / "domain.json"
    return path if path.exists() else []


def episode_files(wildcards=None):
    """Return the records of every episode of the experiment."""
    return [f"results/episodes/{key.path}.json" for key in EXPERIMENT.episodes()]
