# Reads: config.yaml and overlays, rules/config.schema.yaml, domains/. Writes: nothing.
# Defines the experiment and the input functions that the other rule files share.
import gc
import json
import time
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from snakemake.logging import logger

from planclaims.study import snakemake_adapter
from planclaims.study.rule_script import advised
from planclaims.analysis import outputs
from planclaims.analysis.outputs import FIGURE_ENDINGS, TABLE_ENDINGS
from planclaims.suites.hiddenpddl.briefing.jobs import (
    Writer,
    briefs_job,
    domain_brief_job,
)
from planclaims.study.dependence import Dependence
from planclaims.study.dependence import SEARCH
from planclaims.study.dependence import brief_files as files_of_brief
from planclaims.study.dependence import episode_files as files_of_episode
from planclaims.episodes.play import Player
from planclaims.episodes.unfinished import settled, unscored
from planclaims.errors import PlanclaimsError, StorageError
from planclaims.study.budgets import played_under_others
from planclaims.study.experiment import canonical, read_experiment, read_numbers
from planclaims.storage import fingerprint
from planclaims.episodes.key import REPEAT
from planclaims.study.run import Run
from planclaims.study.run_summary import results_text, show_controls
from planclaims.storage import storing
from planclaims.suites.chunk import play_chunk_job
from planclaims.suites.contract import Concludes
from planclaims.suites.hiddenpddl.episode import TaskFiles
from planclaims.suites.hiddenpddl.episode import play_job
from planclaims.suites.intact import damage_text, damaged
from planclaims.suites.outputs import chunk_at, figure_names
from planclaims.suites.entry import check_methods, read_suite
from planclaims.suites.study import ChunkKey
from planclaims.suites.targets import check_targets as check_files

ROOT = Path(workflow.basedir)
RESULTS = Path("results")


# A graph of thousands of jobs is built of objects that all stay: looking for garbage among them again and again is
# time lost.
gc.set_threshold(100_000, 50, 50)


@contextmanager
def told():
    """End Snakemake with the line of a foreseen error, and without saying where in the rules it was raised."""
    try:
        yield
    except PlanclaimsError as error:
        raise snakemake_adapter.Refusal(advised(error)) from None


with told():
    snakemake_adapter.check_version()
    read_numbers(config, ROOT / "rules/config.schema.yaml", ROOT)
    EXPERIMENT = read_experiment(
        config, ROOT / "rules/config.schema.yaml", ROOT / "domains"
    )
    SUITES = {
        name: read_suite(name, config, ROOT, RESULTS) for name in config["suites"]
    }


def is_control(model):
    """Return whether a model is a script."""
    return config["models"][model]["kind"] == "reference"


PLAYED = {name: config["methods"][name] for name in EXPERIMENT.methods}
TABLES = outputs.of_methods(outputs.TABLES, PLAYED)
FIGURES = outputs.of_methods(outputs.FIGURES, PLAYED)
RUN = Run(EXPERIMENT, ROOT, RESULTS)
SOURCES = Dependence(ROOT, Path(".snakemake/planclaims/dependence.json"))
STOPPED = []
CONTROLS = [name for name in EXPERIMENT.models if is_control(name)]
CONTROLS_FIRST = 2
TASKS_FIRST = 3
"""Priorities: episodes wait for tasks and briefs, and a long search had better begin early."""

SUITE_EXTRAS = {}
"""What a suite's own rules add to its target, by the suite's name: functions that return files."""


TARGETS = snakemake_adapter.words_of_call()
ASKED = [
    study
    for name, study in SUITES.items()
    if any(
        one == name or one.startswith((f"{name}_", f"results/{name}/"))
        for one in TARGETS
    )
]
"""The suites that are asked for, by name or by a file of theirs."""

EXPERIMENT_IS_ASKED = not ASKED or "all" in TARGETS

with told():
    for _study in ASKED if workflow.is_main_process else ():
        check_methods(_study)
        check_files(_study, TARGETS)


def begin():
    """Begin the run: with its first job at the latest, and never while the workflow is only read."""
    if snakemake_adapter.plays(workflow):
        RUN.begin(
            lambda: snakemake_adapter.counted(workflow),
            lambda: snakemake_adapter.to_be_made(workflow),
            ASKED,
            experiment=EXPERIMENT_IS_ASKED,
        )


def end_text(failed_since=None):
    """Return what is told at the end of the run, of what was asked for."""
    return results_text(
        RESULTS,
        RUN.ledger,
        failed_since,
        unpriced=RUN.unpriced,
        suites=[study.suite.name for study in ASKED],
        experiment=EXPERIMENT_IS_ASKED,
    )


def check_targets():
    """Refuse a target that is no rule and no path, before Snakemake looks for a rule that makes a file of that name."""
    if workflow.is_main_process:
        snakemake_adapter.check_targets(
            workflow, ["all", *SUITES], "a file below results/"
        )


