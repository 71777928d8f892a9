"""Whatever is asked of Snakemake, reading the workflow deletes nothing, and only a run needs keys and the folder."""

from __future__ import annotations

import re

from conftest import Workflow

from planclaims.episodes.unfinished import failures, mark_failure

LOOKS = (
    ["-n"],
    ["-nS"],
    ["-n", "-q", "all"],
    ["--touch"],
    ["--lint"],
    ["--list"],
    ["--list-rules"],
    ["-l"],
    ["--dag"],
    ["--rulegraph"],
    ["--filegraph"],
    ["--d3dag"],
    ["--summary"],
    ["-D"],
    ["--list-input-changes"],
    ["--list-params-changes"],
    ["--report", "report.html"],
    ["--unlock"],
    ["--print-compilation"],
    ["--conda-create-envs-only", "--sdm", "conda", "-n"],
    ["--conda-list-envs"],
    ["--cleanup-metadata", "results/tasks/hospital/01.json"],
    ["--delete-all-output", "-n"],
    ["--forceall", "-n"],
    ["--touch", "results/tables/table4.csv"],
)
EPISODE = "results/episodes/reference-optimal/direct/hospital/01.json"


def contents(workflow: Workflow) -> dict[str, bytes]:
    results = workflow.folder / "results"
    return {str(path): path.read_bytes() for path in sorted(results.rglob("*")) if path.is_file()}


def test_nothing_is_deleted_unless_a_run_starts_and_then_the_unscored_episode_is_played(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    assert workflow.run().returncode == 0
    results = workflow.folder / "results"
    mark_failure(results, workflow.folder / EPISODE, "the provider did not answer")
    before, played = contents(workflow), workflow.episodes()
    for options in LOOKS:
        ended = workflow.run(*options)
        assert contents(workflow) == before, options
        assert "Traceback" not in ended.stdout + ended.stderr, options

    listed = workflow.run("-n")
    planned = listed.stdout + listed.stderr
    assert re.search(r"forced:\s+play_episode", planned), planned
    assert "reference-abstainer/direct/hospital/01.json" not in planned.split("rule judge_episodes")[0]

    kept = workflow.run("results/tasks/hospital/01.json")
    assert kept.returncode == 0
    assert failures(results), "a target that does not need the episode leaves it alone"
    assert workflow.episodes().keys() == played.keys()

    ended = workflow.run("results/tables/table4.csv")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    seen = workflow.episodes()
    assert {name for name in seen if seen[name] > max(played.values())} == {EPISODE.removeprefix("results/episodes/")}
    assert failures(results) == []
    again = workflow.run("results/tables/table4.csv")
    assert "Nothing to be done" in again.stdout + again.stderr
