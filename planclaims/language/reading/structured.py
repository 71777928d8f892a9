"""Plans written as data: JSON in the ways models write it, and YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from planclaims.language.reading.lenient import Unreadable, read_value, read_whole, skip_space
from planclaims.language.reading.step_text import Reading, named_arguments, named_step
from planclaims.language.reading.yaml_text import yaml_value
from planclaims.semantics.task import Step, Task

LineReading = Callable[[str], Reading]
_ASSIGNED = re.compile(
    r"\s*+(?:json\b\s*+)?(?:(?:return|print)\b\s*+\(?\s*+"
    r"|[\w ]{1,40}+(?::\s*+[\w .\[\],]{1,40}?)?\s*+(?::?=|:(?=\s*+[\[{]))\s*+)?(?=[\[{])",
    re.IGNORECASE,
)
_ACTION_KEYS = ("action", "action_name", "actionname", "name", "operator", "act", "op", "function", "tool")
_ARGUMENT_KEYS = (
    "arguments", "args", "parameters", "params", "objects", "argument", "input", "action_input", "arg", "operands",
    "object", "kwargs", "arguments_list", "args_list",
)  # fmt: skip
_PLAN_WORDS = frozenset(
    ["plan", "steps", "actions", "solution", "answer", "sequence", "result", "output", "moves", "calls", "response"]
)
_OTHER_PLANS = frozenset(
    [
        "alternative", "alternatives", "other", "rejected", "invalid", "partial", "failed", "old", "initial",
        "previous", "backup", "unused", "draft", "wrong", "naive",
        "sub", "thought", "thoughts", "length", "cost", "number", "num",
    ]
)  # fmt: skip
_STEP_KEY = re.compile(r"(?:step|action|move|s|a|t)?[ _-]?(\d{1,4})", re.IGNORECASE)
_NUMBERED = re.compile(r"\w*?(\d{1,2})")
_YAML = re.compile(
    r"(?:---\s*+\n)?(?:\s*+(?:#[^\n]*+)?\n)*+\s*+(?:-\s++)?[\w ]{1,40}+:(?:\s|$)|(?:---\s*+\n)?\s*+-\s++[{\[]"
)
FLAG = "unsolvable"


class NoPlan(Exception):
    """The data is no plan that can be read; the message says why."""


def data_plan(task: Task, text: str, read: LineReading) -> tuple[Step, ...] | str | None:
    """Return the steps of a text that is JSON or YAML and nothing else, the flag, or None; NoPlan if it is no plan.

    `read` reads a step that is written as text within the data.
    """
    start = _ASSIGNED.match(text)
    try:
        values = _values(text, start.end()) if start else _yaml_values(text)
    except Unreadable:
        values = []
    if not values or not all(isinstance(value, list | dict) for value in values):
        return None
    value = values[0] if len(values) == 1 else values
    if _is_flag(value):
        return FLAG
    if start is None and not (_names_actions(value) or text.lstrip().startswith("---")):
        return None
    claimed = _claims_unsolvable(value)
    try:
        steps = tuple(_steps(task, _list_of(value), read))
    except NoPlan:
        if claimed and not _any_step(task, value, read):
            return FLAG
        raise
    if isinstance(value, Mapping):
        plan = _plan_keys(value)
        others = [item for key, item in value.items() if key not in plan and isinstance(item, list | dict)]
        if plan and any(_any_step(task, item, read) for item in others):
            raise NoPlan("the data holds a step that is no step of its plan")
    if claimed and steps:
        raise NoPlan("the data holds both steps and UNSOLVABLE")
    return FLAG if claimed else steps


def _yaml_values(text: str) -> list[object]:
    """Return the value of a text that can be YAML with keys; raises Unreadable."""
    if not _YAML.match(text):
        raise Unreadable("there is no YAML")
    return [yaml_value(text.replace("\t", " "))]


def _names_actions(value: object) -> bool:
    """Return whether lists of mappings, or of lists, are in the data: lines of single texts are read as lines."""
    if isinstance(value, Mapping):
        return any(_names_actions(item) for item in value.values())
    return isinstance(value, list) and any(isinstance(item, list | dict) for item in value)


def _claims_unsolvable(value: object) -> bool:
    """Return whether a mapping says beside its plan that there is none: `"unsolvable": true`."""
    if not isinstance(value, Mapping):
        return False
    return any(
        (re.split(r"\W+", str(key).lower())[-1] == FLAG and (item is True or str(item).lower() in ("true", "yes")))
        or (isinstance(item, str) and item.strip(" .!").lower() == FLAG)
        for key, item in value.items()
    )


def _any_step(task: Task, value: object, read: LineReading) -> bool:
    """Return whether a step is written anywhere in the data."""
    if isinstance(value, str):
        return value.strip().lower() in task.domain.actions or bool(read(value).steps)
    items = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return any(_any_step(task, item, read) for item in items)


def _values(text: str, place: int) -> list[object]:
    """Return the values of a text, with nothing but commas between and after them; raises Unreadable."""
    values: list[object] = []
    end = len(text)
    while place < end:
        value, place = read_value(text, place)
        values.append(value)
        while place < end and text[place] in ",;)":
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
    """Return the items of the plan: a list, or what a mapping holds under one name for plans or under numbers."""
    if isinstance(value, list):
        return value
    if isinstance(value, str) and value.strip():
        return [line for line in re.split(r"\n|\\n", value) if line.strip()]
    if not isinstance(value, Mapping):
        raise NoPlan("the JSON holds no plan")
    numbers = [_STEP_KEY.fullmatch(str(key).strip()) for key in value]
    if numbers and all(numbers):
        order = [int(match[1]) for match in numbers if match]
        if order == sorted(set(order)):
            return list(value.values())
    if any(isinstance(item, str) and str(key).lower() in _ACTION_KEYS for key, item in value.items()):
        return [value]
    named = _plan_keys(value)
    if len(named) == 1:
        return _list_of(value[named[0]])
    if len(value) == 1:
        return [value]
    raise NoPlan("the JSON holds no plan, or more than one")


def _plan_keys(value: Mapping[object, object]) -> list[object]:
    """Return the names for plans in a mapping: those of lists and mappings, else those of texts."""
    named = []
    for key in value:
        words = re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(key)).lower())
        if any(word in _PLAN_WORDS for word in words) and not any(word in _OTHER_PLANS for word in words):
            named.append(key)
    data = [key for key in named if isinstance(value[key], list | dict)]
    return data or [key for key in named if isinstance(value[key], str)]


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
        if len(item) == 1 and _STEP_KEY.fullmatch(next(iter(item))):
            return _item(task, next(iter(item.values())), read)
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
    return [_checked(task, _arguments(task, name.lower(), given or _unnamed(task, action, item)))]


def _unnamed(task: Task, action: str, item: Mapping[str, object]) -> object:
    """Return the arguments that stand under a name of their own: the one key with objects, or numbered keys."""
    keys = [key for key, value in item.items() if key != action and _are_objects(task, value)]
    if len(keys) > 1:
        numbers = [_NUMBERED.fullmatch(key) for key in keys]
        order = [int(match[1]) for match in numbers if match]
        if len(order) < len(keys) or order != sorted(set(order)):
            return None
        return [item[key] for key in keys]
    return item[keys[0]] if keys else None


def _are_objects(task: Task, value: object) -> bool:
    texts = value if isinstance(value, list) else [value]
    return bool(texts) and all(isinstance(text, str) and text.strip().lower() in task.objects for text in texts)


def _arguments(task: Task, name: str, given: object) -> Step:
    if isinstance(given, str) and given.lstrip()[:1] in ("{", "["):  # JSON once more, as text
        try:
            given = read_whole(given.strip())
        except Unreadable:
            raise NoPlan(f"the arguments of {name} cannot be read") from None
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
