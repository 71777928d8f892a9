"""The items of one kind and domain, in their forms: what is shown, and the truth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planclaims.suites.competence.questions.beliefs import scripts
from planclaims.suites.competence.questions.closed import Closed, booleans, choices
from planclaims.suites.competence.questions.drawing import draw_questions
from planclaims.suites.competence.questions.evidence import evidence
from planclaims.suites.competence.questions.lexicon import lexicon_of
from planclaims.suites.competence.questions.made import Effort, Made
from planclaims.suites.competence.questions.prose import GOALWARD, shown_world
from planclaims.suites.competence.questions.world import worlds_of
from planclaims.suites.contract import Data, Item

GENERATIVE, BOOLEAN, CHOICE = "generative", "boolean", "choice"
FORMS = (GENERATIVE, BOOLEAN, CHOICE)
"""The forms of a question: free, yes or no, one of four."""


def group_of(domain: str, kind: str, form: str) -> str:
    """Return the name of the group of items."""
    return f"{domain.replace('.', '-')}_{kind}_{form}"


@dataclass(frozen=True)
class Order:
    """What is to be made: so many questions of each form, from a seed, with evidence beside them or without."""

    per_form: Mapping[str, int]
    seed: int = 1
    effort: Effort = field(default_factory=Effort)
    ladder: bool = False


def make_items(folder: Path, kind: str, order: Order) -> list[Item]:
    """Return the items of a kind about the domain in the folder, in every form, the same for the same seed.

    Items of one name are about the same state in all forms. They are fewer than ordered where the tasks of the domain
    have not so many states to ask about; the feature `wanted` tells how many were.
    """
    per_form, effort = order.per_form, order.effort
    start = f"{order.seed}/{folder.name}/{kind}"
    pool = draw_questions(kind, worlds_of(folder), max(per_form.values()), start, effort)
    free = pool[: per_form[GENERATIVE]]
    beside = evidence(free, effort, random.Random(f"{start}/evidence")) if order.ladder else [None] * len(free)
    wanted = per_form[GENERATIVE]
    items = [
        _generative(place, made, arms, wanted) for place, (made, arms) in enumerate(zip(free, beside, strict=True))
    ]
    for form, make in ((BOOLEAN, booleans), (CHOICE, choices)):
        for place, closed in make(pool, per_form[form], random.Random(f"{start}/{form}"), effort):
            items.append(_closed(place, pool[place], form, closed, per_form[form]))
    return items


def shortfalls(items: Sequence[Item], per_form: Mapping[str, int]) -> list[str]:
    """Return a line for each form of which there are fewer questions than were ordered."""
    counts = {form: sum(item.shown["form"] == form for item in items) for form in per_form}
    return [
        f"{counts[form]} of {wanted} {form} questions" for form, wanted in per_form.items() if counts[form] < wanted
    ]


def _generative(place: int, made: Made, arms: Mapping[str, Any] | None, wanted: int) -> Item:
    shown = _shown(made, GENERATIVE, made.asked, goal=made.kind in GOALWARD)
    if arms is not None:
        shown = {**shown, "evidence": _plain(arms.get("arms", {})), "evidence_made": _plain(arms.get("how", {}))}
    truth = {**made.truth, "scripts": dict(scripts(made)), "features": {**_features(made), "wanted": wanted}}
    return Item(group_of(made.world.domain, made.kind, GENERATIVE), f"{place:03}", made.kind, shown, _plain(truth))


def _closed(place: int, made: Made, form: str, closed: Closed, wanted: int) -> Item:
    goal = made.kind in GOALWARD or made.kind == "val"
    shown = _shown(made, form, closed.asked, goal=goal)
    features = {**_features(made), "ill_typed": closed.ill_typed, "wanted": wanted}
    truth = {**closed.truth, "features": features}
    return Item(group_of(made.world.domain, made.kind, form), f"{place:03}", made.kind, shown, _plain(truth))


def _shown(made: Made, form: str, asked: Mapping[str, Any], *, goal: bool) -> Data:
    world = made.world
    return {
        "form": form,
        "kind": made.kind,
        "domain": world.domain,
        "task": world.number,
        "state": world.key(made.state),
        **shown_world(world, made, goal=goal),
        "asked": _plain(asked),
        "lexicon": lexicon_of(world),
    }


def _features(made: Made) -> Mapping[str, Any]:
    world = made.world
    return {
        "objects": len(world.task.objects),
        "atoms": sum(world.is_fluent(atom) for atom in made.state.facts),
        "applicable": len(world.applicable(made.state)),
        "none": made.none,
        "certificates": ",".join(_certificates(made.truth)),
        "ill_typed": False,
        **made.features,
    }


def _certificates(truth: Mapping[str, Any]) -> Sequence[str]:
    never = [name for name, members in truth.get("never", {}).items() if members]
    return sorted({*never, *truth.get("landmarks", {}).values()})


def _plain(value: object) -> Any:  # noqa: ANN401
    """Return the value as JSON would give it back, so that an item is the same from a file."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
