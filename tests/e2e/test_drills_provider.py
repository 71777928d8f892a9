"""A provider that fails, a killed run, a second run: nothing lost, nothing paid twice, a clear word about it."""

from __future__ import annotations

import os
import signal

import pytest
from drills import TABLE, Drill
from openai_server import FAULTS, injected


@pytest.fixture(scope="module")
def undisturbed(drill: Drill) -> str:
    """Table 4 of a run without failures, in which every distinct request was paid once."""
    drill.reset()
    drill.run(TABLE)
    drill.check_books()
    assert [row["success"] for row in drill.rows()] == ["True"] * len(drill.records())
    return drill.table()


def test_a_fifth_of_all_requests_fails_and_a_second_run_is_started(drill: Drill, undisturbed: str) -> None:
    drill.reset()
    drill.provider.new_books(injected(0.2, seed=4, most=3), hold_at=5)
    first = drill.start_and_hold(TABLE)
    refused = drill.run(TABLE, fails=True)
    assert f"another run (process {first.pid}) is working in results/" in refused
    drill.provider.release.set()
    drill.finish(first)
    drill.check_books()
    assert drill.table() == undisturbed
    assert [row["scored"] for row in drill.rows()] == ["True"] * len(drill.records())
    assert drill.provider.failed.keys() == FAULTS.keys()
    drill.check_secrecy()


def test_a_provider_that_is_down_and_then_fails_in_every_way_leaves_episodes_unscored(
    drill: Drill, undisturbed: str
) -> None:
    drill.reset()
    drill.provider.stop()
    printed = drill.run(TABLE)
    assert f"{len(drill.records())} outputs stand for infrastructure failures" in printed
    assert {row["scored"] for row in drill.rows()} == {"False"}
    drill.provider.start()


def test_a_run_killed_in_the_middle_of_an_episode_asks_nothing_again(drill: Drill, undisturbed: str) -> None:
    drill.reset()
    drill.provider.new_books(hold_at=40)
    process = drill.start_and_hold(TABLE)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    drill.provider.release.set()
    drill.check_books()
    drill.run(TABLE)
    drill.check_books()
    assert drill.table() == undisturbed
