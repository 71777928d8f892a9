import csv
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from conftest import Workflow

FERRY_DOMAIN = """
(define (domain ferry)
  (:requirements :strips :typing)
  (:types car port - object)
  (:predicates (ferry-at ?p - port) (car-at ?c - car ?p - port) (on-board ?c - car) (deck-empty))
  (:action sail
    :parameters (?from - port ?to - port)
    :precondition (and (ferry-at ?from) (not (= ?from ?to)))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action board
    :parameters (?c - car ?p - port)
    :precondition (and (ferry-at ?p) (car-at ?c ?p) (deck-empty))
    :effect (and (on-board ?c) (not (car-at ?c ?p)) (not (deck-empty))))
  (:action debark
    :parameters (?c - car ?p - port)
    :precondition (and (ferry-at ?p) (on-board ?c))
    :effect (and (car-at ?c ?p) (not (on-board ?c)) (deck-empty))))
"""
FERRY_PROBLEM = """
(define (problem two-cars)
  (:domain ferry)
  (:objects vw audi - car north south - port)
  (:init (ferry-at north) (car-at vw north) (car-at audi south) (deck-empty))
  (:goal (and (car-at vw south) (car-at audi north))))
"""


def rows(workflow: Workflow) -> list[dict[str, str]]:
    with (workflow.folder / "results" / "episodes.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def outputs(workflow: Workflow) -> dict[str, bytes]:
    results = workflow.folder / "results"
    kept = [*results.glob("episodes.*"), *results.glob("tables/*"), *results.glob("figures/*")]
    return {path.name: path.read_bytes() for path in kept}


def test_a_second_run_does_nothing_and_a_change_re_runs_only_what_depends_on_it(workflow: Workflow) -> None:
    workflow.add_domain("load-balancing", "01")
    workflow.add_domain("hospital", "01")
    first = workflow.run()
    assert first.returncode == 0, first.stdout + first.stderr
    assert "results/tables" in first.stdout
    seen = workflow.episodes()
    assert len(seen) == 2 * 2 * 2
    made = outputs(workflow)
    assert {"table4.csv", "table4.md", "table4.tex", "figure2b.pdf", "figure2b.png", "figure2b.svg"} <= made.keys()

    second = workflow.run()
    assert second.returncode == 0
    assert "Nothing to be done" in second.stdout + second.stderr
    assert workflow.episodes() == seen

    workflow.configure(lambda config: config["models"]["reference-abstainer"].update(script="heedless"))
    assert workflow.run().returncode == 0
    changed = workflow.replayed(seen)
    assert len(changed) == 4
    assert all(name.startswith("reference-abstainer/") for name in changed)

    seen = workflow.episodes()
    prompt = next((workflow.folder / "planclaims" / "offline" / "prompts" / "direct").glob("*.txt"))
    prompt.write_text(prompt.read_text(encoding="utf-8") + "\nThink of every requirement.\n", encoding="utf-8")
    assert workflow.run().returncode == 0
    assert {name.split("/")[1] for name in workflow.replayed(seen)} == {"direct"}

    seen = workflow.episodes()
    problem = workflow.folder / "domains" / "hospital" / "problems" / "01.pddl"
    problem.write_text(
        problem.read_text(encoding="utf-8").replace("(define", "; touched\n(define", 1), encoding="utf-8"
    )
    assert workflow.run().returncode == 0
    assert {name.split("/")[2] for name in workflow.replayed(seen)} == {"hospital"}


def test_records_outlive_the_tables_and_give_them_again_to_the_byte(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    assert workflow.run().returncode == 0
    made, seen = outputs(workflow), workflow.episodes()
    for name in made:
        for path in (workflow.folder / "results").rglob(name):
            path.unlink()
    assert workflow.run().returncode == 0
    assert outputs(workflow) == made
    assert workflow.episodes() == seen


def test_a_sixth_domain_of_pddl_alone_runs_through(workflow: Workflow) -> None:
    ferry = workflow.folder / "domains" / "ferry"
    (ferry / "problems").mkdir(parents=True)
    (ferry / "domain.pddl").write_text(FERRY_DOMAIN, encoding="utf-8")
    (ferry / "problems" / "01.pddl").write_text(FERRY_PROBLEM, encoding="utf-8")
    ended = workflow.run()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    optimal = [row for row in rows(workflow) if row["model"] == "reference-optimal"]
    assert [(row["method"], row["success"], row["score"]) for row in optimal] == [
        ("direct", "True", "1.0"),
        ("react", "True", "1.0"),
    ]
    facts = json.loads((workflow.folder / "results/tasks/ferry/01.json").read_text(encoding="utf-8"))
    assert facts["optimal_length"] == 6


def test_a_misspelt_key_stops_before_any_rule_in_one_line(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    ended = workflow.run("--config", "sede=3")
    assert ended.returncode != 0
    assert "sede" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    assert not (workflow.folder / "results" / "tasks").exists()


def test_missing_keys_are_named_with_the_cost_before_any_work(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")

    def paid(config: dict[str, object]) -> None:
        price = {"input": 1.0, "output": 2.0}
        entry = {"kind": "litellm", "model": "openai/m", "key": "SOME_API_KEY", "price": price, "tasks": "all"}
        config["models"] = {"paid": entry}
        config["experiment"] = {"domains": "all", "models": ["paid"], "methods": ["direct"]}

    workflow.configure(paid)
    ended = workflow.run()
    printed = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert "SOME_API_KEY" in printed
    assert "USD" in printed
    assert "Traceback" not in printed
    assert not (workflow.folder / "results" / "tasks").exists()


def test_a_run_killed_in_the_middle_completes_on_the_next_start(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01", "02", "03")
    workflow.add_domain("load-balancing", "01", "02", "03")
    process = subprocess.Popen(
        workflow.command(),
        cwd=workflow.folder,
        env=workflow.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while not workflow.episodes() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert workflow.episodes()
    ended = workflow.run()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(rows(workflow)) == 2 * 2 * 6
    assert not list(Path(workflow.folder / "results").rglob("*.tmp*"))
