"""Every internal of Snakemake that is used is there, in the version that is installed, and does what is wanted."""

from __future__ import annotations

import inspect
import sys
from types import SimpleNamespace

import pytest
from snakemake.api import SnakemakeApi  # noqa: F401  # first: the modules below import one another in a circle
from snakemake.exceptions import CliException, SpawnedJobError, get_exception_origin, print_exception
from snakemake.workflow import DAG, JobScheduler, Workflow

from planclaims.errors import ConfigError
from planclaims.study import snakemake_adapter


def test_another_version_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    snakemake_adapter.check_version()
    monkeypatch.setattr(snakemake_adapter, "version", lambda _: "10.0.0")
    with pytest.raises(ConfigError, match=r"install what it pins.*found 10\.0\.0; allowed: 9\.27\.\*"):
        snakemake_adapter.check_version()


@pytest.mark.parametrize(("main", "dry", "touch", "plays"), [(1, 0, 0, 1), (0, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0)])
def test_only_a_main_process_that_runs_jobs_plays(main: int, dry: int, touch: int, plays: int) -> None:
    for name in ("is_main_process", "dryrun", "touch"):
        assert isinstance(inspect.getattr_static(Workflow, name), property)
    workflow = SimpleNamespace(is_main_process=main, dryrun=dry, touch=touch)
    assert snakemake_adapter.plays(workflow) is bool(plays)


def test_a_target_that_is_nothing_is_told_with_its_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    workflow = SimpleNamespace(rules=[SimpleNamespace(name="planbench"), SimpleNamespace(name="all")])

    def asked(*words: str) -> None:
        monkeypatch.setattr(sys, "argv", ["snakemake", *words])
        snakemake_adapter.check_targets(workflow, ["all"], "a file below results/")

    asked("--cores", "2", "--config", "seed=1", "--", "planbench", "results/x.csv")
    asked("--no-such-option")
    with pytest.raises(ConfigError, match="no target 'plnabench'; did you mean 'planbench'"):
        asked("--cores", "2", "plnabench")


def test_outputs_are_forced_without_becoming_targets() -> None:
    assert "self.forcefiles.isdisjoint(job.output)" in inspect.getsource(DAG.update_needrun)
    workflow = SimpleNamespace(dag=SimpleNamespace(forcefiles={"a"}))
    snakemake_adapter.play_again(workflow, ["b"])
    assert workflow.dag.forcefiles == {"a", "b"}


def test_the_scheduler_has_what_is_set_and_read() -> None:
    source = inspect.getsource(JobScheduler)
    for used in ("self.job_rate_limiter", '"_job_count"', "self.keepgoing", "self.finished_jobs"):
        assert used in source, used
    assert inspect.isfunction(DAG.__len__)
    scheduler = SimpleNamespace(job_rate_limiter=1, resources={"_job_count": 1}, keepgoing=True, finished_jobs=3)
    workflow = SimpleNamespace(scheduler=scheduler, dag=range(7))
    snakemake_adapter.lift_rate_limit(workflow)
    assert scheduler.job_rate_limiter is None
    assert scheduler.resources["_job_count"] == sys.maxsize
    snakemake_adapter.stop_starting(workflow)
    assert not scheduler.keepgoing
    assert snakemake_adapter.counted(workflow) == (3, 7)


@pytest.mark.parametrize("kind", [snakemake_adapter.Refusal, snakemake_adapter.ToldAlready])
def test_no_place_in_the_rules_is_told_of_what_is_foreseen(
    kind: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    linemaps = {__file__: dict.fromkeys(range(1000), 1)}
    error: Exception
    try:
        raise kind("no such model") if kind is snakemake_adapter.Refusal else kind()
    except (CliException, SpawnedJobError) as raised:
        error = raised
    assert get_exception_origin(error, linemaps) is None
    print_exception(error, linemaps)
    assert "line" not in capsys.readouterr().err
