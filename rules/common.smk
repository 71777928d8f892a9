# Reads: config.yaml and overlays, rules/config.schema.yaml, domains/. Writes: nothing.
# Defines the experiment and the input functions that the other rule files share.
import json
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from snakemake.exceptions import SpawnedJobError, WorkflowError
from snakemake.logging import logger

from planclaims.analysis.outputs import FIGURE_ENDINGS, FIGURES, TABLE_ENDINGS, TABLES
from planclaims.briefing.jobs import Writer, briefs_job, domain_brief_job
from planclaims.episodes.play import Player
from planclaims.episodes.unfinished import forget_failures
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
    refuse_suite_without_keys,
    refuse_without_keys,
)
from planclaims.run_summary import results_text
from planclaims.storage import storing
from planclaims.suites.chunk import play_chunk_job
from planclaims.suites.hiddenpddl.episode import TaskFiles
from planclaims.suites.hiddenpddl.job import play_job
from planclaims.suites.outputs import chunk_at, figure_names
from planclaims.suites.study import ChunkKey, read_suite

ROOT = Path(workflow.basedir)
PACKAGE = ROOT / "planclaims"
RESULTS = Path("results")
STARTED = time.time()

try:
    read_numbers(config, ROOT / "rules/config.schema.yaml")
    EXPERIMENT = read_experiment(
        config, ROOT / "rules/config.schema.yaml", ROOT / "domains"
    )
    SUITES = {name: read_suite(name, config, ROOT) for name in config["suites"]}
    LEDGER = Ledger(RESULTS, Budget.from_settings(config["spending"]))
    looks = workflow.output_settings.dryrun or only_looks(sys.argv)
    if workflow.is_main_process and not looks:
        LOCK = hold_folder(RESULTS)
        asked = [name for name in SUITES if name in sys.argv]
        for name in asked:
            refuse_suite_without_keys(SUITES[name])
        if not asked or "all" in sys.argv:
            refuse_without_keys(EXPERIMENT, ROOT, RESULTS)
        forget_failures(RESULTS)
except PlanclaimsError as error:
    raise WorkflowError(str(error)) from None


STOPPED = []

SUITE_EXTRAS = {}
"""What a suite's own rules add to its target, by the suite's name: functions that return files."""


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
    """Return a model's settings as canonical text: their order re-runs nothing, and keys are never in them."""
    return canonical(EXPERIMENT.model_settings(wildcards.model))


def brief_writer(wildcards):
    """Return what shapes the briefs that a model writes, as canonical text."""
    writer = EXPERIMENT.brief_writer
    settings = EXPERIMENT.model_settings(writer)
    return canonical([writer, settings, config["briefs"]["draw"]])


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


def study_settings():
    """Return what the analysis needs besides the episodes, as canonical text."""
    models = {name: EXPERIMENT.model_settings(name) for name in EXPERIMENT.models}
    return canonical({**config["analysis"], "seed": config["seed"], "models": models})


def chunk_key(wildcards):
    """Return which job of a suite the wildcards name."""
    return ChunkKey(
        wildcards.model,
        wildcards.method,
        wildcards.condition,
        wildcards.group,
        repeat_number(wildcards),
    )


def chunk_of(wildcards, params):
    """Return the job of a suite that the wildcards name."""
    return chunk_at(SUITES[wildcards.suite], chunk_key(wildcards))


def item_hashes(wildcards):
    """Return the hashes of the items of a job: other items re-run it. Made items are an input, and have none here."""
    study = SUITES[wildcards.suite]
    if study.batches:
        return str(study.entry.get("sample", {}).get(wildcards.model))
    chosen = study.chosen(wildcards.model, wildcards.group)
    return canonical([item.hash for item in chosen])


def item_file(wildcards):
    """Return the file with the items of a job, or nothing where the suite makes them at once."""
    study = SUITES[wildcards.suite]
    return str(study.item_file(wildcards.group)) if study.batches else []


def item_settings(wildcards):
    """Return what the items of a suite are made from, as canonical text."""
    study = SUITES[wildcards.suite]
    return canonical({name: study.settings[name] for name in study.suite.item_settings})


def chunk_paths(wildcards):
    """Return the places of all jobs of a suite."""
    return [key.path for key in SUITES[wildcards.suite].chunks()]


def chunk_files(wildcards):
    """Return the lists of items of all jobs of a suite."""
    return [
        f"results/{wildcards.suite}/episodes/{path}.json"
        for path in chunk_paths(wildcards)
    ]


def suite_tables_and_figures(wildcards):
    """Return the tables as the report reads them, and the figures as it shows them."""
    suite = SUITES[wildcards.suite].suite
    folder = f"results/{wildcards.suite}"
    return [
        *(f"{folder}/tables/{table}.json" for table in suite.tables),
        *(f"{folder}/figures/{figure}.svg" for figure in figure_names(suite)),
    ]


def suite_outputs(name):
    """Return everything that a suite promises."""
    tables = expand(
        f"results/{name}/tables/{{table}}.{{ending}}",
        table=SUITES[name].suite.tables,
        ending=(*TABLE_ENDINGS, "json"),
    )
    figures = expand(
        f"results/{name}/figures/{{figure}}.{{ending}}",
        figure=figure_names(SUITES[name].suite),
        ending=FIGURE_ENDINGS,
    )
    chunks = [
        f"results/{name}/episodes/{key.path}.json" for key in SUITES[name].chunks()
    ]
    return [
        *chunks,
        f"results/{name}/episodes.csv",
        f"results/{name}/episodes.parquet",
        *tables,
        *figures,
        f"results/{name}/report.html",
        *SUITE_EXTRAS.get(name, list)(),
    ]


def suite_code(wildcards):
    """Return a hash of the code that can change what comes out of a suite."""
    folder = SUITES[wildcards.suite].entry.get("folder")
    own = fingerprint((ROOT / folder).resolve(), "**/*") if folder else ""
    return own + code("language", "models", "offline", "online", "episodes", "suites")


def item_code(wildcards):
    """Return a hash of the code and the domains that can change the items of a suite."""
    suite = SUITES[wildcards.suite].suite
    return fingerprint(ROOT / "domains", "**/*") + fingerprint(
        PACKAGE, *suite.item_code
    )
