"""Records for the tests of the judge: load-balancing 1 (L* = 4, protocol 2) and gripper 1 (unsolvable)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stages import TaskStage

from planclaims.episodes.record import (
    FORMAT,
    EpisodeRecord,
    RecordedCall,
    RecordedMessage,
    RecordedTurn,
    Regime,
    RunOutcome,
)
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.seam import CallKind, ToolCall, Turn

DOMAINS = Path(__file__).parents[2] / "domains"
OPTIMAL = (
    "(unassign-bucket b2 s2_eu)",
    "(assign-bucket b2 s1_eu eu_west search)",
    "(assign-bucket b3 s1_eu eu_west search)",
    "(power-off s2_eu)",
)
CALL = RecordedCall("plan", (0,), 0.0, 4096, "reply", "stop", 100, 10, 0.25, 1.5, False)


def hidden_task(domain: str, task: str) -> HiddenTask:
    folder = DOMAINS / domain
    return read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{task}.pddl", folder / "domain.json")


def solvable_task() -> HiddenTask:
    return hidden_task("load-balancing", "01")


def unsolvable_task() -> HiddenTask:
    return hidden_task("gripper", "01")


def block(*steps: str) -> str:
    return "\n".join(["```", *steps, "```"])


def act(step: str) -> ToolCall:
    name, *arguments = step.strip("()").split()
    return ToolCall("act", {"action": name, "arguments": arguments})


LOOK = ToolCall("get_state")
CLAIM = ToolCall("submit")
GIVE_UP = ToolCall("submit", {"unsolvable": True})


def task_facts(optimal_length: int | None, budget: int) -> dict[str, object]:
    return {"solvable": optimal_length is not None, "optimal_length": optimal_length, "budget": budget}


def _record(regime: Regime, optimal_length: int | None, **parts: object) -> EpisodeRecord:
    shape: dict[str, object] = {
        "format": FORMAT,
        "model": "scripted",
        "method": "direct" if regime is Regime.OFFLINE else "react",
        "regime": regime,
        "domain": "load-balancing" if optimal_length else "gripper",
        "task": "01",
        "repeat": 0,
        "model_settings": {"kind": "litellm"},
        "model_identity": {},
        "method_settings": {"regime": str(regime)},
        "reference": False,
        "task_facts": task_facts(optimal_length, 20 if optimal_length else 40),
        "outcome": RunOutcome.FINISHED,
        "failure": None,
        "messages": (RecordedMessage("user", "brief"),),
        "calls": (CALL, CALL),
        "output": None,
        "parsed": None,
        "turns": None,
        "ending": None,
    }
    return EpisodeRecord(**{**shape, **parts})  # type: ignore[arg-type]


def offline_record(output: str, optimal_length: int | None = 4, **parts: object) -> EpisodeRecord:
    return _record(Regime.OFFLINE, optimal_length, output=output, **parts)


def online_record(
    hidden: HiddenTask,
    calls: Sequence[ToolCall | None],
    optimal_length: int | None = 4,
    *,
    rejected: Sequence[int] = (),
    **parts: object,
) -> EpisodeRecord:
    """Return the record of an episode in which the calls are made; those at the rejected places are held back."""
    facts = task_facts(optimal_length, 20 if optimal_length else 40)
    given = parts.get("task_facts", facts)
    assert isinstance(given, dict)
    settings = parts.setdefault("method_settings", {"regime": "online"})
    assert isinstance(settings, Mapping)
    environment = TaskStage(hidden.task, hidden.phrases, given["budget"], finish=True)
    for place, call in enumerate(calls):
        turn = Turn("", call, "unreadable" if call is None else "")
        if place in rejected:
            environment.reject(turn, "wait")
        else:
            environment.call(turn)
    turns = tuple(
        RecordedTurn(0, "", turn.tool, turn.arguments, CallKind(turn.kind), turn.step, turn.observation)
        for turn in environment.trace
    )
    return _record(
        Regime.ONLINE, optimal_length, turns=turns, ending=environment.ending and environment.ending.value, **parts
    )
