# Reads: config.yaml and overlays, rules/config.schema.yaml, domains/. Writes: nothing.
# Defines the experiment and the input functions that the other rule files share.
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from snakemake.exceptions import SpawnedJobError, WorkflowError
from snakemake.logging import logger

from planclaims.analysis.outputs import FIGURE_ENDINGS, FIGURES, TABLE_ENDINGS, TABLES
from planclaims.briefing.jobs import Writer, briefs_job, domain_brief_job
from planclaims.episodes.job import begin_run, play_job
from planclaims.errors import PlanclaimsError, StorageError
from planclaims.experiment import (
    REPEAT,
    canonical,
    fingerprint,
    read_experiment,
    read_numbers,
)
from planclaims.models.spending import Budget, Ledger
from planclaims.run import (
    hold_folder,
    only_looks,
    refuse_what_providers_refuse,
    refuse_without_keys,
)
from planclaims.run_summary import results_text
from planclaims.storage import storing

ROOT = Path(workflow.basedir)
PACKAGE = ROOT / "planclaims"
RESULTS = Path("results")
STARTED = time.time()

try:
    read_numbers(config, ROOT / "rules/config.schema.yaml")
    EXPERIMENT = read_experiment(
        config, ROOT / "rules/config.schema.yaml", ROOT / "domains"
    )
    LEDGER = Ledger(RESULTS, Budget.from_settings(config["spending"]))
    looks = workflow.output_settings.dryrun or only_looks(sys.argv)
    if workflow.is_main_process and not looks:
        LOCK = hold_folder(RESULTS)
        refuse_without_keys(EXPERIMENT, ROOT, RESULTS)
        refuse_what_providers_refuse(EXPERIMENT)
        begin_run(RESULTS)
except PlanclaimsError as error:
    raise WorkflowError(str(error)) from None


STOPPED = []


class Foreseen(SpawnedJobError):
    """Ends a job whose error was told already; of any other exception Snakemake prints where it came from."""

    __traceback__ = property(lambda self: None, lambda self, traceback: None)


@contextmanager
def foreseen_errors(log):
    """Tell a foreseen error of a `run:` job in one line; if results cannot be written, start no further job."""
    try:
        with storing(log):
            log.touch()
        yield
    except PlanclaimsError as error:
        told = str(error)
        if isinstance(error, StorageError):
            workflow.scheduler.keepgoing = False
            STOPPED.append(told)
            told = STOPPED[0] if len(STOPPED) == 1 else None
        if told:
            logger.error(told)
        raise Foreseen() from None


def lift_rate_limit():
    """Start jobs as soon as there is room for them.

    Snakemake's limit on new jobs per second starts a timer at every pass over the ready jobs, and every timer ends in
    another pass: with a thousand slow jobs the passes leave little of the processor to anything else.
    """
    workflow.scheduler.job_rate_limiter = None
    workflow.scheduler.resources["_job_count"] = sys.maxsize


def code(*folders):
    """Return a hash of the package folders a rule depends on; as a parameter it re-runs the rule."""
    patterns = [name if name.endswith(".py") else f"{name}/**/*.py" for name in folders]
    return fingerprint(PACKAGE, *patterns)


def task_files(wildcards):
    """Return the PDDL files of a task."""
    folder = ROOT / "domains" / wildcards.domain
    return {
        "domain": folder / "domain.pddl",
        "problem": folder / "problems" / f"{wildcards.task}.pddl",
    }


def domain_file(wildcards):
    """Return the PDDL file of a domain."""
    return ROOT / "domains" / wildcards.domain / "domain.pddl"


def phrases_file(wildcards):
    """Return the file of phrases of a domain, or nothing where the domain has none."""
    path = ROOT / "domains" / wildcards.domain / "domain.json"
    return path if path.exists() else []


def episode_files(wildcards=None):
    """Return the records of every episode of the experiment."""
    return [f"results/episodes/{key.path}.json" for key in EXPERIMENT.episodes()]


def solved_files(wildcards=None):
    """Return the facts (optimal length or unsolvability) of every task that is played."""
    return sorted(
        {f"results/tasks/{key.domain}/{key.task}.json" for key in EXPERIMENT.episodes()}
    )


def model_settings(wildcards):
    """Return what shapes a model's replies as canonical text: neither order, prices nor patience re-run anything."""
    return canonical(EXPERIMENT.model_settings(wildcards.model))


def model_entry(model):
    """Return all that is needed to ask a model, as canonical text; never a parameter of a rule, for it re-runs none."""
    return canonical(EXPERIMENT.model_entry(model))


def brief_writer(wildcards):
    """Return what shapes the briefs that a model writes, as canonical text."""
    writer = EXPERIMENT.brief_writer
    settings = EXPERIMENT.model_settings(writer)
    return canonical([writer, settings, config["briefs"]["draw"]])


def brief_writer_entry():
    """Return the same with all that is needed to ask the model."""
    writer = EXPERIMENT.brief_writer
    entry = EXPERIMENT.model_entry(writer)
    return canonical([writer, entry, config["briefs"]["draw"]])


def method_settings(wildcards):
    """Return a method's settings as canonical text."""
    return canonical(config["methods"][wildcards.method])


def method_folder(wildcards):
    """Return the regime and the strategy or architecture behind a method."""
    settings = config["methods"][wildcards.method]
    kind = "strategy" if settings["regime"] == "offline" else "architecture"
    return settings["regime"], settings.get(kind, wildcards.method)


def prompts(wildcards):
    """Return a hash of the prompt files that a method shows."""
    regime, name = method_folder(wildcards)
    return fingerprint(PACKAGE / regime / "prompts", f"{name}/*.txt", "shared/*.txt")


def episode_code(wildcards):
    """Return a hash of the code that can change an episode of the method's regime."""
    regime = config["methods"][wildcards.method]["regime"]
    return code(
        "pddl_io",
        "semantics",
        "language",
        "models",
        regime,
        "episodes",
        "interfaces.py",
        "prompts.py",
        "settings.py",
    )


def repeat_number(wildcards):
    """Return which repeat an episode is, from 0."""
    return int(wildcards.repeat.removeprefix(REPEAT) or 0)


def is_embedded(model):
    """Return whether a model runs inside the workflow."""
    return config["models"][model]["kind"] == "embedded"


def weights_file(wildcards):
    """Return the weights of an embedded model, or nothing for other kinds."""
    return (
        f"results/weights/{wildcards.model}.json"
        if is_embedded(wildcards.model)
        else []
    )


def embedded_slots(wildcards):
    """Return one slot of the embedded model's servers, none for other kinds."""
    return int(is_embedded(wildcards.model))


def provider_slots(wildcards):
    """Return one slot of the connections to providers, none for models inside the run."""
    return int(config["models"][wildcards.model]["kind"] == "litellm")


def prices():
    """Return the prices in force by model: what is computed from tokens is computed anew when they change."""
    entries = {name: config["models"][name] for name in EXPERIMENT.models}
    return {
        name: {"price": entry["price"]}
        for name, entry in entries.items()
        if "price" in entry
    }


def study_settings():
    """Return what the analysis needs besides the episodes, as canonical text."""
    models = {
        name: {**EXPERIMENT.model_settings(name), **prices().get(name, {})}
        for name in EXPERIMENT.models
    }
    return canonical({**config["analysis"], "seed": config["seed"], "models": models})
