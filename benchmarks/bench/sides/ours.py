"""Print our processor milliseconds for an online turn and an offline call; the model answers at once."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from planclaims.episodes.play import EpisodeSetup, Player, play_to_file
from planclaims.language.hidden_task import read_hidden_task
from planclaims.seam import Reply, Request
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile
from planclaims.suites.hiddenpddl.episode import open_task
from planclaims.suites.hiddenpddl.task_facts import TaskFacts

DOMAIN = Path(__file__).parents[3] / "domains/hospital"
EPISODES, TURNS = 50, 20
LOOK = "next_thought: I look.\nnext_tool_name: get_state\nnext_tool_args: {}"
PLAN = "```\n(admit p1 b1 w_med)\n(admit p2 b2 w_med)\n```"


class AtOnce:
    """A model that says the same at once."""

    def __init__(self, text: str) -> None:
        self.text = text

    def reply(self, request: Request) -> Reply:
        """Return what it always says."""
        return Reply(self.text, "stop", 100, 20, None, 0.0)


def milliseconds(method: str, regime: str, text: str, calls: int) -> float:
    """Return the processor milliseconds per call of the episodes."""
    hidden = read_hidden_task(DOMAIN / "domain.pddl", DOMAIN / "problems/01.pddl", DOMAIN / "domain.json")
    plan = ("(admit p1 b1 w_med)", "(admit p2 b2 w_med)")
    facts = TaskFacts("hospital", "01", True, 2, plan, 9, False, False)
    opened = open_task(hidden, BriefFile("A hospital.", "Two patients.", "template"), facts, TURNS)
    player = Player("at-once", {"kind": "litellm", "model": "none"}, method, {"regime": regime})
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        for number in range(EPISODES):
            record = play_to_file(EpisodeSetup(opened, player), lambda: AtOnce(text), Path(folder, f"{number}.json"))
            assert len(record.calls) == calls, len(record.calls)
        return 1e3 * (time.process_time() - start) / (EPISODES * calls)


if __name__ == "__main__":
    turn, call = milliseconds("react", "online", LOOK, TURNS), milliseconds("direct", "offline", PLAN, 1)
    print(json.dumps({"online turn": turn, "offline call": call}))
