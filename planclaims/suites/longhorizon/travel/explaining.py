"""One travel record, explained to a reader: the plan day by day with its faults, the facts seen and missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.suites.contract import Item
from planclaims.suites.explanation import (
    Block,
    Entry,
    Event,
    Mark,
    Part,
    ReceiptBlock,
    Stretch,
    TableBlock,
    TextBlock,
    TimelineBlock,
)
from planclaims.suites.longhorizon.amounts import minutes_text, money_text
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.grammar import CATEGORIES, Day, Plan, Step, read_plan, step_text
from planclaims.suites.longhorizon.travel.items import Behind, behind
from planclaims.suites.longhorizon.travel.judge import submitted
from planclaims.suites.longhorizon.travel.prose import sentence
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score
from planclaims.suites.longhorizon.travel.rules.verdicts import At, Verdict


def explained(record: EpisodeRecord, item: Item) -> Sequence[Block]:
    """Return the optimum, the plan that was handed in as a timeline, its costs, what failed, and the facts."""
    known = behind(item)
    best = read_plan(known.certificate["optimum"]["plan"])
    looks, text = submitted(record, item)
    blocks: list[Block] = [TimelineBlock(Part.EXPECTED, "The best plan", tuple(_days(best, {})))]
    if text is not None:
        scored = score(text, known.world, known.task)
        blocks += _of_plan(scored) if scored.trip else [TextBlock(Part.WHY, "Not in the grammar", scored.problem)]
        blocks += _failures(known, scored) if scored.trip else []
    if looks is not None:
        seen = frozenset[Cell]().union(*(look.cells for look in looks))
        blocks.append(_facts(known, seen))
    return blocks


def _of_plan(scored: Scored) -> list[Block]:
    assert scored.trip is not None
    faults: dict[tuple[int, Step | None], list[str]] = {}
    for check, found in scored.found.items():
        for at in found or ():
            faults.setdefault((at.day, at.step), []).append(check)
    stretches = tuple(_days(scored.trip.plan, faults))
    return [TimelineBlock(Part.WHY, "The plan, step by step", stretches), _receipt(scored)]


Faults = Mapping[tuple[int, Step | None], Sequence[str]]


def _days(plan: Plan, faults: Faults) -> Iterator[Stretch]:
    for number, day in enumerate(plan.days, start=1):
        events = tuple(_event(number, step, faults) for step in day.steps)
        whole = faults.get(At(number), ())
        alone = (Event("", "the day as a whole", Mark.WRONG, ", ".join(whole)),) if whole else ()
        yield Stretch(_title(day), (*events, *alone))


def _title(day: Day) -> str:
    cities = f"{day.city} to {day.to}" if day.to else day.city
    return f"Day {day.number}: {cities}, stay: {day.stay}"


def _event(number: int, step: Step, faults: Faults) -> Event:
    broken = faults.get(At(number, step), ())
    when = f"{minutes_text(step.start)}-{minutes_text(step.stop)}"
    return Event(when, step_text(step).split(" | ", 1)[1], Mark.WRONG if broken else Mark.RIGHT, ", ".join(broken))


def _receipt(scored: Scored) -> ReceiptBlock:
    assert scored.trip is not None
    costs, said = scored.trip.costs, scored.trip.plan.costs
    entries = []
    for name, stated, right in zip(CATEGORIES, said, costs.amounts if costs else [None] * len(said), strict=True):
        mark = Mark.RIGHT if stated == right else Mark.WRONG
        note = "" if stated == right else f"from the tables: {'unknown' if right is None else money_text(right)}"
        entries.append(Entry(name, amount=money_text(stated), mark=mark, note=note))
    points = (("points", str(scored.points)), ("points of the optimum", str(scored.task.points)))
    return ReceiptBlock(Part.WHY, "Costs as stated", tuple(entries), points)


def _failures(known: Behind, scored: Scored) -> list[Block]:
    rows = [(name, str(verdict)) for name, verdict in scored.checks.items() if verdict is not Verdict.PASS]
    wishes = {wish.id: sentence(wish) for wish in known.task.constraints}
    rows += [(wishes[name], "fail") for name, held in scored.constraints.items() if not held]
    if not rows:
        return []
    marks = tuple(Mark.WRONG if verdict == "fail" else Mark.MISSED for _, verdict in rows)
    return [
        TableBlock(Part.WHY, "Checks and wishes that are not passed", ("check or wish", "verdict"), tuple(rows), marks)
    ]


def _facts(known: Behind, seen: frozenset[Cell]) -> Block:
    """Return the rows that the certificate reads, with the columns seen and missed."""
    rows: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for cell in sorted(known.relevant):
        rows.setdefault((cell.table, cell.row), ([], []))[cell not in seen].append(cell.column)
    told = tuple((table, row, ", ".join(got), ", ".join(lost)) for (table, row), (got, lost) in rows.items())
    marks = tuple(Mark.MISSED if lost else Mark.RIGHT for _, _, _, lost in told)
    return TableBlock(Part.WHY, "Relevant facts", ("table", "row", "seen", "missed"), told, marks)
