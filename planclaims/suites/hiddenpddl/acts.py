"""The call of `act`: its arguments brought into one shape, and turned into a step.

The shape is {"action": name, "arguments": list, mapping or text}; spellings that can mean but one thing are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from planclaims.language.reading.step_text import clean, named_arguments, spelt_steps
from planclaims.semantics.task import Step, Task

_ACTION_KEYS = ("action", "action_name", "name")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params")


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


def act_arguments(given: object) -> Mapping[str, object]:
    """Return the arguments of `act` by name, however they are given."""
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
