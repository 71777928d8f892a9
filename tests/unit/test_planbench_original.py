"""Result files of the original PlanBench in a made-up clone: judged again, differing verdicts told, the rest named."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from planclaims.cli.main import main
from planclaims.suites.planbench.original import Rejudged, Unused, rejudge

BLOCKS = Path(__file__).parents[2] / "planclaims/suites/planbench/worlds/blocksworld/domain.pddl"
PROBLEM = """(define (problem two) (:domain {name}) (:objects a b)
 (:init {empty} (ontable a) (ontable b) (clear a) (clear b)) (:goal (and (on a b))))"""
GOOD = "Here it is:\npick up the red block\nstack the red block on top of the blue block"
CONFIG = "instance_dir: blocks/generated\ndomain_file: blocks/domain.pddl\ninstances_template: instance-{}.pddl\n"


def entry(instance: int, reply: str | None, correct: object, **more: object) -> dict[str, object]:
    extracted = "(pick-up a)\n(stack a b)\n"
    stored = {"instance_id": instance, "llm_raw_response": reply, "llm_correct": correct}
    return {**stored, "extracted_llm_plan": extracted, "ground_truth_plan": extracted, **more}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    root = tmp_path / "clone/plan-bench"
    instances, results = root / "instances/blocks/generated", root / "results/blocks/some-model"
    for folder in (instances, results, root / "configs"):
        folder.mkdir(parents=True)
    text = BLOCKS.read_text(encoding="utf-8")
    (root / "instances/blocks/domain.pddl").write_text(text, encoding="utf-8")
    (root / "configs/blocks.yaml").write_text(CONFIG, encoding="utf-8")
    name = text.split("(domain", 1)[1].split(")", 1)[0].strip()
    problem = PROBLEM.format(name=name, empty="(handempty)" if "(handempty)" in text else "(arm-empty)")
    (instances / "instance-1.pddl").write_text(problem, encoding="utf-8")
    entries = [
        entry(1, GOOD, True),
        entry(1, GOOD, False, extracted_llm_plan=""),
        entry(1, "stack the red block on top of the blue block", True),
        entry(1, "I do not know.", False),
        entry(1, None, True),
        entry(2, GOOD, True),
        entry(1, GOOD, True, ground_truth_plan="(pick-up b)"),
        "no object",
    ]
    (results / "task_1_plan_generation.json").write_text(json.dumps({"instances": entries}), encoding="utf-8")
    (results / "task_3_plan_verification.json").write_text("{}", encoding="utf-8")
    (results / "task_1_plan_generation_pddl.json").write_text("{", encoding="utf-8")
    return tmp_path / "clone"


def test_every_entry_is_judged_again_or_named(clone: Path) -> None:
    found = list(rejudge(clone))
    judged = [(one.theirs, one.ours, one.differs) for one in found if isinstance(one, Rejudged)]
    assert judged == [(True, True, False), (False, True, True), (True, False, True), (False, False, False)]
    reasons = [one.reason for one in found if isinstance(one, Rejudged)]
    assert reasons[1] == "valid; another plan was taken from the same reply"
    assert reasons[2].startswith("inexecutable at step 1: unmet ")
    unused = [one.reason for one in found if isinstance(one, Unused)]
    assert len(unused) == 6
    for told in ("no reply", "instance-2.pddl", "another one was asked", "no object", "is no JSON", "only as prose"):
        assert any(told in reason for reason in unused), (told, unused)


def test_the_command_writes_both_tables_and_prints_what_differs(
    clone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", str(clone), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr()
    assert "4 replies judged again, 2 verdicts differ" in told.out
    assert "stored correct, now wrong: inexecutable at step 1" in told.out
    rows = list(csv.DictReader((tmp_path / "out/rejudged.csv").open(encoding="utf-8")))
    assert [row["differs"] for row in rows] == ["False", "True", "True", "False"]
    assert len(list(csv.DictReader((tmp_path / "out/unusable.csv").open(encoding="utf-8")))) == 6


def test_a_folder_without_result_files_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["judge", str(tmp_path / "empty"), "-o", str(tmp_path / "out")]) == 2
    assert "holds no result files" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
