"""Plans written as data inside a block: JSON in the ways models write it, and rows of Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from planclaims.language.reading.blocks import Line
from planclaims.language.reading.lenient import Unreadable, read_value, skip_space
from planclaims.language.reading.step_text import Reading, named_arguments, named_step, plain
from planclaims.semantics.task import Step, Task

LineReading = Callable[[str], Reading]
_ASSIGNED = re.compile(r"\s*+(?:json\b\s*+)?(?:[\w ]{1,40}+\s*+(?:=|:(?=\s*+[\[{]))\s*+)?(?=[\[{])", re.IGNORECASE)
_ACTION_KEYS = ("action", "action_name", "actionname", "name", "operator", "act", "op", "function", "tool")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "objects", "argument", "input", "action_input", "arg")
_PLAN_KEYS = ("plan", "steps", "actions", "solution", "answer", "sequence", "result", "final_plan", "output", "moves")
_SEPARATOR = re.compile(r"\s*+\|?(?:\s*+:?-++:?\s*+(?:\||$))++\s*+")
FLAG = "unsolvable"


class NoPlan(Exception):
    """The data is no plan that can be read; the message says why."""


def json_plan(task: Task, text: str, read: LineReading) -> tuple[Step, ...] | str | None:
    """Return the steps of a text that is JSON and nothing else, the flag, or None; NoPlan if it is no plan.

    `read` reads a step that is written as text within the data.
    """
    start = _ASSIGNED.match(text)
    if start is None:
        return None
    try:
        values = _values(text, start.end())
    except Unreadable:
        return None
    if not values or not all(isinstance(value, list | dict) for value in values):
        return None
    value = values[0] if len(values) == 1 else values
    if _is_flag(value):
        return FLAG
    return tuple(_steps(task, _list_of(value), read))


def _values(text: str, place: int) -> list[object]:
    """Return the values of a text, with nothing but commas between and after them; raises Unreadable."""
    values: list[object] = []
    end = len(text)
    while place < end:
        value, place = read_value(text, place)
        values.append(value)
        while place < end and text[place] in ",;":
            place += 1
        place = skip_space(text, place)
    return values


def _is_flag(value: object) -> bool:
    if isinstance(value, str):
        return value.strip(" .!").lower() == FLAG
    if isinstance(value, Mapping) and len(value) == 1:
        return _is_flag(next(iter(value.values())))
    return isinstance(value, list) and len(value) == 1 and _is_flag(value[0])


def _list_of(value: object) -> Sequence[object]:
    """Return the items of the plan: a list, or the one list that an object holds under a name for plans."""
    if isinstance(value, list):
        return value
    if not isinstance(value, Mapping):
        raise NoPlan("the JSON holds no plan")
    if any(str(key).lower() in _ACTION_KEYS for key in value):
        return [value]
    named = [key for key in value if str(key).lower() in _PLAN_KEYS]
    lists = [key for key, item in value.items() if isinstance(item, list | dict) and item]
    if len(named) == 1 and lists in ([], named):
        inner = value[named[0]]
        return inner if isinstance(inner, list) else _list_of(inner)
    if len(value) == 1:
        return [value]
    raise NoPlan("the JSON holds no plan, or more than one")


def _steps(task: Task, items: Sequence[object], read: LineReading) -> list[Step]:
    if items and isinstance(items[0], str) and items[0].strip().lower() in task.domain.actions:
        flat = _from_list(task, items)
        if flat is not None:
            return [flat]
    return [step for item in items for step in _item(task, item, read)]


def _item(task: Task, item: object, read: LineReading) -> Sequence[Step]:
    if isinstance(item, str):
        reading = read(item)
        if reading.problem or not reading.steps:
            raise NoPlan(reading.problem or f"{item[:40]!r} is no step")
        return reading.steps
    if isinstance(item, list):
        step = _from_list(task, item)
        return [step] if step else _steps(task, item, read)
    if isinstance(item, Mapping):
        return _from_mapping(task, {str(key).strip().lower(): value for key, value in item.items()}, read)
    raise NoPlan(f"{str(item)[:40]!r} is no step")


def _from_list(task: Task, item: Sequence[object]) -> Step | None:
    """Return the step of `["stack", "a", "b"]`, or of `["stack", ["a", "b"]]`."""
    if not item or not isinstance(item[0], str) or item[0].strip().lower() not in task.domain.actions:
        return None
    rest = item[1] if len(item) == 2 and isinstance(item[1], list | dict) else list(item[1:])
    head = item[0].strip().lower()
    if isinstance(rest, list) and rest and all(isinstance(text, str) for text in rest):
        arity = len(task.domain.actions[head].parameters)
        if len(rest) != arity and all(
            text.split()[:1] and text.split()[0].lower() in task.domain.actions for text in rest
        ):
            return None  # a list of steps in words, of which the first has no arguments
    return _checked(task, _arguments(task, head, rest))


def _from_mapping(task: Task, item: Mapping[str, object], read: LineReading) -> Sequence[Step]:
    action = next((key for key in _ACTION_KEYS if isinstance(item.get(key), str)), None)
    if action is None:
        named = [key for key in item if key in task.domain.actions]
        if len(named) == 1:
            return [_checked(task, _arguments(task, named[0], item[named[0]]))]
        inner = next((item[key] for key in (*_ACTION_KEYS, "step") if isinstance(item.get(key), dict | str)), None)
        if inner is None:
            raise NoPlan("an object of the JSON names no action")
        return _item(task, inner, read)
    name = str(item[action]).strip()
    listed = next((key for key in _ARGUMENT_KEYS if key in item), None)
    if name.lower() not in task.domain.actions:
        given = item.get(listed) if listed else None
        if given in (None, [], {}, "") and re.search(r"[\s(]", name):
            return _item(task, name, read)
        raise NoPlan(f"there is no action {name[:40]!r}")
    if listed is not None:
        return [_checked(task, _arguments(task, name.lower(), item[listed]))]
    parameters = {p.name.lstrip("?") for p in task.domain.actions[name.lower()].parameters}
    given = {key: value for key, value in item.items() if key.lstrip("?") in parameters and key != action}
    return [_checked(task, _arguments(task, name.lower(), given))]


def _arguments(task: Task, name: str, given: object) -> Step:
    if isinstance(given, Mapping):
        if not given:
            return Step(name)
        ordered = named_arguments(task.domain.actions[name], {str(k): str(v).strip().lower() for k, v in given.items()})
        if ordered is None:
            raise NoPlan(f"the arguments of {name} are not the ones that are named")
        return Step(name, ordered)
    if isinstance(given, list):
        if not all(isinstance(text, str) for text in given):
            raise NoPlan(f"an argument of {name} is no name")
        return Step(name, tuple(str(text).strip().lower() for text in given))
    if given is None:
        return Step(name)
    return named_step(task, name, re.sub(r"[()\[\]\"'`]", " ", str(given)))


def _checked(task: Task, step: Step) -> Step:
    fault = task.fault(step)
    if fault is not None:
        raise NoPlan(fault.message)
    return step


def table_step(task: Task, line: str) -> Step | None:
    """Return the step of a table's row that has the action in one cell and its arguments in those behind it."""
    if "|" not in line:
        return None
    cells = [cell.strip() for cell in plain(line).split("|")]
    place = next((i for i, cell in enumerate(cells) if cell.lower() in task.domain.actions), None)
    if place is None or any(
        cell and not re.fullmatch(r"[\W\d]*|step\s*\d+", cell, re.IGNORECASE) for cell in cells[:place]
    ):
        return None
    arguments: list[str] = []
    for cell in cells[place + 1 :]:
        tokens = re.sub(r"[(),\[\]]", " ", cell).lower().split()
        if not all(token in task.objects for token in tokens):
            break
        arguments += tokens
    return Step(cells[place].lower(), tuple(arguments))


def without_heads(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the heads of tables, which stand above a row of dashes."""
    kept = []
    for place, line in enumerate(lines):
        below = lines[place + 1].text if place + 1 < len(lines) else ""
        if "|" in line.text and "-" in below and "|" in below and len(below) < 1000 and _SEPARATOR.fullmatch(below):
            continue
        if "|" in line.text and "-" in line.text and len(line.text) < 1000 and _SEPARATOR.fullmatch(line.text):
            continue
        kept.append(line)
    return kept
