"""Tool calls brought into one shape, and the arguments of `act` turned into a step.

The shape: `act` has {"action": name, "arguments": list, mapping or text}, `describe_object` and `describe_action`
have {"name": name}, `submit` has {"unsolvable": truth value}. Other spellings that can mean but one thing are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from planclaims.language.reading.lenient import Unreadable, read_whole
from planclaims.language.reading.step_text import clean, named_arguments, spelt_steps
from planclaims.seam import ToolCall
from planclaims.semantics.task import Step, Task

_ONE_ARGUMENT = {"describe_object": "name", "describe_action": "name", "submit": "unsolvable", "finish": "unsolvable"}
_ACTION_KEYS = ("action", "action_name", "name")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params")
_CALL = re.compile(r"(?P<tool>[\w.-]+)\s*\((?P<inside>.*)\)\s*;?", re.DOTALL)
_PACKAGE = re.compile(r"(?:functions?|tools?|default_api|api)\.(?=\w)")
_KEYWORD = re.compile(r"(?:(?<=,)|^)\s*(\w+)\s*[=:]")


def call_of(tool: object, arguments: object) -> ToolCall | str:
    """Return the call, or in prose why it is none; a tool written as `act(pick-up, block_1)` brings its arguments."""
    if not isinstance(tool, str) or not tool.strip():
        return "the name of the tool is missing"
    name = tool.strip().splitlines()[0].strip("`'\"* .,:<>")
    match = _CALL.fullmatch(tool.strip().strip("`'\"* "))
    if match:
        name = match["tool"]
        arguments = arguments or match["inside"].strip()
    name = _PACKAGE.sub("", name)
    if not re.fullmatch(r"[\w.-]+", name):
        return f"{name[:60]!r} is not the name of a tool"
    return ToolCall(name, _arguments(name, arguments))


def act_step(task: Task, action: object, arguments: object) -> tuple[Step | None, str]:
    """Return the step that the arguments of `act` name, or None and what is wrong with them in prose."""
    if not isinstance(action, str) or not action.strip():
        return None, "act needs the name of an action"
    name = clean(action).lower()
    if re.search(r"[\s(,]", name):
        if arguments:
            return None, "the name of an action is one word, and its arguments are given apart from it"
        return _checked(task, _spelt(task, name))
    found = _names(task, name, arguments)
    return (None, found) if isinstance(found, str) else _checked(task, Step(name, found))


def _checked(task: Task, step: Step) -> tuple[Step | None, str]:
    fault = task.fault(step)
    return (step, "") if fault is None else (None, fault.message)


def _spelt(task: Task, text: str) -> Step:
    spelt = spelt_steps(task, text)
    if spelt is not None and len(spelt) == 1:
        return spelt[0]
    head, *rest = text.replace(",", " ").split() or [""]
    return Step(head, tuple(rest))


def _names(task: Task, action: str, arguments: object) -> tuple[str, ...] | str:
    """Return the argument names in order, or what is wrong in prose."""
    if arguments is None:
        return ()
    if isinstance(arguments, str):
        return tuple(re.sub(r"[\[\](),\"'`]", " ", arguments).lower().split())
    if isinstance(arguments, Mapping):
        return _by_parameter(task, action, arguments)
    if not isinstance(arguments, Sequence):
        return "the arguments of an action are given as a list of names"
    if not all(isinstance(item, str) for item in arguments):
        return "each argument of an action is the name of an object"
    return tuple(str(item).strip().lower() for item in arguments)


def _by_parameter(task: Task, action: str, arguments: Mapping[object, object]) -> tuple[str, ...] | str:
    schema = task.domain.actions.get(action)
    if schema is None:
        return ()  # the step is refused for its action
    values = {str(key): str(value).strip().lower() for key, value in arguments.items()}
    ordered = named_arguments(schema, values)
    if ordered is None:
        names = ", ".join(parameter.name.lstrip("?") for parameter in schema.parameters) or "none"
        return f"the arguments of {action} are {names}; given were {', '.join(values) or 'none'}"
    return ordered


def _arguments(tool: str, given: object) -> Mapping[str, object]:
    """Return the arguments by name, in the one shape that the environment knows."""
    value = _from_text(given) if isinstance(given, str) else given
    if value is None or value in ("", [], {}):
        return {}
    if tool == "act":
        return _act_arguments(value)
    only = _ONE_ARGUMENT.get(tool)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, Mapping):
        value = {only or "arguments": value}
    elif len(value) == 1 and only == "name":
        value = {only: next(iter(value.values()))}
    if only == "name":
        value = {key: item.strip() if isinstance(item, str) else item for key, item in value.items()}
    return {str(key): _truth(item) if only == "unsolvable" else item for key, item in value.items()}


def _truth(value: object) -> object:
    """Return the truth value that a text spells; anything else as it is."""
    spelt = {"true": True, "yes": True, "unsolvable": True, "false": False, "no": False}
    return spelt.get(value.strip().lower(), value) if isinstance(value, str) else value


def _from_text(text: str) -> object:
    """Return a JSON value written as text, keyword arguments as a mapping, else the text."""
    text = text.strip().strip("`").strip()
    if text.lower() in ("none", "null", "n/a", "()"):
        return None
    spelt = "{" + _KEYWORD.sub(r" \1:", text) + "}" if _KEYWORD.match(text) else text
    try:
        return read_whole(spelt)
    except Unreadable:
        return text


def _act_arguments(given: object) -> Mapping[str, object]:
    if isinstance(given, str):
        head, *rest = re.sub(r"[(),\"']", " ", given).split() or [""]
        return {"action": head, "arguments": " ".join(rest)}
    if isinstance(given, list) and given and all(isinstance(item, Mapping) for item in given):
        keys = [key for item in given for key in item]
        given = {key: item[key] for item in given for key in item} if len(keys) == len(set(keys)) else given
    if isinstance(given, list):
        nested = len(given) == 2 and isinstance(given[1], list | dict)
        return {"action": given[0], "arguments": given[1] if nested else given[1:]}
    if not isinstance(given, Mapping):
        return {"action": given}
    action = next((key for key in _ACTION_KEYS if key in given), None)
    listed = next((key for key in _ARGUMENT_KEYS if key in given), None)
    others = {str(key): value for key, value in given.items() if key != action}
    result: dict[str, object] = {} if action is None else {"action": given[action]}
    result["arguments"] = others if listed is None else given[listed]
    return result
