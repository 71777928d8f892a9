"""A rehearsal: nobody is asked, and everything that is made of it says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from analysis_rows import SUCCESS, row
from scoring_worlds import OPTIMAL, solvable_task

from planclaims.analysis.formats.rehearsed import NOTE, STAMP, is_rehearsed
from planclaims.analysis.outputs import TABLES, Study, of_episodes, write_output
from planclaims.analysis.table.frame import frame_of
from planclaims.errors import ConfigError
from planclaims.pddl_io import read_plan
from planclaims.seam import Message, Purpose, Request
from planclaims.study.config_files import merged
from planclaims.study.dress import rehearsal
from planclaims.study.experiment import read_experiment
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.respondent import respondent

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "rules/config.schema.yaml"


def paid() -> dict[str, Any]:
    config: dict[str, Any] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    config["models"]["paid"] = {"kind": "litellm", "model": "openai/m", "key": "K", "tasks": ["hospital/01"]}
    config["experiment"]["models"] = ["reference-optimal", "paid"]
    config["briefs"] |= {"source": "llm", "model": "paid"}
    return config


def test_every_model_that_is_no_script_is_replaced_and_no_key_is_needed() -> None:
    experiment = read_experiment(paid(), SCHEMA, ROOT / "domains")
    assert experiment.missing_keys({}) == ("K",)
    dressed = read_experiment(merged(paid(), rehearsal(experiment, 0.7)), SCHEMA, ROOT / "domains")
    assert dressed.models == ("reference-optimal", "simulated-paid")
    assert dressed.config["models"]["simulated-paid"] == {"kind": "simulated", "tasks": ["hospital/01"], "success": 0.7}
    assert dressed.missing_keys({}) == ()
    assert dressed.brief_writer is None
    assert len(list(dressed.episodes())) == len(list(experiment.episodes()))


def test_a_simulated_respondent_cannot_go_by_another_name() -> None:
    config = paid()
    config["models"]["paid"] = {"kind": "simulated", "tasks": "all"}
    config["briefs"] |= {"source": "template"}
    with pytest.raises(ConfigError, match="must begin with simulated-"):
        read_experiment(config, SCHEMA, ROOT / "domains")


def test_respondents_succeed_as_often_as_they_are_said_to_and_the_same_in_every_run() -> None:
    task = solvable_task().task
    oracle = Oracle(task, read_plan("\n".join(OPTIMAL), source="plan"), True, 1, 20)
    request = Request((Message("user", "go"),), Purpose.PLAN)

    def answers(rate: float) -> list[str]:
        models = [respondent("simulated-m", {"success": rate}, oracle, "direct", repeat) for repeat in range(60)]
        return [model.reply(request).text for model in models]

    best = "\n".join(["```", *OPTIMAL, "```"])
    assert answers(0.5) == answers(0.5)
    assert 15 <= sum(text == best for text in answers(0.5)) <= 50
    assert answers(1.0) == [best] * 60
    assert best not in answers(0.0)


@pytest.mark.parametrize("name", ["table1", "table2", "claims", "outcomes", "table4", "significance"])
def test_every_table_bears_the_mark(tmp_path: Path, name: str) -> None:
    rows = [row(task=f"{n:02}", model="simulated-m", method=m, **SUCCESS) for n in (2, 3) for m in ("direct", "cot")]
    paths = [tmp_path / f"{name}.{ending}" for ending in ("md", "tex", "txt", "csv")]
    write_output(name, Study(frame_of(rows), 100, 1), paths)
    for path in paths:
        text = " ".join(path.read_text(encoding="utf-8").split())
        assert "simulated" in text, path
        assert path.suffix == ".csv" or "REHEARSAL" in text, path
    plain = [replace(one, model="m") for one in rows]
    write_output(name, Study(frame_of(plain), 100, 1), paths)
    assert not any("REHEARSAL" in path.read_text(encoding="utf-8") for path in paths)


def test_figures_bear_the_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    written: list[str] = []
    text = Figure.text

    def watched(self: Figure, x: float, y: float, s: str, **style: object) -> object:
        written.append(s)
        return text(self, x, y, s, **style)  # type: ignore[arg-type]

    monkeypatch.setattr(Figure, "text", watched)
    for model in ("simulated-m", "m"):
        write_output("figure2a", Study(frame_of([row(model=model)]), 100, 1), [tmp_path / "f.svg"])
    assert written.count(STAMP) == 1


def test_one_simulated_model_makes_it_a_rehearsal() -> None:
    assert is_rehearsed(["m", "simulated-n"])
    assert not is_rehearsed(["m", "reference-optimal"])
    assert "No number here is a result" in NOTE
    assert of_episodes(TABLES, frame_of([row()]))
