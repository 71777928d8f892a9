"""The readable trace of a recorded episode."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scoring_worlds import CLAIM, DOMAINS, OPTIMAL, act, block, offline_record, online_record, solvable_task

from planclaims.cli.main import main
from planclaims.episodes.record import (
    EpisodeRecord,
    RecordedCall,
    RecordedMessage,
    RecordedTurn,
    Regime,
    RunOutcome,
    write_record,
)
from planclaims.seam import Answer, CallKind

SYSTEM, ASK, MORE = (
    RecordedMessage("system", "Be brief."),
    RecordedMessage("user", "Plan."),
    RecordedMessage("user", "On."),
)


def call(purpose: str, messages: tuple[int, ...], reply: str) -> RecordedCall:
    return RecordedCall(purpose, messages, 0.0, 64, reply, "stop", 12, 3, 0.0, 0.1, False)


def record(**changes: object) -> EpisodeRecord:
    values: dict[str, object] = {
        "format": 1,
        "model": "some-model",
        "method": "direct",
        "regime": Regime.OFFLINE,
        "domain": "ferry",
        "task": "01",
        "repeat": 0,
        "model_settings": {},
        "model_identity": {},
        "method_settings": {},
        "reference": False,
        "task_facts": {"solvable": True, "optimal_length": 1, "budget": 20},
        "outcome": RunOutcome.FINISHED,
        "failure": None,
        "messages": (SYSTEM, ASK, MORE),
        "calls": (call("reason", (0, 1), "I think."), call("plan", (0, 1, 2), "(sail tub)")),
        "output": "(sail tub)",
        "parsed": Answer("plan", ("(sail tub)",)),
        "turns": None,
        "ending": None,
    }
    return EpisodeRecord(**{**values, **changes})  # type: ignore[arg-type]


def online() -> EpisodeRecord:
    turns = (
        RecordedTurn(0, "look", "get_state", {}, CallKind.EPISTEMIC, None, "tub is\nmoored"),
        RecordedTurn(1, "go", "act", {"action": "sail"}, CallKind.ONTIC, "(sail tub)", "Done."),
        RecordedTurn(None, "", None, {}, CallKind.ILL_FORMED, None, "No call."),
    )
    return record(regime=Regime.ONLINE, method="react", output=None, parsed=None, turns=turns, ending="timeout")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "episode.json"


def shown(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["show", str(path), *options]) == 0
    return capsys.readouterr().out


def test_an_offline_episode_in_words(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(path, record())
    assert shown(path, capsys) == (
        "some-model, direct (offline), ferry 01 (shortest plan 1), repeat 0\n"
        "\n== call 1: reason (12 + 3 tokens, stop)\nI think.\n"
        "\n== call 2: plan (12 + 3 tokens, stop)\n(sail tub)\n"
        "\n== read as plan\n   (sail tub)\n"
    )


def test_messages_are_shown_once_and_on_demand(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(path, record())
    text = shown(path, capsys, "--messages")
    assert (text.count("Be brief."), text.count("Plan."), text.count("On.")) == (1, 1, 1)
    assert "-- user\nOn.\n-- reply\n(sail tub)" in text


def test_an_online_episode_in_words(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(path, online())
    text = shown(path, capsys)
    assert "ferry 01 (shortest plan 1, budget 20)" in text
    assert "I think.\n\n-- turn 1 (epistemic): get_state()\n   tub is\n   moored\n" in text
    assert "-- turn 2 (ontic): (sail tub)\n   Done.\n" in text
    assert "-- turn 3 (ill_formed): no readable call\n   No call.\n" in text
    assert text.endswith("== ended by timeout\n")


def test_a_trace_as_json_lines(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(path, online())
    events = [json.loads(line) for line in shown(path, capsys, "--json").splitlines()]
    assert [event["event"] for event in events] == ["episode", "call", "turn", "call", "turn", "turn", "end"]
    assert events[4]["step"] == "(sail tub)"
    assert events[-1]["ending"] == "timeout"


@pytest.mark.parametrize(
    ("changes", "last"),
    [
        (
            {"parsed": Answer("malformed", (), "the output is empty"), "output": ""},
            "== read as malformed: the output is empty",
        ),
        ({"parsed": Answer("unsolvable")}, "== read as unsolvable"),
        (
            {"outcome": RunOutcome.INFRASTRUCTURE_FAILURE, "failure": "rate limit", "output": None, "parsed": None},
            "== infrastructure failure: rate limit",
        ),
    ],
)
def test_every_way_to_end_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], last: str
) -> None:
    write_record(path, record(**changes))
    assert shown(path, capsys).splitlines()[-1] == last


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', '{"format": 2}'])
def test_a_broken_record_is_one_line(path: Path, capsys: pytest.CaptureFixture[str], content: str) -> None:
    path.write_text(content, encoding="utf-8")
    assert main(["show", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"planclaims: {path}")
    assert captured.err.count("\n") == 1


def test_a_missing_record_is_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Return a results folder with two episodes of load-balancing 1: one that fails at its first step, one short."""
    wrong = offline_record(block(*OPTIMAL[1:]), model="gpt-x")
    write_record(tmp_path / "results/episodes/gpt-x/direct/load-balancing/01.json", wrong)
    short = online_record(solvable_task(), [act(OPTIMAL[0]), CLAIM], model="gpt-x", repeat=1)
    write_record(tmp_path / "results/episodes/gpt-x/react/load-balancing/01.repeat1.json", short)
    return tmp_path / "results"


