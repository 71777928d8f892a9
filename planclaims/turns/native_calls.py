"""Calls in the forms that models were trained on, and the names of a turn's fields as they are misspelt.

Both are brought into the form of a turn before it is read; what stands around them stays at its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Set

from planclaims.language.reading.lenient import Unreadable, read_value, read_whole

THOUGHT, TOOL, ARGUMENTS = "next_thought", "next_tool_name", "next_tool_args"
_FIELD_NAME = re.compile(
    r"(?P<tag></?)?(?<![\w])next(?:\\?_|[ -])?(?:(?P<thought>thought)|tool(?:\\?_|[ -])?"
    r"(?P<arguments>args?|arguments?|inputs?|parameters?|params)|(?P<tool>tool(?:(?:\\?_|[ -])?name)?))"
    r"(?:(?<=\w)(?=\\?[*_`'\"]{0,4}\s{0,4}(?:[:=]|\#\#))|(?P<end>>)|(?P<cell>[ *`]{0,6}\|))",
    re.IGNORECASE,
)
_PARAMETER = re.compile(
    r"<parameter(?:\s+name)?\s?=\s?[\"']?(?P<key>[\w-]{1,40}+)[\"']?\s?>(?P<value>[^<]*+)</parameter>"
    r"|<arg_key>(?P<key2>[^<]{1,40}+)</arg_key>\s*+<arg_value>(?P<value2>[^<]*+)</arg_value>",
    re.IGNORECASE,
)
_ELEMENT = re.compile(
    r"<(?P<tag>invoke|function|tool|call|tool_call)(?:\s+name)?\s?=\s?[\"']?(?P<name>[\w.-]{1,60}+)[\"']?\s?>"
    r"|<(?P<bare>tool_call)>\s*+(?P<first>[\w.-]{1,60}+)\s*+(?=<arg_key>|</tool_call>)",
    re.IGNORECASE,
)
_BEFORE_JSON = re.compile(
    r"^[ \t*]*+Action[ \t*]*+:[ \t*`]*+(?P<react>[\w.-]{1,60}+)[ \t*`]*+\n"
    r"\s*+[*]*+Action[ ]Input[ \t*]*+:[ \t*`]*+(?=\{)"
    r"|(?:function)?<｜tool▁sep｜>(?P<sep>[\w.-]{1,60}+)\s*+(?:```(?:json)?\s*+)?(?=\{)"
    r"|(?P<indexed>(?:functions?\.)[\w-]{1,60}+):\d{1,4}\s*+<\|tool_call_argument_begin\|>\s*+(?=\{)"
    r"|(?:<\|start\|>assistant)?<\|channel\|>commentary[ ]"
    r"to=(?P<channel>functions\.[\w-]{1,60}+)[^{\n]{0,80}<\|message\|>\s*+(?=\{)",
    re.MULTILINE,
)
_TOOL_KEYS = ("name", "tool", "tool_name", "function", "function_name", "recipient_name")
_ARGUMENT_KEYS = (
    "arguments",
    "args",
    "parameters",
    "params",
    "tool_args",
    "tool_input",
    "input",
    "action_input",
    "kwargs",
)
_TOOL_LABEL = re.compile(r"^([ \t*_#>-]*+)tool(?:[_ ]name)?(?=[*_`]{0,4}[ \t]{0,4}[:=])", re.IGNORECASE | re.MULTILINE)
_ARGUMENTS_LABEL = re.compile(
    r"^([ \t*_#>-]*+)(?:tool[_ ])?(?:args|arguments|input|parameters)(?=[*_`]{0,4}[ \t]{0,4}[:=])",
    re.IGNORECASE | re.MULTILINE,
)
_ALIASES = frozenset({"name", "object", "object_name", "action_name"})
"""Names that models give to the one argument of a tool."""
_MOST = 50


def in_fields(text: str) -> str:
    """Return the text with the fields of a turn under their names, and calls in other forms as JSON of a turn."""
    text = _FIELD_NAME.sub(_field, text) if "next" in text.lower() else text
    if TOOL in text:
        return text
    return _from_labels(_from_json_behind(_from_elements(text)))


def _from_labels(text: str) -> str:
    """Return the text with lines such as `tool: act` and `args: {}` under the names of the fields."""
    if TOOL in text or not _TOOL_LABEL.search(text):
        return text
    text = _TOOL_LABEL.sub(rf"\1{TOOL}", text)
    return text if ARGUMENTS in text else _ARGUMENTS_LABEL.sub(rf"\1{ARGUMENTS}", text)


def call_in(value: Mapping[str, object], names: Set[str], *, native: bool) -> tuple[object, object, object] | None:
    """Return thought, tool and arguments of an object that is a call, or None; native ones if those are to be read."""
    thought = value.get(THOUGHT, "")
    if TOOL in value:
        return thought, value[TOOL], _arguments(value, names)
    if not native:
        return None
    inner = value.get("function")
    if isinstance(inner, Mapping):
        return call_in({str(key): item for key, item in inner.items()}, names, native=True)
    tool = next((key for key in _TOOL_KEYS if isinstance(value.get(key), str)), None)
    given = next((key for key in _ARGUMENT_KEYS if key in value and key != tool), None)
    if tool is None and isinstance(value.get("action"), str) and "action_input" in value:
        tool, given = "action", "action_input"
    if tool is None or given is None or not re.fullmatch(r"[\w.-]{1,80}", str(value[tool])):
        return None
    thought = thought or next((value[key] for key in ("thought", "reasoning") if isinstance(value.get(key), str)), "")
    return thought, value[tool], value[given]


def calls_within(
    value: Mapping[str, object], names: Set[str], *, native: bool, depth: int = 0
) -> list[tuple[object, object, object]]:
    """Return the calls that an object is or holds: itself, or those one or two levels below it."""
    call = call_in(value, names, native=native)
    if call is not None or depth > 2:
        return [call] if call else []
    found = []
    for item in value.values():
        for part in item if isinstance(item, list) else [item]:
            if isinstance(part, Mapping):
                inner = {str(key): below for key, below in part.items()}
                found += calls_within(inner, names, native=native, depth=depth + 1)
    return found


def _arguments(value: Mapping[str, object], names: Set[str]) -> object:
    """Return the arguments of a turn: under their name, else under another one, else beside the other fields."""
    if value.get(ARGUMENTS) not in (None, {}, [], ""):
        return value[ARGUMENTS]
    inline = {key: item for key, item in value.items() if key in names or key in _ALIASES}
    if inline.keys() - _ALIASES - {*_ARGUMENT_KEYS}:
        return {**inline, **{key: value[key] for key in _ARGUMENT_KEYS if key in value}}
    other = next((key for key in _ARGUMENT_KEYS if key in value), None)
    return value[other] if other else inline or value.get(ARGUMENTS)


def _field(match: re.Match[str]) -> str:
    name = THOUGHT if match["thought"] else TOOL if match["tool"] else ARGUMENTS
    if match["end"]:
        return {"<": f"\n{name}: ", "</": " "}.get(match["tag"] or "", match.group())
    if match["cell"]:
        return f"{match['tag'] or ''}{name}: "
    return (match["tag"] or "") + name


def _from_elements(text: str) -> str:
    kept: list[str] = []
    place = 0
    for match in _ELEMENT.finditer(text):
        if match.start() < place or len(kept) > 2 * _MOST:
            continue
        tag, name = match["tag"] or match["bare"], match["name"] or match["first"]
        end = text.find(f"</{tag}>", match.end())
        if end < 0:
            break
        inside = text[match.end() : end]
        given: object = {
            (one["key"] or one["key2"]).strip(): _value(one["value"] or one["value2"] or "")
            for one in _PARAMETER.finditer(inside)
        }
        given = given or (_value(inside) if inside.strip() else {})
        kept += [text[place : match.start()], json.dumps({TOOL: name, ARGUMENTS: given}, ensure_ascii=False)]
        place = end + len(tag) + 3
    return "".join([*kept, text[place:]])


def _from_json_behind(text: str) -> str:
    kept: list[str] = []
    place = 0
    for match in _BEFORE_JSON.finditer(text):
        if match.start() < place or len(kept) > 2 * _MOST:
            continue
        try:
            given, end = read_value(text, match.end())
        except Unreadable:
            break
        name = next(item for item in match.groups() if item)
        final = "<|channel|>final<|message|>" if match["channel"] else ""
        kept += [text[place : match.start()], final, json.dumps({TOOL: name, ARGUMENTS: given}, ensure_ascii=False)]
        place = end
    return "".join([*kept, text[place:]])


def _value(text: str) -> object:
    text = text.strip()
    try:
        return read_whole(text) if text[:1] in ("{", "[") or text in ("true", "false", "null") else text
    except Unreadable:
        return text
