"""The grammar of plans: text to a frozen plan and back. Nothing outside the grammar is read, nothing is repaired."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.suites.longhorizon.amounts import minutes_text, money_text, read_minutes, read_money

CATEGORIES = ("transport", "lodging", "meals", "tickets", "total")
LEGS = ("train", "flight")
NO_STAY = "-"
_HEADING = re.compile(r"DAY ([1-9][0-9]{0,3}) \| (.+) \| stay: (.+)")
_SPAN = re.compile(r"([^ |]+?)-([^ |]+)")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a day. `place` is where it begins, `end` where it ends; both are empty for waiting.

    `number` is that of a train or flight, `meal` is lunch or dinner, `price` is per person or, of a move, per car.
    """

    kind: str
    start: int
    stop: int
    place: str = ""
    end: str = ""
    number: str = ""
    meal: str = ""
    price: int = 0

    @property
    def minutes(self) -> int:
        """Return how long the step takes."""
        return self.stop - self.start

    @property
    def leg(self) -> bool:
        """Return whether the step is a train or a flight."""
        return self.kind in LEGS


@dataclass(frozen=True, slots=True)
class Day:
    """A day as its heading and its steps say; `to` is empty unless the heading names two cities."""

    number: int
    city: str
    to: str
    stay: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, with the amounts that its last line states, in the order of CATEGORIES."""

    days: tuple[Day, ...]
    costs: tuple[int, ...]


class NoPlan(Exception):
    """The text is no plan; the message says where it leaves the grammar."""


def read_answer(text: str) -> Plan:
    """Return the plan in the last fenced block of an answer, or in all of it if it has none; else raise NoPlan."""
    return read_plan(_answer(text))


def meant_as_plan(text: str) -> bool:
    """Return whether what would be read as the plan begins with the heading of a day."""
    return _answer(text).lstrip().startswith("DAY ")


def _answer(text: str) -> str:
    text = without_reasoning(text)
    blocks = [block for block in fenced_blocks(text) if not block.blank]
    return "\n".join(line.text for line in blocks[-1].lines) if blocks else text


def read_plan(text: str) -> Plan:
    """Return the plan that the text spells; raises NoPlan for anything that is not in the grammar."""
    days: list[tuple[tuple[int, str, str, str], list[Step]]] = []
    costs: tuple[int, ...] | None = None
    for number, written in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        line = written.rstrip()
        if not line:
            continue
        try:
            if costs is not None:
                raise NoPlan("a line after COSTS")
            if line.startswith("DAY "):
                days.append((_heading(line), []))
            elif line.startswith("COSTS"):
                costs = _costs(line)
            elif not days:
                raise NoPlan("a step before the first day")
            else:
                days[-1][1].append(_step(line))
        except NoPlan as fault:
            raise NoPlan(f"line {number}: {fault}") from None
    if not days:
        raise NoPlan("no day")
    if costs is None:
        raise NoPlan("no COSTS line")
    return Plan(tuple(Day(*heading, tuple(steps)) for heading, steps in days), costs)


def _heading(line: str) -> tuple[int, str, str, str]:
    match = _HEADING.fullmatch(line)
    if match is None:
        raise NoPlan(f"{line[:60]!r} is no heading of a day")
    cities = match[2].split(" -> ")
    if len(cities) > 2:
        raise NoPlan(f"{match[2][:60]!r} names more than two cities")
    city, to = (*map(_name, cities), "")[:2]
    return int(match[1]), city, to, _name(match[3])


def _costs(line: str) -> tuple[int, ...]:
    fields = line.split(" | ")
    if fields[0] != "COSTS" or len(fields) != len(CATEGORIES) + 1:
        raise NoPlan(f"COSTS has the amounts {', '.join(CATEGORIES)}")
    amounts = []
    for category, field in zip(CATEGORIES, fields[1:], strict=True):
        if not field.startswith(f"{category} "):
            raise NoPlan(f"{field[:60]!r} is not the amount of {category}")
        amounts.append(_money(field.removeprefix(f"{category} ")))
    return tuple(amounts)


def _step(line: str) -> Step:
    span, *fields = line.split(" | ")
    match = _SPAN.fullmatch(span)
    if match is None:
        raise NoPlan(f"{span[:60]!r} is no time span")
    start, stop = _time(match[1]), _time(match[2])
    if stop <= start:
        raise NoPlan(f"{span!r} does not end after it begins")
    match fields:
        case ["train" | "flight" as kind, number, pair, price]:
            return Step(kind, start, stop, *_pair(pair), number=_name(number), price=_money(price))
        case ["move", pair, price]:
            return Step("move", start, stop, *_pair(pair), price=_money(price))
        case ["visit", name, price]:
            return Step("visit", start, stop, _name(name), name, price=_money(price))
        case ["meal", "lunch" | "dinner" as meal, name, price]:
            return Step("meal", start, stop, _name(name), name, meal=meal, price=_money(price))
        case ["hotel", name]:
            return Step("hotel", start, stop, _name(name), name)
        case ["wait"]:
            return Step("wait", start, stop)
    raise NoPlan(f"{' | '.join(fields)[:60]!r} is no step")


def _name(text: str) -> str:
    if not text or text != text.strip() or "|" in text or "->" in text:
        raise NoPlan(f"{text[:60]!r} is no name")
    return text


def _pair(text: str) -> tuple[str, str]:
    names = text.split(" -> ")
    if len(names) != 2:
        raise NoPlan(f"{text[:60]!r} does not name two places")
    return _name(names[0]), _name(names[1])


def _money(text: str) -> int:
    cents = read_money(text)
    if cents is None:
        raise NoPlan(f"{text[:60]!r} is no amount")
    return cents


def _time(text: str) -> int:
    minutes = read_minutes(text)
    if minutes is None:
        raise NoPlan(f"{text[:60]!r} is no time")
    return minutes


def plan_text(plan: Plan) -> str:
    """Return the plan as text in the grammar."""
    return "\n".join(_lines(plan)) + "\n"


def _lines(plan: Plan) -> Iterator[str]:
    for day in plan.days:
        cities = f"{day.city} -> {day.to}" if day.to else day.city
        yield f"DAY {day.number} | {cities} | stay: {day.stay}"
        yield from map(step_text, day.steps)
    amounts = (f"{name} {money_text(cost)}" for name, cost in zip(CATEGORIES, plan.costs, strict=True))
    yield " | ".join(["COSTS", *amounts])


def step_text(step: Step) -> str:
    """Return a step as its line."""
    pair, price = f"{step.place} -> {step.end}", money_text(step.price)
    fields: Mapping[str, tuple[str, ...]] = {
        "train": (step.number, pair, price),
        "flight": (step.number, pair, price),
        "move": (pair, price),
        "visit": (step.place, price),
        "meal": (step.meal, step.place, price),
        "hotel": (step.place,),
        "wait": (),
    }
    return " | ".join([f"{minutes_text(step.start)}-{minutes_text(step.stop)}", step.kind, *fields[step.kind]])
