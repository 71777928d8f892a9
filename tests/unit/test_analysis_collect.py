import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from golden_files import assert_golden
from scoring_worlds import (
    CLAIM,
    DOMAINS,
    GIVE_UP,
    LOOK,
    OPTIMAL,
    act,
    block,
    offline_record,
    online_record,
    solvable_task,
    unsolvable_task,
)

from planclaims.analysis.table.episodes_table import csv_bytes, read_episodes, write_episodes
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.tables.table4 import write_table4
from planclaims.episodes.record import EpisodeRecord, RunOutcome, failed_path, write_record
from planclaims.errors import InputError
from planclaims.suites.hiddenpddl.scoring.collect import ABSENT, Sources, collect
from planclaims.suites.hiddenpddl.task_facts import TaskFacts, write_facts

PRICE = {"input": 0, "output": 25000}
MODELS = {
    "scripted": {"kind": "litellm", "price": PRICE},
    "control": {"kind": "reference"},
    "tiny": {"grammar": True},
}
METHODS = {"direct": {"regime": "offline"}, "react": {"regime": "online"}}


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    facts = tmp_path / "tasks"
    write_facts(
        facts / "load-balancing" / "01.json", TaskFacts("load-balancing", "01", True, 4, OPTIMAL, 31, False, False)
    )
    write_facts(facts / "gripper" / "01.json", TaskFacts("gripper", "01", False, None, None, 3, True, False))
    return Sources(tmp_path / "episodes", facts, DOMAINS, MODELS, METHODS)


def keep(sources: Sources, record: EpisodeRecord) -> str:
    name = f"{record.model}/{record.method}/{record.domain}/{record.task}"
    write_record(sources.episodes / f"{name}.json", record)
    return name


def test_every_expected_episode_has_a_row_in_the_order_given(sources: Sources) -> None:
    offline = keep(sources, offline_record(block(*OPTIMAL)))
    online = keep(sources, online_record(unsolvable_task(), [LOOK, GIVE_UP], None))
    absent = "control/react/gripper/01"
    rows = collect(sources, [online, absent, offline, online])
    assert [row.outcome for row in rows] == ["detection", None, "success"]
    assert (rows[1].scored, rows[1].failure, rows[1].regime, rows[1].reference) == (False, ABSENT, "online", True)
    assert collect(sources, ["tiny/direct/gripper/01"])[0].constrained


def test_the_cost_of_an_episode_is_its_tokens_at_the_price_in_force(sources: Sources) -> None:
    name = keep(sources, offline_record(block(*OPTIMAL)))
    (old,) = collect(sources, [name])
    dearer = {**MODELS, "scripted": {"kind": "litellm", "price": {"input": 1, "output": 50000}}}
    (new,) = collect(replace(sources, models=dearer), [name])
    assert (old.cost_usd, old.input_tokens, old.output_tokens) == (0.5, new.input_tokens, 20)
    assert new.cost_usd == pytest.approx(1 + (old.input_tokens or 0) / 1e6)
    (free,) = collect(replace(sources, models={**MODELS, "scripted": {"kind": "litellm"}}), [name])
    assert free.cost_usd is None


def test_tokens_that_were_not_counted_leave_the_sums_and_the_cost_empty(sources: Sources) -> None:
    record = offline_record(block(*OPTIMAL))
    record = replace(record, calls=(*record.calls, replace(record.calls[0], output_tokens=None, cost_usd=None)))
    (row,) = collect(sources, [keep(sources, record)])
    assert (row.input_tokens is None, row.output_tokens, row.cost_usd, row.success) == (False, None, None, True)


def test_a_broken_off_episode_is_unscored_wherever_its_record_lies(sources: Sources) -> None:
    broken = replace(offline_record(""), output=None, outcome=RunOutcome.INFRASTRUCTURE_FAILURE, failure="no network")
    name = "scripted/direct/load-balancing/01"
    path = sources.episodes / f"{name}.json"
    write_record(failed_path(path), broken)
    assert [(row.scored, row.failure) for row in collect(sources, [name])] == [(False, "no network")]
    write_record(path, broken)
    failed_path(path).unlink()
    assert [(row.scored, row.failure) for row in collect(sources, [name])] == [(False, "no network")]
    write_record(failed_path(path), broken)
    write_record(path, offline_record(block(*OPTIMAL)))
    assert [row.scored for row in collect(sources, [name])] == [True]


def test_a_record_in_the_wrong_place_is_named(sources: Sources) -> None:
    write_record(sources.episodes / "scripted/direct/gripper/01.json", offline_record(block(*OPTIMAL)))
    with pytest.raises(InputError, match="the record is of another episode; found scripted/direct/load-balancing/01"):
        collect(sources, ["scripted/direct/gripper/01"])


def test_a_broken_record_stops_the_table_and_is_named(sources: Sources) -> None:
    name = keep(sources, offline_record(block(*OPTIMAL)))
    path = sources.episodes / f"{name}.json"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(InputError, match=r"01\.json:\d+: is not JSON"):
        collect(sources, [name])


def test_differences_from_the_record_are_logged(sources: Sources, caplog: pytest.LogCaptureFixture) -> None:
    record = online_record(solvable_task(), [act(OPTIMAL[0]), CLAIM])
    assert record.turns is not None
    forged = replace(record, turns=(replace(record.turns[0], step="(power-off s2_eu)"), record.turns[1]))
    with caplog.at_level(logging.WARNING):
        collect(sources, [keep(sources, forged)])
    assert "scripted/react/load-balancing/01: turn 1 was recorded as ontic (power-off s2_eu)" in caplog.text


def test_records_give_the_golden_table_to_the_byte(sources: Sources, tmp_path: Path) -> None:
    records = [
        offline_record(block(*OPTIMAL)),
        replace(offline_record(block(OPTIMAL[3])), model="other"),
        offline_record("UNSOLVABLE", None),
        online_record(solvable_task(), [LOOK, act(OPTIMAL[0]), act(OPTIMAL[1]), None, CLAIM]),
        online_record(unsolvable_task(), [LOOK] * 40, None),
    ]
    names = [keep(sources, record) for record in records]
    paths = tmp_path / "episodes.csv", tmp_path / "episodes.parquet"
    write_episodes(collect(sources, [*names, "control/direct/load-balancing/01"]), *paths)
    assert_golden("episodes.csv", paths[0].read_bytes())
    frame = read_episodes(paths[1])
    assert csv_bytes(frame) == paths[0].read_bytes()
    write_table4(frame, [tmp_path / "small_table4.csv"], resamples=100, seed=1)
    assert_golden("small_table4.csv", (tmp_path / "small_table4.csv").read_bytes())


def test_judging_again_gives_the_same_rows(sources: Sources) -> None:
    name = keep(sources, online_record(solvable_task(), [LOOK, act(OPTIMAL[0]), CLAIM]))
    first, second = (csv_bytes(frame_of(collect(sources, [name]))) for _ in range(2))
    assert first == second


def test_unknown_facts_are_named(sources: Sources) -> None:
    name = keep(sources, offline_record(block(*OPTIMAL)))
    path = sources.facts / "load-balancing" / "01.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["optimal_length"] = 3
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError, match="the plan has 4 steps, optimal_length is 3"):
        collect(sources, [name])
