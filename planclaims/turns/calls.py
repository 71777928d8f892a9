"""Tool calls brought into one shape: arguments by name, as the tool declares them.

Spellings that can mean but one thing are accepted: a bare value for a tool with one argument, a list in the order of
the arguments, keyword arguments as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from planclaims.language.reading.lenient import Unreadable, read_whole
from planclaims.seam import Tool, ToolCall

_CALL = re.compile(r"(?P<tool>[\w.-]+)\s*\((?P<inside>.*)\)\s*;?", re.DOTALL)
_PACKAGE = re.compile(r"(?:functions?|tools?|default_api|api)\.(?=\w)")
_KEYWORD = re.compile(r"(?:(?<=,)|^)\s*(\w+)\s*[=:]")


def call_of(tool: object, arguments: object, tools: Sequence[Tool] = ()) -> ToolCall | str:
    """Return the call, or in prose why it is none; a tool written as `look(block_1)` brings its arguments."""
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
    known = next((one for one in tools if one.name == name), None)
    return ToolCall(name, _arguments(known, arguments))


def _arguments(tool: Tool | None, given: object) -> Mapping[str, object]:
    """Return the arguments by name, in the one shape that the environment knows."""
    value = _from_text(given) if isinstance(given, str) else given
    if value is None or value in ("", [], {}):
        return {}
    if tool is not None and tool.shape is not None:
        return tool.shape(value)
    names = list(tool.arguments) if tool else []
    only = names[0] if len(names) == 1 else None
    if isinstance(value, list):
        if len(value) == 1:
            value = value[0]
        elif only is None and len(value) == len(names) and not any(isinstance(item, list | Mapping) for item in value):
            value = dict(zip(names, value, strict=True))
    if not isinstance(value, Mapping):
        value = {only or "arguments": value}
    elif len(value) == 1 and only:
        value = {only: next(iter(value.values()))}
    return {str(key): item.strip() if only and isinstance(item, str) else item for key, item in value.items()}


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