@contextmanager
def job(output, log):
    """Frame a `run:` job: tell a foreseen error in one line; if results cannot be written, start no further job."""
    try:
        begin()
        with storing(log):
            log.touch()
        with settled(RESULTS, output):
            yield
    except PlanclaimsError as error:
        line = advised(error)
        if isinstance(error, StorageError):
            snakemake_adapter.stop_starting(workflow)
            STOPPED.append(line)
            line = STOPPED[0] if len(STOPPED) == 1 else None
        if line:
            logger.error(line)
        raise snakemake_adapter.ToldAlready() from None


def code(entry, *without):
    """Return a hash of all that a rule's script or job depends on; as a parameter it re-runs the rule."""
    return SOURCES.digest(entry, without=without)


@cache
def play_again_what_is_unscored():
    """Have this run make again what stands for an infrastructure failure, and agents' episodes under other budgets.

    Nothing is deleted for it. A budget is no parameter of the rule, so that other limits re-run only what they change.
    """
    online = (
        key
        for key in EXPERIMENT.episodes()
        if config["methods"][key.method]["regime"] == "online"
    )
    others = played_under_others(RESULTS, online, config["budget"])
    snakemake_adapter.play_again(
        workflow, [f"{RESULTS}/{output}" for output in (*unscored(RESULTS), *others)]
    )


@cache
def files_of_task(domain, task):
    play_again_what_is_unscored()
    folder = ROOT / "domains" / domain
    return {
        "domain": str(folder / "domain.pddl"),
        "problem": str(folder / "problems" / f"{task}.pddl"),
    }


@cache
def phrases_of(domain):
    path = ROOT / "domains" / domain / "domain.json"
    return {"phrases": str(path)} if path.exists() else {}


def task_files(wildcards):
    """Return the PDDL files of a task."""
    return files_of_task(wildcards.domain, wildcards.task)


def told_files(wildcards):
    """Return the PDDL files of a task, and the phrases of its domain where it has any."""
    return task_files(wildcards) | phrases_of(wildcards.domain)


def episode_inputs(wildcards):
    """Return the files of a task, what was found out and written about it, and the weights of an embedded model."""
    domain, task, model = wildcards.domain, wildcards.task, wildcards.model
    weights = {"weights": f"results/weights/{model}.json"} if is_embedded(model) else {}
    return {
        **told_files(wildcards),
        "facts": f"results/tasks/{domain}/{task}.json",
        "brief": f"results/briefs/{domain}/{task}.json",
        **weights,
    }


def phrases_in(files):
    """Return the file of phrases among a job's input, or None."""
    return Path(files.phrases) if hasattr(files, "phrases") else None


def domain_file(wildcards):
    """Return the PDDL file of a domain."""
    play_again_what_is_unscored()
    return ROOT / "domains" / wildcards.domain / "domain.pddl"


def episode_files(wildcards=None):
    """Return the records of every episode of the experiment."""
    return [f"results/episodes/{key.path}.json" for key in EXPERIMENT.episodes()]


def solved_files(wildcards=None):
    """Return the facts (optimal length or unsolvability) of every task that is played."""
    return sorted(
        {f"results/tasks/{key.domain}/{key.task}.json" for key in EXPERIMENT.episodes()}
    )


def self_test_files(wildcards):
    """Return the files of a domain, its known plans if it has any, and the facts of its tasks that are played."""
    folder = ROOT / "domains" / wildcards.domain
    known = folder / "known_plans.json"
    return {
        "domain": str(folder / "domain.pddl"),
        "known": [str(known)] if known.exists() else [],
        "tasks": [
            facts
            for facts in solved_files()
            if Path(facts).parent.name == wildcards.domain
        ],
    }


def self_tests(wildcards=None):
    """Return the self-tests of every domain that is played."""
    return sorted(
        {f"results/self_tests/{key.domain}.json" for key in EXPERIMENT.episodes()}
    )


def control_episodes():
    """Return the places of the episodes that scripts play, without folder and ending."""
    return [key.path for key in EXPERIMENT.episodes() if is_control(key.model)]


@cache
def model_settings_of(model):
    return canonical(EXPERIMENT.model_settings(model))


def early_table():
    """Return the table of the controls, if there are controls and other models that end later."""
    return (
        ["results/controls.txt"] if 0 < len(CONTROLS) < len(EXPERIMENT.models) else []
    )


def model_settings(wildcards):
    """Return what shapes a model's replies as canonical text: neither order, prices nor patience re-run anything."""
    return model_settings_of(wildcards.model)


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


@cache
def method_settings_of(method):
    return canonical(EXPERIMENT.method_settings(method))


def method_settings(wildcards):
    """Return a method's settings as canonical text."""
    return method_settings_of(wildcards.method)


