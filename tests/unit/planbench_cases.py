"""Small hand-made questions of PlanBench for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from planclaims.suites.contract import Item
from planclaims.suites.planbench.judge import judge_answer
from planclaims.suites.planbench.question import PlanbenchQuestion

PLAIN: Mapping[str, Any] = {"style": "prose", "shots": 0}
TABLE = ["handempty", "ontable red", "ontable blue", "ontable green", "clear red", "clear blue", "clear green"]
TOWER_PLAN = ["pick-up blue", "stack blue green", "pick-up red", "stack red blue"]
NAMES = {
    "deceptive": {
        "actions": {"pick-up": "salute", "put-down": "echo", "stack": "borrow", "unstack": "migrate"},
        "predicates": {
            "on": "trusts",
            "ontable": "loyal",
            "clear": "gilded",
            "holding": "stormy",
            "handempty": "hollow",
        },
        "types": {},
    },
    "random": {
        "actions": {"pick-up": "q7", "put-down": "k2x", "stack": "m0", "unstack": "z9"},
        "predicates": {"on": "a1", "ontable": "b22", "clear": "c3", "holding": "d4", "handempty": "e5"},
        "types": {},
    },
    "objects": {"objects": {"red": "o2", "blue": "o3", "green": "o1"}},
}


def item(
    kind: str,
    *,
    goal: Sequence[str] = ("on red blue", "on blue green"),
    init: Sequence[str] = TABLE,
    facts: Mapping[str, Any] | None = None,
    answer: Mapping[str, Any] | None = None,
    notes: Mapping[str, Any] | None = None,
) -> Item:
    """Return a question about three blocks that stand on the table, unless said otherwise."""
    instance = {
        "objects": {"red": "object", "blue": "object", "green": "object"},
        "init": sorted(init),
        "goal": list(goal),
    }
    shown = {
        "world": "blocksworld",
        "instance": instance,
        "facts": dict(facts or {}),
        "examples": [],
        "names": NAMES,
        "generator": 1,
    }
    truth = {"answer": dict(answer or {"plan": TOWER_PLAN}), "notes": dict(notes or {"optimal_length": 4})}
    return Item(f"blocksworld-{kind}", "001", kind, shown, truth)


def scores(asked: Item, reply: str, condition: Mapping[str, Any] = PLAIN) -> dict[str, Any]:
    """Return what a reply to a question is worth."""
    return dict(judge_answer(asked, PlanbenchQuestion(asked.kind, asked.shown, condition).read(reply)).values)


def block(*lines: str) -> str:
    """Return lines as a fenced block."""
    return "\n".join(["```", *lines, "```"])