def by_name(name: str, results: Path, *options: str) -> int:
    return main(["show", name, "--results", str(results), "--domains", str(DOMAINS), *options])


def test_an_episode_is_shown_by_name_with_its_verdict(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert by_name("gpt-x/direct/load-balancing/01", results) == 0
    out, err = capsys.readouterr()
    assert err == ""
    head, _, verdict = out.partition("\n== verdict\n")
    assert head.startswith("gpt-x, direct (offline), load-balancing 01 (shortest plan 4), repeat 0\n")
    first, *unmet, shortest, score = verdict.splitlines()
    assert first == ("Failed at step 1 of 3: assign-bucket b2 s1_eu eu_west search could not be carried out.")
    assert unmet
    assert all(line.startswith("Not met: ") and "b2" in line for line in unmet)
    assert (shortest, score) == ("Shortest plan: 4 actions.", "Score: 0.00.")


def test_a_repeat_is_the_fifth_part_of_a_name(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert by_name("gpt-x/react/load-balancing/01/1", results, "--json") == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["event"], last["outcome"], last["score"]) == ("verdict", "goal_not_reached", 0.0)
    assert (last["optimal_length"], last["plan_length"], last["failed_step"]) == (4, 1, None)
    assert last["missed"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gpt-y/direct/load-balancing/01", "no model 'gpt-y'; did you mean 'gpt-x'?; allowed: gpt-x"),
        ("gpt-x/direct/load-balancing/02", "no task '02'"),
        ("gpt-x/direct", "no such file, and no name of an episode"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_those_that_are(
    results: Path, capsys: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    assert by_name(name, results) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err


def test_an_unscored_episode_has_no_verdict_on_its_steps(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = results / "episodes/gpt-x/direct/load-balancing/02.json"
    broken: dict[str, object] = {"outcome": RunOutcome.INFRASTRUCTURE_FAILURE, "failure": "rate limit"}
    write_record(path, record(domain="load-balancing", output=None, parsed=None, **broken))
    assert by_name(str(path), results) == 0
    verdict = capsys.readouterr().out.partition("\n== verdict\n")[2]
    assert verdict.splitlines()[0] == "Not scored, because the model could not be asked: rate limit."
    assert "Not met" not in verdict


def test_without_the_task_the_trace_is_shown_and_the_verdict_is_not(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_record(path, record())
    assert main(["show", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("== read as plan\n   (sail tub)\n")
    assert err.startswith("planclaims: no verdict: ")
    assert "--domains" in err