@cache
def code_of_episodes(method, kind):
    files = files_of_episode(SOURCES, method, EXPERIMENT.method_settings(method), kind)
    return SOURCES.digest_of(files)


def episode_code(wildcards):
    """Return a hash of the code and prompts that can change an episode."""
    return code_of_episodes(wildcards.method, config["models"][wildcards.model]["kind"])


def repeat_number(wildcards):
    """Return which repeat an episode is, from 0."""
    return int(wildcards.repeat.removeprefix(REPEAT) or 0)


def brief_code(stage):
    """Return a hash of the code and the prompt with which a model of a provider writes briefs."""
    return SOURCES.digest_of(files_of_brief(SOURCES, stage))


def is_embedded(model):
    """Return whether a model runs inside the workflow."""
    return config["models"][model]["kind"] == "embedded"


def episode_priority(wildcards):
    """Return in which order episodes are played: the controls first, for the first table; what is slow last."""
    kind = config["models"][wildcards.model]["kind"]
    return {"reference": CONTROLS_FIRST, "embedded": 0}.get(kind, 1)


def embedded_slots(wildcards):
    """Return one slot of the embedded model's servers, none for other kinds."""
    return int(is_embedded(wildcards.model))


def provider_slots(wildcards):
    """Return one slot of the connections to providers, none for models inside the run."""
    return int(config["models"][wildcards.model]["kind"] == "litellm")


def prices(names=EXPERIMENT.models):
    """Return the prices in force by model: what is computed from tokens is computed anew when they change."""
    return EXPERIMENT.prices(names)


def study_settings(names=EXPERIMENT.models):
    """Return what the analysis needs besides the episodes, as canonical text."""
    return canonical(EXPERIMENT.analysis_settings(names))


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
    """Return the job of a suite that the wildcards name, played with the code that the rule compares."""
    return chunk_at(SUITES[wildcards.suite], chunk_key(wildcards), code=params.code)


def item_hashes(wildcards):
    """Return the hashes of the items of a job: other items re-run it. Made items are an input, and have none here."""
    study = SUITES[wildcards.suite]
    if study.batches:
        return str(study.entry.get("sample", {}).get(wildcards.model))
    chosen = study.chosen(wildcards.model, wildcards.method, wildcards.group)
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


@cache
def lists_of(name):
    """Return the lists of items of all jobs of a suite; what is missing or damaged beside one is played again."""
    play_again_what_is_unscored()
    lists = [
        f"results/{name}/episodes/{key.path}.json" for key in SUITES[name].chunks()
    ]
    if workflow.is_main_process:
        amiss = {one: damaged(Path(one)) for one in lists}
        snakemake_adapter.play_again(workflow, [one for one in lists if amiss[one]])
        told_again = damage_text(
            name, [path for found in amiss.values() for path in found]
        )
        if told_again:
            logger.warning(told_again)
    return lists


def chunk_files(wildcards):
    """Return the lists of items of all jobs of a suite."""
    return lists_of(wildcards.suite)


def suite_tables_and_figures(wildcards):
    """Return the tables as the report reads them, and the figures as it shows them."""
    suite = SUITES[wildcards.suite].suite
    folder = f"results/{wildcards.suite}"
    return [
        *(f"{folder}/tables/{table}.json" for table in suite.tables),
        *(f"{folder}/figures/{figure}.svg" for figure in figure_names(suite)),
    ]


def conclusion_files(wildcards):
    """Return what the report of a suite concludes from, where the suite's own rules make something of the kind."""
    suite = SUITES[wildcards.suite].suite
    names = suite.conclusion_files if isinstance(suite, Concludes) else ()
    return [f"results/{wildcards.suite}/{name}" for name in names]


def suite_outputs(wildcards, name):
    """Return everything that a suite promises; its items are drawn only if that is asked for."""
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
    return [
        *lists_of(name),
        f"results/{name}/episodes.csv",
        f"results/{name}/episodes.parquet",
        *tables,
        *figures,
        f"results/{name}/report.html",
        *SUITE_EXTRAS.get(name, list)(),
    ]


@cache
def code_of_suite(name, entry):
    folder = SUITES[name].entry.get("folder")
    own = (
        fingerprint((ROOT / folder).resolve(), "**/*")
        if folder
        else code(f"planclaims.suites.{name}")
    )
    return f"{own} {code(entry)}"


def suite_code(entry):
    """Return a function of the wildcards: a hash of a suite's code, and of all that a script or module depends on."""
    return lambda wildcards: code_of_suite(wildcards.suite, entry)


def item_code(wildcards):
    """Return a hash of the code and the domains that can change the items of a suite."""
    suite = SUITES[wildcards.suite].suite
    return fingerprint(ROOT / "domains", "**/*.pddl", "**/domain.json") + fingerprint(
        ROOT / "planclaims", *suite.item_code
    )
