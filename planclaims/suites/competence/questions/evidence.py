"""Evidence of search to be shown beside a question, never the verdict: in tiers, and two arms to compare with."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median_low
from typing import Any

from planclaims.prompts import fill_text
from planclaims.suites.competence.questions.made import Effort, Made, way
from planclaims.suites.competence.questions.prose import text, words
from planclaims.suites.competence.questions.reaching import reach_truth

ARMS = ("t1", "t2", "t3", "filler", "distractor")
LADDER = ("reach", "areach", "land", "app", "prog", "val")
"""The kinds that are asked with evidence: three that it concerns, three as controls."""
MOST_TOKENS = 4096
CHARACTERS_PER_TOKEN = 4
TOLERANCE = 0.02
MOST_EDITS = 3


@dataclass(frozen=True)
class Reached:
    """What can be reached from a question's state: each candidate with the length of a witness, and what cannot."""

    made: Made
    truth: Mapping[str, Any]

    @cached_property
    def lengths(self) -> Mapping[str, int]:
        """Return after how many actions each reachable candidate is first met."""
        nodes = self.truth["nodes"]
        return {name: len(way(nodes, node)) for name, node in sorted(self.truth["reached"].items())}


def reached_by(made: Made, effort: Effort) -> Reached:
    """Return what can be reached from the state: actions for questions about actions, else facts."""
    if made.kind in ("reach", "areach"):
        return Reached(made, made.truth)
    return Reached(made, reach_truth(made.world, made.state, effort)[0])


def evidence(pool: Sequence[Made], effort: Effort, chance: random.Random) -> list[Mapping[str, Any]]:
    """Return the arms of each question of one kind; none for a question about which something is undecided.

    The partial arm holds what needs no more actions than the median witness over all the questions.
    """
    if not pool or pool[0].kind not in LADDER:
        return [{} for _ in pool]
    found = [reached_by(made, effort) for made in pool]
    lengths = [length for one in found for length in one.lengths.values()]
    partial = median_low(lengths) if lengths else 0
    return [{} if one.truth["open"] else arms(one, partial, chance) for one in found]


def arms(found: Reached, partial: int, chance: random.Random) -> Mapping[str, Any]:
    """Return the lines of each arm, and how they were made."""
    heading = text("arm_reached_actions" if found.made.kind == "areach" else "arm_reached_facts")
    names = list(found.lengths)
    full, summarised = _listed(heading, names, found)
    within = [name for name in names if found.lengths[name] <= partial]
    lengthy = [fill_text(text("arm_length"), term=name, steps=str(found.lengths[name])) for name in names]
    lines: dict[str, list[str]] = {
        "t1": [fill_text(text("arm_partial"), steps=str(partial)), *within],
        "t2": full,
        "t3": [*([heading, *lengthy] if not summarised else full), *_landmark_lines(found)],
        "filler": filler(_size(full), chance),
    }
    changed = _distracting(found, full, chance)
    if changed is not None and not summarised:
        lines["distractor"] = changed[0]
    how = {"summarised": summarised, "partial": partial, "edits": changed[1] if changed else None}
    return {"arms": lines, "how": how}


def tokens(lines: Sequence[str]) -> int:
    """Return about how many tokens the lines are: a quarter of their characters."""
    return _size(lines) // CHARACTERS_PER_TOKEN


def _size(lines: Sequence[str]) -> int:
    return sum(len(line) + 3 for line in lines)


def _listed(heading: str, names: Sequence[str], found: Reached) -> tuple[list[str], bool]:
    """Return the whole list, or, where that is too long, a summary by name with the shorter of list and complement."""
    whole = [heading, *names]
    if tokens(whole) <= MOST_TOKENS:
        return whole, False
    world = found.made.world
    everything = (
        [str(step) for step in world.steps()]
        if found.made.kind == "areach"
        else ["(" + " ".join(atom) + ")" for atom in world.atoms()]
    )
    lines = [heading]
    for head in sorted({name.strip("()").split()[0] for name in everything}):
        own = [name for name in everything if name.strip("()").split()[0] == head]
        there = [name for name in own if name in found.lengths]
        missing = [name for name in own if name not in found.lengths]
        if len(missing) < len(there):
            lines.append(fill_text(text("arm_complement"), term=head, others=", ".join(missing) or "none"))
        else:
            listed = ", ".join(there) or "none"
            lines.append(fill_text(text("arm_counted"), term=head, count=str(len(there)), listed=listed))
    return lines, True


def _landmark_lines(found: Reached) -> list[str]:
    """Return, for landmarks, what a plan makes true with the lengths of witnesses, and what the goal demands."""
    made = found.made
    if made.kind != "land":
        return []
    candidates = sorted({*made.truth["landmarks"], *made.truth["avoiding"]})
    listed = ", ".join(f"{name} after {found.lengths.get(name, 0)}" for name in candidates) or "none"
    goal = ", ".join(made.truth["goal"])
    return [fill_text(text("arm_candidates"), listed=listed), fill_text(text("arm_goal"), listed=goal)]


def filler(size: int, chance: random.Random) -> list[str]:
    """Return sentences off the topic, together as long as the size, within the tolerance where it can be met."""
    sentences: list[str] = words()["fillers"]
    lines: list[str] = []
    while _size(lines) < size:
        lines.append(chance.choice(sentences))
    over = _size(lines) - size
    if over > 0:
        kept = lines[-1][: max(0, len(lines[-1]) - over)].rstrip()
        lines[-1:] = [kept] if kept else []
    return lines


def _distracting(found: Reached, full: Sequence[str], chance: random.Random) -> tuple[list[str], int] | None:
    """Return the full list changed so that it speaks for a wrong answer, with the number of edits; None if it cannot.

    Where everything is reachable, one entry is dropped; where few things are not, they are added; for landmarks, they
    are dropped. What is dropped is made up for by as much text off the topic.
    """
    made = found.made
    if made.kind == "land":
        dropped = [name for name in made.truth["landmarks"] if name in found.lengths]
        if not 1 <= len(dropped) <= MOST_EDITS:
            return None
    elif made.none and made.kind in ("reach", "areach"):
        later = [name for name in found.lengths if found.lengths[name]]
        if not later:
            return None
        dropped = [chance.choice(later)]
    else:
        return _with_added(found, full)
    lines = [line for line in full if line not in dropped]
    lines += filler(_size(full) - _size(lines), chance)
    return (lines, len(dropped)) if _alike(lines, full) else None


def _with_added(found: Reached, full: Sequence[str]) -> tuple[list[str], int] | None:
    made = found.made
    if made.kind not in ("reach", "areach"):
        return None
    if not 1 <= found.truth["candidates"] - len(found.lengths) <= MOST_EDITS:
        return None
    world = made.world
    if made.kind == "areach":
        everything = [str(step) for step in world.steps()]
    else:
        everything = ["(" + " ".join(atom) + ")" for atom in world.atoms()]
    added = [name for name in everything if name not in found.lengths]
    lines = [full[0], *sorted([*full[1:], *added])]
    return (lines, len(added)) if _alike(lines, full) else None


def _alike(lines: Sequence[str], full: Sequence[str]) -> bool:
    return abs(_size(lines) - _size(full)) <= TOLERANCE * _size(full)
