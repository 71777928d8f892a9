"""What the workflow costs beyond Snakemake: 1,800 episodes of scripted models against the same jobs left empty.

Three sides play into folders of their own, with the same profile and the same number of jobs:
- the workflow itself;
- the same rules, inputs and parameters, with an empty file in place of an episode: Snakemake's own share;
- a bare Snakefile that has the same jobs and nothing else, so no parameters to compare: the least Snakemake can take.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
MODELS = ("reference-optimal", "reference-wanderer", "reference-heedless", "reference-abstainer")
BARE = """
from pathlib import Path

TASKS = sorted(path for path in Path("{root}/domains").glob("*/problems/*.pddl"))
NAMES = [f"{{path.parent.parent.name}}/{{path.stem}}" for path in TASKS]


onstart:
    workflow.scheduler.job_rate_limiter = None
    workflow.scheduler.resources["_job_count"] = __import__("sys").maxsize


rule all:
    input:
        expand("results/episodes/{{model}}/{{method}}/{{task}}.json", model={models}, method={methods}, task=NAMES),


rule solve_task:
    output:
        "results/tasks/{{domain}}/{{task}}.json",
    run:
        Path(output[0]).write_text("{{}}")


rule write_briefs:
    output:
        "results/briefs/{{domain}}/{{task}}.json",
    run:
        Path(output[0]).write_text("{{}}")


rule play_episode:
    input:
        domain="{root}/domains/{{domain}}/domain.pddl",
        problem="{root}/domains/{{domain}}/problems/{{task}}.pddl",
        phrases="{root}/domains/{{domain}}/domain.json",
        facts="results/tasks/{{domain}}/{{task}}.json",
        brief="results/briefs/{{domain}}/{{task}}.json",
    output:
        "results/episodes/{{model}}/{{method}}/{{domain}}/{{task}}.json",
    log:
        "results/logs/play_episode/{{model}}/{{method}}/{{domain}}/{{task}}.log",
    run:
        Path(output[0]).write_text("{{}}")
"""


@dataclass(frozen=True)
class Cost:
    """The time of a command: on the clock, and of the processor over all its processes."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:7.1f} s wall {self.cpu:7.1f} s CPU"


@dataclass(frozen=True)
class Side:
    """A workflow in a folder of its own."""

    name: str
    folder: Path
    command: tuple[str, ...]

    def run(self, *targets: str) -> Cost:
        """Return what a run costs."""
        used, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([*self.command, *targets], cwd=self.folder, capture_output=True, text=True, check=False)
        wall, now = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"{self.name} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return Cost(wall, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime)

    def forget_episodes(self) -> None:
        """Remove every episode."""
        shutil.rmtree(self.folder / "results" / "episodes", ignore_errors=True)


def sides(folder: Path, cores: int) -> tuple[Side, ...]:
    """Return the workflow, its rules with empty jobs, and the bare Snakefile."""
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    methods = config["experiment"]["methods"]
    played = {"domains": "all", "models": list(MODELS), "methods": methods}
    chosen = ("--config", f"experiment={' '.join(yaml.safe_dump(played, default_flow_style=True).split())}")
    snakemake = (sys.executable, "-m", "snakemake", "--cores", str(cores), "--profile", str(ROOT / "profiles/default"))
    real, same, bare = folder / "real", folder / "same", folder / "bare"
    for made in (real, same, bare):
        made.mkdir(parents=True, exist_ok=True)
    empty_jobs(same)
    (bare / "Snakefile").write_text(BARE.format(root=ROOT, models=list(MODELS), methods=methods), encoding="utf-8")
    return (
        Side("the workflow", real, (*snakemake, "--snakefile", str(ROOT / "Snakefile"), *chosen)),
        Side("empty jobs", same, (*snakemake, "--snakefile", str(same / "Snakefile"), *chosen)),
        Side("bare jobs", bare, (*snakemake, "--snakefile", str(bare / "Snakefile"))),
    )


def empty_jobs(folder: Path) -> None:
    """Put a copy of the workflow into a folder in which an episode is an empty file."""
    for name in ("Snakefile", "config.yaml"):
        shutil.copy(ROOT / name, folder)
    for name in ("planclaims", "domains", "scripts", "envs"):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "rules", folder / "rules", dirs_exist_ok=True)
    rule = folder / "rules" / "episodes.smk"
    head, run, _ = rule.read_text(encoding="utf-8").rpartition("    run:\n")
    rule.write_text(f"{head}{run}        Path(output[0]).write_text('{{}}')\n", encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what the workflow costs beyond Snakemake.")
    parser.add_argument("--cores", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1, help="how often each side plays all episodes; the best counts")
    parser.add_argument("--folder", type=Path, help="where to play; kept, so that tasks are solved only once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="planclaims-") as temporary:
        measure((options.folder or Path(temporary)).resolve(), options.cores, options.rounds)


def measure(folder: Path, cores: int, rounds: int) -> None:
    """Play all episodes on every side and print what they cost."""
    all_sides = sides(folder, cores)
    for side in all_sides:
        tell("tasks and briefs", side, side.run("--until", "solve_task", "write_briefs"))
    costs: dict[str, list[Cost]] = {side.name: [] for side in all_sides}
    for _ in range(rounds):
        for side in all_sides:
            side.forget_episodes()
            costs[side.name].append(side.run("--until", "play_episode"))
            tell("all episodes", side, costs[side.name][-1])
    for side in all_sides:
        tell("nothing to do", side, side.run("--until", "play_episode"))
    count = len(list((all_sides[0].folder / "results" / "episodes").rglob("*.json")))
    best = [Cost(min(c.wall for c in costs[s.name]), min(c.cpu for c in costs[s.name])) for s in all_sides]
    for side, least in zip(all_sides[1:], best[1:], strict=True):
        compare(count, side.name, best[0], least)


def tell(what: str, side: Side, cost: Cost) -> None:
    """Print a cost."""
    print(f"{what:18}{side.name:14}{cost}", flush=True)


def compare(count: int, name: str, ours: Cost, theirs: Cost) -> None:
    """Print what the workflow costs against another side."""
    print(
        f"{count} episodes against {name}: {ours.wall / theirs.wall:.2f} times the wall time, "
        f"{ours.cpu / theirs.cpu:.2f} times the CPU time; "
        f"{1000 * (ours.cpu - theirs.cpu) / count:.1f} ms of CPU more an episode"
    )


if __name__ == "__main__":
    main()
