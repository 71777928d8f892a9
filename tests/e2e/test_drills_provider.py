"""A provider that fails, a killed run, a second run: nothing lost, nothing paid twice, a clear word about it."""

from __future__ import annotations

import json
import os
import signal
from itertools import cycle

import pytest
from drills import Drill
from openai_server import FAULTS, injected, no_faults


@pytest.fixture(scope="module")
def undisturbed(drill: Drill) -> str:
    """Table 4 of a run without failures, in which every distinct request was paid once."""
    drill.reset()
    drill.run()
    drill.check_books()
    assert [row["success"] for row in drill.rows()] == ["True"] * drill.episodes
    return drill.table()


def test_a_fifth_of_all_requests_fails_and_a_second_run_is_started(drill: Drill, undisturbed: str) -> None:
    drill.reset()
    drill.provider.new_books(injected(drill.provider.answers, 0.2, seed=4), hold_at=5)
    first = drill.start_and_hold()
    refused = drill.run(fails=True)
    assert f"another run (process {first.pid}) is working in results/" in refused
    drill.provider.release.set()
    drill.finish(first)
    drill.check_books()
    assert drill.table() == undisturbed
    assert [row["scored"] for row in drill.rows()] == ["True"] * drill.episodes
    assert drill.provider.failed.keys() == FAULTS.keys()
    drill.check_secrecy()


def test_a_provider_that_is_down_then_fails_in_every_way_then_answers(drill: Drill, undisturbed: str) -> None:
    drill.reset()
    drill.attempts(2)
    drill.provider.stop()
    assert "connection" in drill.run()
    check_that_all_is_unscored(drill)

    drill.provider.start()
    first = drill.first_requests()
    failing = dict(zip(sorted(set(first.values())), cycle(FAULTS), strict=False))
    drill.provider.new_books(lambda request, attempt: failing.get(request))
    drill.run()
    check_that_all_is_unscored(drill)
    messages = {row["method"] + "/" + row["domain"]: row["failure"] for row in drill.rows()}
    for path, request in first.items():
        method, domain = path.split("/")[3:5]
        assert FAULTS[failing[request]].told in messages[f"{method}/{domain}"]
    assert drill.provider.failed.keys() == FAULTS.keys()

    drill.provider.faults = no_faults
    drill.run()
    drill.check_books()
    assert drill.table() == undisturbed
    drill.check_secrecy()


def check_that_all_is_unscored(drill: Drill) -> None:
    """Check that no failed episode is scored or averaged in, and that all are listed and said to be left."""
    printed = drill.printed[-1]
    assert f"{drill.episodes} outputs stand for infrastructure failures, unscored; the next run tries again" in printed
    assert {(row["scored"], row["success"], row["score"]) for row in drill.rows()} == {("False", "", "")}
    table = [line.split(",") for line in drill.table().splitlines()]
    counted = [dict(zip(table[0], row, strict=True)) for row in table[1:]]
    told = {(row["model"], row["unscored"], row["success_pct"]) for row in counted}
    assert told == {("llm", "2", ""), ("reference-optimal", "0", "100")}
    for path in drill.records("llm"):
        record = json.loads((drill.folder / path).read_text(encoding="utf-8"))
        assert record["outcome"] == "infrastructure_failure"


def test_a_run_killed_in_the_middle_of_an_episode_asks_nothing_again(drill: Drill, undisturbed: str) -> None:
    drill.reset()
    drill.provider.new_books(hold_at=40)
    process = drill.start_and_hold()
    drill.wait_until_all_is_kept()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    paid = drill.provider.paid.total()
    drill.provider.release.set()
    drill.run()
    drill.check_books()
    assert 0 < paid < drill.provider.paid.total()
    assert drill.table() == undisturbed
