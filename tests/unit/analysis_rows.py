"""Rows of episodes tables for the tests of the analysis, built from counts."""

import csv
from collections.abc import Iterable
from pathlib import Path

from planclaims.analysis.table.row import EpisodeEnding, EpisodeRow, Outcome

DOMAINS = ("blocksworld", "gripper", "logistics", "load-balancing", "hospital")
SOLVABLE = tuple((domain, f"{number:02}") for domain in DOMAINS for number in range(1, 9))
UNSOLVABLE = tuple((domain, f"{number:02}") for domain in DOMAINS for number in (9, 10))


def row(**columns: object) -> EpisodeRow:
    """Return the row of a failed, executable offline episode on a solvable task, but for the columns given."""
    shape: dict[str, object] = {
        "model": "m",
        "method": "direct",
        "regime": "offline",
        "domain": "gripper",
        "task": "02",
        "repeat": 0,
        "reference": False,
        "constrained": False,
        "scored": True,
        "solvable": True,
        "optimal_length": 4,
        "plan_length": 4,
        "executable": True,
        "success": False,
        "detection": False,
        "false_abstention": False,
        "score": 0.0,
        "outcome": Outcome.GOAL_NOT_REACHED,
        "ending": EpisodeEnding.GOAL_NOT_REACHED,
        "budget": 20,
        "model_calls": 1,
        "input_tokens": 900,
        "output_tokens": 100,
        "cost_usd": 0.01,
        "seconds": 1.0,
    }
    if columns.get("regime") == "online":
        shape |= {"acts": 4, "state_queries": 1, "inspected_acts": 1, "ill_formed_calls": 0}
        shape |= {"revealing_calls": 1, "informed_acts": 1}
        shape |= {"rejected_proposals": 0, "surplus_calls": 0, "calls_used": 7}
    else:
        shape |= {"claims_without_flag": False}
    return EpisodeRow(**{**shape, **columns})  # type: ignore[arg-type]


SUCCESS = {"success": True, "score": 1.0, "outcome": Outcome.SUCCESS, "ending": EpisodeEnding.GOAL_REACHED}
VIOLATION = {
    "executable": False,
    "outcome": Outcome.PRECONDITION_VIOLATION,
    "ending": EpisodeEnding.PRECONDITION_VIOLATION,
}
UNSOLVED = {"solvable": False, "optimal_length": None, "budget": 40}
DETECTION = {
    **UNSOLVED,
    "success": True,
    "detection": True,
    "score": 1.0,
    "plan_length": 0,
    "outcome": Outcome.DETECTION,
    "ending": EpisodeEnding.UNSOLVABLE_CLAIM,
}
MISSED = {**UNSOLVED, "outcome": Outcome.MISSED_INFEASIBILITY}


def unscored(**columns: object) -> EpisodeRow:
    identity = {"model": "m", "method": "direct", "regime": "offline", "domain": "gripper", "task": "02"}
    rest = {"repeat": 0, "reference": False, "constrained": False, "scored": False, "failure": "rate limit"}
    return EpisodeRow(**{**identity, **rest, **columns})  # type: ignore[arg-type]


def configuration(successes: Iterable[int], *, executable: int, detections: int, **columns: object) -> list[EpisodeRow]:
    """Return 50 rows: the solvable tasks at the given places succeed, further ones are merely executable."""
    won = set(successes)
    rows = []
    for place, (domain, task) in enumerate(SOLVABLE):
        runs = place in won or len([p for p in range(place) if p not in won]) < executable - len(won)
        outcome = SUCCESS if place in won else {} if runs else VIOLATION
        rows.append(row(domain=domain, task=task, **{**outcome, **columns}))
    for place, (domain, task) in enumerate(UNSOLVABLE):
        rows.append(row(domain=domain, task=task, **{**(DETECTION if place < detections else MISSED), **columns}))
    return rows


COUNTS = Path(__file__).parents[1] / "golden" / "known_counts.csv"
ACTING = {"acts": 4, "state_queries": 1, "inspected_acts": 1, "ill_formed_calls": 0}
ACTING |= {"rejected_proposals": 0, "surplus_calls": 0, "calls_used": 7, "claims_without_flag": None}
PRICES = {"gpt-4o-mini": 0.2, "gpt-4o": 4.0, "gemini-2.0-flash-lite": 0.1, "gemini-2.0-flash": 0.15}


def known_study() -> list[EpisodeRow]:
    """Return the 1,800 episodes of a study of known counts: 4 models, 9 methods, 50 tasks."""
    rows = []
    baseline: dict[tuple[str, str], int] = {}
    with COUNTS.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            won, lost, tokens = int(line["successes"]), int(line["lost"]), int(line["tokens"])
            first = baseline.setdefault((line["regime"], line["model"]), won)
            kept = range(lost, first)
            gained = range(first, first + won - len(kept))
            rows += configuration(
                [*kept, *gained],
                executable=int(line["executable"]),
                detections=int(line["detections"]),
                **{name: line[name] for name in ("regime", "method", "model")},
                input_tokens=tokens - 100,
                cost_usd=tokens * PRICES[line["model"]] / 1_000_000,
                **(ACTING if line["regime"] == "online" else {}),
            )
    return rows


def known_controls() -> list[EpisodeRow]:
    """Return the episodes of two controls on the same tasks: one always right, one that always gives up."""
    rows = []
    for method, regime in (("direct", "offline"), ("react", "online")):
        columns = {"method": method, "regime": regime, "reference": True, "cost_usd": 0.0, "input_tokens": 400}
        columns |= ACTING if regime == "online" else {}
        rows += configuration(range(40), executable=40, detections=10, model="reference-optimal", **columns)
        rows += configuration((), executable=40, detections=10, model="reference-abstainer", **columns)
    return rows
