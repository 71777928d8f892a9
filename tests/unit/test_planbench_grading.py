"""Every kind's scores, on replies written by hand."""

from __future__ import annotations

from typing import Any

import pytest
from planbench_cases import TABLE, TOWER_PLAN, block, item, scores

from planclaims.suites.contract import Item

TOWER = block("(pick-up blue)", "(stack blue green)", "(pick-up red)", "(stack red blue)")
GENERATION = item("plan_generation")
VERIFICATION = item(
    "plan_verification",
    facts={"plan": ["pick-up red", "pick-up blue", "stack blue green"]},
    answer={
        "verdict": "inexecutable",
        "step": 2,
        "action": "pick-up blue",
        "unmet": ["handempty"],
    },
)
MISSING = item(
    "plan_verification",
    facts={"plan": ["pick-up red"]},
    answer={"verdict": "goal_not_reached", "unmet": ["on blue green", "on red blue"]},
)
VALID = item("plan_verification", facts={"plan": TOWER_PLAN}, answer={"verdict": "valid"})
EXECUTION = item(
    "plan_execution",
    facts={"actions": ["pick-up red"]},
    answer={"state": ["clear blue", "clear green", "holding red", "ontable blue", "ontable green"]},
    notes={},
)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (TOWER, {"verdict": "valid", "correct": True, "length": 4, "optimal_share": 1.0}),
        ("1. Pick up the blue block.\n2. Stack the blue block on top of the green block (it is clear).\n"
         "3. Pick up red\n4. **Stack red on blue**: done", {"verdict": "valid", "correct": True}),
        (block("(pick-up blue)", "(put-down blue)", "(pick-up blue)", "(stack blue green)", "(pick-up red)",
               "(stack red blue)"), {"verdict": "valid", "length": 6, "optimal_share": 4 / 6}),
        (block("(pick-up blue)", "(pick-up red)"), {"verdict": "inexecutable", "failed_step": 2, "unmet": "handempty"}),
        (block("(pick-up blue)", "(stack blue green)"), {"verdict": "goal_not_reached", "unmet": "on red blue"}),
        (block("(stack red red)"), {"verdict": "inexecutable", "failed_step": 1, "unmet": "holding red"}),
        (block("(stack red)"), {"verdict": "malformed", "correct": False}),
        (block("(stack red purple)"), {"verdict": "malformed", "correct": False}),
        ("UNSOLVABLE", {"verdict": "no_plan_claimed", "correct": False}),
        ("There is no plan that reaches this goal.", {"verdict": "no_plan_claimed"}),
        ("I cannot say.", {"verdict": "malformed", "why": "there is neither a plan nor UNSOLVABLE"}),
    ],
)  # fmt: skip
def test_a_plan(reply: str, wanted: dict[str, Any]) -> None:
    found = scores(GENERATION, reply)
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (f"{TOWER}\nTotal: 4", {"correct": True, "valid": True, "optimal": True, "total_right": True, "cost": 4}),
        (f"{TOWER}\nThe total time to execute the plan is 5 minutes.", {"correct": True, "total_right": False}),
        (TOWER, {"correct": True, "total_right": False}),
        (block("(pick-up blue)", "(put-down blue)", *TOWER.splitlines()[1:-1]) + "\nTotal: 6",
         {"correct": False, "valid": True, "optimal": False, "total_right": True, "cost": 6}),
        (block("(pick-up blue)") + "\nTotal: 1", {"correct": False, "valid": False, "total_right": True}),
        ("UNSOLVABLE", {"correct": False, "valid": False, "verdict": "no_plan_claimed"}),
    ],
)  # fmt: skip
def test_a_costed_plan(reply: str, wanted: dict[str, Any]) -> None:
    asked = item(
        "cost_optimal", answer={"plan": TOWER_PLAN, "total": 4}, notes={"optimal_length": 4, "optimal_cost": 4}
    )
    found = scores(asked, reply)
    assert {name: found.get(name) for name in wanted} == wanted


EXACT = "INVALID\nstep: 2\naction: (pick-up blue)\nunmet: the hand is empty"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (block(EXACT), {"correct": True, "step_right": True, "unmet_exact": True, "overlap": True}),
        ("The plan is invalid. At step 2:\npick up the blue block\nThe unmet precondition is:\nthe hand is empty",
         {"correct": True}),
        (block("VALID"), {"correct": False, "verdict_right": False, "claimed": "valid"}),
        (block("INVALID"), {"correct": False, "verdict_right": True, "kind_right": False, "claimed": "invalid"}),
        (block(EXACT.replace("2", "3")), {"correct": False, "kind_right": True, "step_right": False}),
        (block(EXACT.replace("blue", "red")), {"correct": False, "step_right": False}),
        (block(f"{EXACT}; the blue block is clear"),
         {"correct": False, "unmet_exact": False, "unmet_precision": 0.5, "unmet_recall": 1.0, "overlap": True}),
        (block("INVALID\nunmet goal: the red block is directly on the blue block"),
         {"correct": False, "kind_right": False, "claimed": "goal_not_reached"}),
        (block(f"{EXACT}\nunmet goal: the red block is directly on the blue block"),
         {"correct": False, "claimed": "ambiguous", "verdict_right": True}),
        (block("INVALID\nstep: 3\naction: (stack blue green)\nunmet: the hand is holding the blue block\n"
               "step: 2\naction: (pick-up blue)\nunmet: the hand is empty"), {"correct": True}),
        ("The plan is valid. No, it is invalid.", {"verdict": "malformed"}),
        ("Maybe.", {"verdict": "malformed", "correct": False}),
    ],
)  # fmt: skip
def test_a_verdict_on_a_plan_that_fails(reply: str, wanted: dict[str, Any]) -> None:
    found = scores(VERIFICATION, reply)
    assert {name: found.get(name) for name in wanted} == wanted


