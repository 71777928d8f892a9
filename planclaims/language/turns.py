"""From an agent's text to a turn: a thought and one tool call, or the reason why no call can be read.

Three fields make a turn: next_thought, next_tool_name and next_tool_args. docs/replies.md has examples.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from planclaims.interfaces import ToolCall, Turn
from planclaims.language.calls import call_of
from planclaims.language.lenient import Unreadable, read_value
from planclaims.language.reasoning import without_reasoning

THOUGHT, TOOL, ARGUMENTS = "next_thought", "next_tool_name", "next_tool_args"
NO_CALL = f"no tool call could be read; a turn has the fields {THOUGHT}, {TOOL} and {ARGUMENTS}"
UNSTATED = f"the field {ARGUMENTS} is missing, and without it the claim is not clear; write {{}} if there are none"
TWO_CALLS = "there is more than one call in the turn; make one call at a time"
_FIELD = rf"{THOUGHT}|{TOOL}|{ARGUMENTS}"
_OWN_LINE = re.compile(
    rf"^[ \t\[\]#>*_\-`'\"{{,]*(?P<field>{_FIELD})[*_`'\"]*(?:\s*##\s*\]\][*]*:?|\s*[:=][*]*|[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_ANYWHERE = re.compile(rf"(?:(?<=[\s{{])|^)[*_`'\"]*(?P<field>{_FIELD})[*_`'\"]*\s*[:=][*]*", re.IGNORECASE)
_END = re.compile(r"\[\[\s*##\s*completed\s*##\s*\]\].*", re.DOTALL | re.IGNORECASE)
_BEGUN = re.compile(rf"\{{\s*[\"']?(?:{_FIELD})\b")
_FENCES = re.compile(r"^\s*```[\w-]*\s*|\s*```\s*$")


def read_turn(text: str) -> Turn:
    """Return the turn that the text spells, as a JSON object or as three labelled fields; never raises."""
    text = without_reasoning(text)
    if not text.strip():
        return Turn("", None, f"the turn is empty; {NO_CALL}")
    objects, fault = _objects(text)
    turns = [found for found in objects if TOOL in found]
    begun = len(_BEGUN.findall(text))
    if len(turns) > 1 or (turns and begun > 1):
        return Turn(_thought(turns[0].get(THOUGHT, "")), None, TWO_CALLS)
    if turns:
        return _turn(turns[0].get(THOUGHT, ""), turns[0][TOOL], turns[0].get(ARGUMENTS))
    if not begun:
        return _from_fields(text)
    whole = text.rstrip("` \n").endswith("}")  # a quote within the thought may have broken the JSON
    turn = _from_fields(text) if whole and fault else Turn("", None)
    return turn if turn.call else Turn("", None, f"the JSON of the turn cannot be read: {fault or 'it names no tool'}")


def _from_fields(text: str) -> Turn:
    text = _END.sub("", text)
    headers = [*_OWN_LINE.finditer(text)]
    if TOOL not in (header["field"].lower() for header in headers):
        headers = [*_ANYWHERE.finditer(text)]
    ends = [*(header.start() for header in headers[1:]), len(text)]
    fields: dict[str, str] = {}
    for header, end in zip(headers, ends, strict=False):
        name = header["field"].lower()
        if name in fields:
            return Turn(fields.get(THOUGHT, ""), None, TWO_CALLS)
        fields[name] = text[header.end() : end].strip()
    thought = _thought(fields.get(THOUGHT, "").removesuffix(","))
    if TOOL not in fields:
        return Turn(thought, None, NO_CALL)
    arguments = _FENCES.sub("", fields.get(ARGUMENTS, ""))
    if not arguments and _is_claim(fields[TOOL]):
        return Turn(thought, None, UNSTATED)
    if arguments[:1] not in ("{", "["):
        return _turn(thought, fields[TOOL], arguments.split("\n", 1)[0].strip())
    try:
        value, _ = read_value(arguments)
    except Unreadable as error:
        return Turn(thought, None, f"{ARGUMENTS} cannot be read as JSON: {error}")
    return _turn(thought, fields[TOOL], value)


def _is_claim(tool: str) -> bool:
    """Return whether a bare tool name ends the episode; then what may have been cut off after it would matter."""
    return tool.strip("`'\"* .,\n").lower() in ("submit", "finish")


def _turn(thought: object, tool: object, arguments: object) -> Turn:
    call = call_of(tool, arguments)
    if isinstance(call, ToolCall):
        return Turn(_thought(thought), call)
    return Turn(_thought(thought), None, call)


def _objects(text: str) -> tuple[list[Mapping[str, object]], str]:
    """Return the JSON objects in the text from left to right, and why the first unreadable one is none."""
    found: list[Mapping[str, object]] = []
    fault, place = "", text.find("{")
    while place >= 0:
        try:
            value, place = read_value(text, place)
            if isinstance(value, dict):
                found.append(value)
        except Unreadable as error:
            fault, place = fault or str(error), place + 1
        place = text.find("{", place)
    return found, fault


def _thought(value: object) -> str:
    return value.strip().strip('"').strip() if isinstance(value, str) else json.dumps(value)
