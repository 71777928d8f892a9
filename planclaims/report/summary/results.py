"""The tables, claims and figures that the run has made, each with a line on how to read it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.tables import figure_html, table_html

CLAIMS = "claims"
LINES_UNFOLDED = 40
PUBLISHED = "Values said to be of the paper are the published ones, for comparison; all others are of this run."

KNOWN: Mapping[str, tuple[str, str]] = {
    "table1": (
        "Table 1: what is claimed and how it is measured",
        "One line per competence that methods are credited with.",
    ),
    "table2": ("Table 2: lengths of shortest plans", "A dash marks a task that has no plan."),
    "table3": ("Table 3: models and list prices", "USD per million tokens, input and output."),
    "table4": (
        "Table 4: success, executability and detection",
        "Compare along a column: each method with the baseline of the same model. Bold: the best of a regime.",
    ),
    "tablee1": ("Table E.1: tokens and cost", "Means per episode; cost is tokens times list price."),
    "tablef1": ("Table F.1: results by domain", "All models and methods pooled within a domain."),
    "figure2a": (
        "Figure 2a: how episodes on solvable tasks end",
        "Each bar is a method; its parts add up to all episodes.",
    ),
    "figure2b": (
        "Figure 2b: score against cost",
        "Up is better, left is cheaper; nothing beats the configurations on the front in both.",
    ),
    "figuref1": ("Figure F.1: success on each solvable task", "Tasks by length of the shortest plan below their name."),
    "significance": (
        "Paired tests against the baselines",
        "Gained and lost count tasks; p Holm is corrected for all tests of a family.",
    ),
    "table4paper": (
        "Table 4 beside the paper's",
        "Published values stand only beside a model and method of the same names.",
    ),
    "outcomes": ("How episodes end", "Every episode ends in exactly one way."),
    "failures": (
        "Rules of the world that are broken",
        "Which requirement of which action failed first, most frequent first.",
    ),
    "failingsteps": ("Where plans break", "The step at which the first requirement failed."),
    "sensing": (
        "Looking before acting",
        "The inspection rate is the share of acts that come after a look at the state since the act before.",
    ),
    "abstention": ("Claims that no plan exists", "Right on unsolvable tasks, wrong on solvable ones."),
    "tasks": ("Results by task", "All models pooled; the length of a shortest plan says little about difficulty."),
    "gated": (
        "Where an inapplicable act is not the end",
        "The same agents, paired by task: what a gate alone would save, and what it would not.",
    ),
    "figuregated": (
        "Fatal, refused, explained",
        "Each bar is an agent under one rule for inapplicable acts; its parts add up to all its episodes.",
    ),
    "dominance": (
        "What acting loses and gains against planning",
        "An agent that carries out a plan must not lose what the planning had won while its calls suffice.",
    ),
    "rounds": (
        "A validator in the loop",
        "Success at the first attempt, at the last, and where as many independent tries would be.",
    ),
    CLAIMS: ("Headline statements, recomputed from this run", "Each value with the episodes it rests on."),
}
"""Title and reading line by the name of an output without its punctuation."""


def tables(paths: Mapping[str, Path]) -> Html:
    """Return every table but the claims, in the order given."""
    return joined(*(_table(name, path) for name, path in paths.items() if _bare(name) != CLAIMS))


def claims(paths: Mapping[str, Path]) -> Html:
    """Return the table of claims, or nothing if the run made none."""
    return joined(*(_table(name, path) for name, path in paths.items() if _bare(name) == CLAIMS))


def figures(paths: Mapping[str, Path]) -> Html:
    """Return every figure, in the order given."""
    drawn = []
    for name, path in paths.items():
        title, reading = titled(name)
        drawn.append(figure_html(path, f"figure-{_bare(name)}", title, reading))
    return joined(*drawn)


def titled(name: str) -> tuple[str, str]:
    """Return the title and the reading line of an output; an unknown one is titled by its name."""
    spoken = re.sub(r"[-_]+", " ", name)
    return KNOWN.get(_bare(name), (spoken[:1].upper() + spoken[1:], ""))


def _table(name: str, path: Path) -> Html:
    """Return the table under its title; a long one is folded, and columns of published values are called so."""
    title, reading = titled(name)
    table = table_html(path, title)
    lines = table.count("<tr")
    notes = [reading] if reading else []
    if re.search(r"<th[^>]*>[^<]*\b(?:paper|published)", table, re.IGNORECASE):
        notes.append(PUBLISHED)
    folded = lines > LINES_UNFOLDED
    heading = f"{title} ({lines - 1} lines)" if folded else title
    body = (element("summary", heading), element("p", " ".join(notes), class_="hint"), table)
    return element("details", *body, open=not folded, id=f"table-{_bare(name)}")


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