def test_a_verdict_on_a_plan_that_misses_its_goal() -> None:
    both = "the blue block is directly on the green block; the red block is directly on the blue block"
    assert scores(MISSING, block(f"INVALID\nunmet goal: {both}"))["correct"] is True
    half = scores(MISSING, block("INVALID\nunmet goal: the red block is directly on the blue block"))
    assert (half["correct"], half["unmet_recall"], half["unmet_precision"], half["overlap"]) == (False, 0.5, 1.0, True)


def test_a_verdict_on_a_valid_plan() -> None:
    assert scores(VALID, block("VALID"))["correct"] is True
    assert scores(VALID, "The above plan is valid.")["correct"] is True
    assert scores(VALID, block(EXACT))["correct"] is False


STATE = ["the blue block is clear", "the green block is clear", "the hand is holding the red block"]
ON_TABLE = ["the blue block is on the table", "the green block is on the table"]


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (block(*STATE, *ON_TABLE), {"correct": True, "atom_recall": 1.0, "changed_recall": 1.0}),
        (", ".join([*STATE, *ON_TABLE[:1]]) + " and " + ON_TABLE[1] + ".", {"correct": True}),
        (block(*STATE, *ON_TABLE, *STATE), {"correct": True}),
        (block(*STATE, *ON_TABLE, "the red block is no longer on the table"), {"correct": True}),
        (block(*STATE, *ON_TABLE, "the blue block is not clear"), {"verdict": "malformed"}),
        (block(*STATE, *ON_TABLE, "the hand is empty"),
         {"correct": False, "atom_precision": 5 / 6, "changed_precision": 1.0}),
        (block(*STATE, ON_TABLE[0], "the green block is not on the table"), {"correct": False, "atom_recall": 0.8}),
        (block(*STATE[:2], *ON_TABLE), {"correct": False, "atom_precision": 1.0, "changed_recall": 0.0}),
        (block(*STATE, *ON_TABLE, "the red block floats in the air"), {"verdict": "malformed"}),
        ("Nothing to see.", {"verdict": "malformed"}),
    ],
)  # fmt: skip
def test_a_state(reply: str, wanted: dict[str, Any]) -> None:
    found = scores(EXECUTION, reply)
    assert {name: found.get(name) for name in wanted} == wanted


def test_copying_is_told_apart_from_solving() -> None:
    facts = {"example_goal": ["on blue green"], "plan": ["pick-up blue", "stack blue green"]}
    asked = item("goal_partial_to_full", facts=facts, notes={"optimal_length": 4, "control": False})
    copied = scores(asked, block("(pick-up blue)", "(stack blue green)"))
    assert (copied["copied"], copied["correct"], copied["misses_only_additions"]) == (True, False, True)
    solved = scores(asked, TOWER)
    assert (solved["copied"], solved["correct"], solved["misses_only_additions"]) == (False, True, False)


def test_reuse_tells_beginnings_of_the_shown_plan() -> None:
    facts = {"example_goal": ["on red blue", "on blue green"], "plan": TOWER_PLAN}
    asked = item("plan_reuse", goal=["on blue green"], facts=facts, notes={"optimal_length": 2})
    begun = scores(asked, block("(pick-up blue)", "(stack blue green)"))
    assert (begun["correct"], begun["is_prefix"], begun["copied"]) == (True, True, False)
    assert scores(asked, TOWER)["copied"] is True


def replanning(already_there: bool) -> Item:
    start = [*TABLE]
    moved = ["handempty", "on blue green", "ontable green", "ontable red", "clear blue", "clear red"]
    facts = {
        "plan": ["pick-up blue", "stack blue red"],
        "after": 1,
        "start": start,
        "became_true": ["clear blue", "handempty", "on blue green"],
        "became_false": ["clear green", "holding blue"],
    }
    goal = ["on blue green"] if already_there else ["on blue red"]
    notes = {"optimal_length": 2, "event": "slip blue green", "already_there": already_there, "old_suffix_works": False}
    return item("replanning", goal=goal, init=moved, facts=facts, notes=notes)


def test_replanning_starts_after_the_event() -> None:
    asked = replanning(already_there=False)
    assert scores(asked, block("(unstack blue green)", "(stack blue red)"))["correct"] is True
    suffix = scores(asked, block("(stack blue red)"))
    assert (suffix["correct"], suffix["old_suffix"], suffix["from_old_start"]) == (False, True, False)
    old = scores(asked, block("(pick-up blue)", "(stack blue red)"))
    assert (old["correct"], old["from_old_start"], old["verdict"]) == (False, True, "inexecutable")
    assert scores(asked, block("NOTHING"))["verdict"] == "goal_not_reached"


def test_that_nothing_has_to_be_done_must_be_said() -> None:
    asked = replanning(already_there=True)
    assert scores(asked, block("NOTHING"))["correct"] is True
    assert scores(asked, "No further actions are required.")["correct"] is True
    assert scores(asked, "[PLAN END]")["verdict"] == "malformed"
    assert scores(asked, block())["verdict"] == "malformed"


def test_unsolvable_is_a_claim_and_no_phrase_of_a_plan() -> None:
    asked = item("unsolvable", goal=["on red blue", "on green blue"], answer={"unsolvable": True}, notes={})
    assert scores(asked, "UNSOLVABLE")["correct"] is True
    assert scores(asked, "No plan possible.")["correct"] is True
    assert scores(asked, TOWER)["correct"] is False
