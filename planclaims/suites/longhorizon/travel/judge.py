"""What a travel record is worth: its turns taken afresh, its plan scored, its facts counted."""

from __future__ import annotations

from planclaims.episodes.record import EpisodeRecord
from planclaims.models.provider.failures import CONTEXT_OVERFLOW
from planclaims.seam import LimitEnding
from planclaims.suites.contract import Column, Item, Judgement, Value
from planclaims.suites.longhorizon.measures import Committed, Look, Outcome, measured
from planclaims.suites.longhorizon.replay import replay
from planclaims.suites.longhorizon.travel.environment import TravelEnvironment
from planclaims.suites.longhorizon.travel.evidence import faults, stated
from planclaims.suites.longhorizon.travel.items import behind
from planclaims.suites.longhorizon.travel.rules.checks import CHECKS, DIMENSIONS
from planclaims.suites.longhorizon.travel.rules.published import published
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score

NOTHING = "nothing was submitted"
MALFORMED = "the plan could not be read"
UNKNOWN = "something in the plan is unknown"
COLUMNS = (
    Column("commonsense", "number", "dimensions of which every check passes, as a share of eight", averaged=True),
    Column("personalised", "number", "1 if every constraint of the travellers holds, else 0", averaged=True),
    Column("composite", "number", "mean of the two", averaged=True),
    Column("checks_passed", "whole", "checks that pass, of 21", averaged=True),
    Column("points", "whole", "sum of the ratings, in tenths, of distinct attractions and restaurants"),
    Column("cost", "whole", "total from the tables, in cents"),
    Column("published_commonsense", "number", "the same share by the published rules, for comparison", averaged=True),
    Column("published_case", "truth", "whether the published rules call the case solved", averaged=True),
    *(Column(f"check_{name}", "text", f"{name}: pass, fail or void") for name in CHECKS),
)


def judge(record: EpisodeRecord, item: Item) -> Judgement:
    """Return the common measures and those of travel."""
    known = behind(item)
    looks, text = submitted(record, item)
    if text is None:
        committed = Committed(_why_nothing(record))
        values, missing = measured(committed, known.relevant, looks)
        nothing: dict[str, Value] = dict.fromkeys(("commonsense", "personalised", "composite"), 0.0)
        values |= {**nothing, "checks_passed": 0, "published_commonsense": 0.0, "published_case": False}
        unknown = [column.name for column in COLUMNS if column.name not in values]
        return Judgement(values, {**missing, **dict.fromkeys(unknown, NOTHING)})
    scored = score(text, known.world, known.task)
    found = tuple(faults(scored, known.world))
    said = tuple(stated(scored.trip)) if scored.trip else ()
    committed = Committed(outcome_of(scored), found, said, scored.share, scored.valid)
    values, missing = measured(committed, known.relevant, looks)
    own, own_missing = _own(scored)
    return Judgement({**values, **own}, {**missing, **own_missing})


def submitted(record: EpisodeRecord, item: Item) -> tuple[list[Look] | None, str | None]:
    """Return what an agent looked at and the text that was handed in; None for no turns, and for no text."""
    if record.turns is None:
        return None, record.output or ""
    known = behind(item)
    world = TravelEnvironment(known.world, known.task, {})
    looks = list(replay(record, world).looks)
    return looks, world.submitted


def _why_nothing(record: EpisodeRecord) -> Outcome:
    if record.calls and record.calls[-1].finish_reason == CONTEXT_OVERFLOW:
        return Outcome.CONTEXT
    return Outcome.BUDGET_SPENT if record.ending == LimitEnding.TIMEOUT else Outcome.NOTHING


def outcome_of(scored: Scored) -> Outcome:
    """Return what a plan that was handed in comes to."""
    if scored.trip is None:
        return Outcome.MALFORMED
    if not scored.valid:
        return Outcome.INVALID
    return Outcome.OPTIMAL if scored.optimal else Outcome.SUBOPTIMAL


def _own(scored: Scored) -> tuple[dict[str, Value], dict[str, str]]:
    theirs = published(scored.trip) if scored.trip else None
    values: dict[str, Value] = {
        "commonsense": scored.commonsense / len(DIMENSIONS),
        "personalised": float(scored.personalised),
        "composite": scored.composite / (2 * len(DIMENSIONS)),
        "checks_passed": sum(verdict == "pass" for verdict in scored.checks.values()),
        "points": scored.points,
        "cost": scored.cost,
        "published_commonsense": theirs.commonsense / len(DIMENSIONS) if theirs else 0.0,
        "published_case": theirs is not None and theirs.case,
        **{f"check_{name}": str(verdict) for name, verdict in scored.checks.items()},
    }
    absent = MALFORMED if scored.trip is None else UNKNOWN
    return values, {name: absent for name in ("points", "cost") if values[name] is None}
