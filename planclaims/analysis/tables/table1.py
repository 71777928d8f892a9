"""Table 1: which competence is claimed, which methods are credited with it, and what measures it here."""

from __future__ import annotations

from planclaims.analysis.formats.sheet import Sheet

HEADER = ("competence", "credited to", "property", "measure")
ROWS = (
    (
        "tracking constraints",
        "zero-shot-cot, plan-and-solve, step-back",
        "every action is applicable in the state in which it is executed",
        "executable",
    ),
    (
        "means-ends reasoning",
        "zero-shot-cot, plan-and-solve",
        "the plan is valid: executable, and its last state is a goal state",
        "success",
    ),
    ("deliberation, search", "tree-of-thoughts", "the plan is valid and not longer than need be", "success, score"),
    (
        "monitoring and mending one's own course",
        "self-refine, reflexion, critic",
        "fewer inapplicable actions than the baseline",
        "executable, outcome",
    ),
    (
        "keeping track of the world while acting",
        "react, reflexion, critic",
        "the state is queried between one action and the next",
        "inspection rate",
    ),
    (
        "recognising that a goal is out of reach",
        "no method in particular",
        "unsolvability is claimed where it is true, and only there",
        "detection, false abstention",
    ),
)


def table1() -> Sheet:
    """Return the competences and what stands for them."""
    notes = ("All measures come from validated plans and tool calls, none from what a model says about itself.",)
    return Sheet("Competences and their measures", HEADER, ROWS, notes)
