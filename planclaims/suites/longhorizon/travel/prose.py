"""The prose of travel tasks: the brief from the task alone, the rules from the parameters, the facts from the world."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.prompts import fill_text, read_wording
from planclaims.suites.longhorizon.amounts import minutes_text, money_text
from planclaims.suites.longhorizon.travel import parameters as limits
from planclaims.suites.longhorizon.travel.task import Constraint, Task

TEXTS = Path(__file__).parent / "texts"
RULES = read_wording(TEXTS / "rules.toml")
MONEY = ("max",)
TIMES = ("from", "to")


@cache
def _words(language: Path) -> Mapping[str, Any]:
    return tomllib.loads(language.read_text(encoding="utf-8"))


def brief(task: Task, order: Sequence[int] | None = None, language: Path = TEXTS / "brief.toml") -> str:
    """Return the task in prose: every parameter once, wishes in the given order, nothing about the optimum."""
    words = _words(language)
    chosen = [task.constraints[place] for place in (order or range(len(task.constraints)))]
    lines = [_opening(task, words), "", words["wishes"]]
    lines += [f"- {phrase(wish, words)}" for wish in chosen]
    return "\n".join([*lines, "", words["objective"]]) + "\n"


def _opening(task: Task, words: Mapping[str, Any]) -> str:
    day = date.fromisoformat(task.date)
    people = words["one_person"] if task.people == 1 else words["persons"].format(count=task.people)
    rooms = words["one_room"] if task.rooms == 1 else words["several_rooms"].format(count=task.rooms)
    text = fill_text(
        words["opening"],
        days=str(task.days),
        people=people,
        rooms=rooms,
        origin=task.origin,
        destinations=" and ".join(task.destinations),
        weekday=task.weekday(1),
        date=day.isoformat(),
    )
    if len(task.destinations) == 1:
        return text
    return f"{text} {words['in_order'] if task.ordered else words['any_order']}"


def unsaid(task: Task, text: str, language: Path = TEXTS / "brief.toml") -> list[str]:
    """Return the sentences of a task that the text does not hold exactly once: the audit of a brief."""
    words = _words(language)
    wanted = [_opening(task, words), words["objective"], *(phrase(wish, words) for wish in task.constraints)]
    return [sentence for sentence in wanted if text.count(sentence) != 1]


def phrase(wish: Constraint, words: Mapping[str, Any]) -> str:
    """Return a constraint as a sentence."""
    values = {name: _spelt(name, value, words["words"]) for name, value in wish.params.items()}
    if "direction" in wish.params:
        values["best"] = words["best"][f"{wish.params['direction']} {wish.params['field']}"]
    template = words[wish.family]
    if wish.family == "hotel_superlative":
        narrowed = next((name for name in ("star", "brand", "service") if name in wish.params), "all")
        values["hotels"] = words[f"hotels_{narrowed}"].format(**values)
    return str(template.format(**values))


def sentence(wish: Constraint, language: Path = TEXTS / "brief.toml") -> str:
    """Return a constraint as the sentence that the brief has for it."""
    return phrase(wish, _words(language))


def _spelt(name: str, value: object, words: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value))
    if isinstance(value, int):
        return money_text(value) if name in MONEY else minutes_text(value) if name in TIMES else str(value)
    return words.get(str(value), str(value)) if name in ("way", "event") else str(value)


@cache
def travel_rules(origin: str) -> str:
    """Return the rules of the journey, with the numbers that the checks use."""
    lunch, dinner = limits.MEAL_STARTS["lunch"], limits.MEAL_STARTS["dinner"]
    (arrive_two, _), (arrive_one, _) = limits.MEALS_BY_ARRIVAL
    (leave_none, _), (leave_one, _) = limits.MEALS_BY_DEPARTURE
    numbers = {
        "before_train": limits.BEFORE["train"],
        "before_flight": limits.BEFORE["flight"],
        "after_train": limits.AFTER["train"],
        "after_flight": limits.AFTER["flight"],
        "between": limits.BETWEEN_LEGS,
        "meal_least": limits.MEAL_MINUTES.least,
        "meal_most": limits.MEAL_MINUTES.most,
        "meal_gap": limits.MEAL_GAP,
        "visits": limits.FULL_VISITS,
        "minutes": limits.FULL_MINUTES,
        "car": limits.CAR_SEATS,
    }
    times = {
        "lunch_from": lunch.least,
        "lunch_to": lunch.most,
        "dinner_from": dinner.least,
        "dinner_to": dinner.most,
        "arrive_two": arrive_two,
        "arrive_one": arrive_one,
        "leave_none": leave_none,
        "leave_one": leave_one,
        "arrive_visit": limits.EARLY_ARRIVAL,
        "leave_visit": limits.LATE_DEPARTURE,
    }
    filled = {name: str(number) for name, number in numbers.items()}
    filled |= {name: minutes_text(time) for name, time in times.items()}
    return fill_text(RULES["travel"], {**filled, "origin": origin})


def facts(task: Task, tables: Mapping[str, Sequence[Mapping[str, object]]]) -> str:
    """Return tables as text: a heading, the columns once, a line a row."""
    return "\n".join(_facts(tables))


def _facts(tables: Mapping[str, Sequence[Mapping[str, object]]]) -> Iterator[str]:
    for table, rows in tables.items():
        if rows:
            yield f"{table} ({' | '.join(rows[0])})"
            yield from (" | ".join(_cell(value) for value in row.values()) for row in rows)
            yield ""


def _cell(value: object) -> str:
    return (", ".join(map(str, value)) or "-") if isinstance(value, list) else str(value)
