"""From an agent's text to a turn: a thought and one tool call, or the reason why no call can be read.

Three fields make a turn: next_thought, next_tool_name and next_tool_args. If a turn holds several calls, the first is
read and the others are counted. docs/replies.md has examples.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from planclaims.language.reading.lenient import read_objects
from planclaims.language.reading.reasoning import answer_of
from planclaims.seam import Tool, ToolCall, Turn
from planclaims.turns.argument_text import UnreadableArguments, read_arguments
from planclaims.turns.calls import call_of
from planclaims.turns.native_calls import ARGUMENTS, THOUGHT, TOOL, calls_within, in_fields

NO_CALL = f"no tool call could be read; a turn has the fields {THOUGHT}, {TOOL} and {ARGUMENTS}"
UNSTATED = f"the field {ARGUMENTS} is missing, and without it the claim is not clear; write {{}} if there are none"
_FIELD = rf"{THOUGHT}|{TOOL}|{ARGUMENTS}"
_OWN_LINE = re.compile(
    rf"^[ \t\[\]#>*_\-`'\"{{,]*+(?P<field>{_FIELD})[*_`'\"]*+(?:\s*+##\s*+\]\][*]*+:?|\s*+[:=][*]*+|[ \t]*+$)",
    re.IGNORECASE | re.MULTILINE,
)
_ANYWHERE = re.compile(rf"(?:(?<=[\s{{])|^)[*_`'\"]*+(?P<field>{_FIELD})[*_`'\"]*+\s*+[:=][*]*+", re.IGNORECASE)
_END = re.compile(r"\[\[\s*+##\s*+completed\s*+##\s*+\]\]", re.IGNORECASE)
_BEGUN = re.compile(rf"\{{\s*+[\"']?(?:{_FIELD})\b")
_INVENTED = re.compile(
    r"^[ \t*#>\[_-]*+(?:(?i:observation|tool[ _]?(?:result|output|response))|Result|Environment|User|Human|System)\b"
    r"[*_\]]*+\s*+:|^[ \t]*+<\/?(?i:observation|tool_response|tool_result|result)s?>",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call at its place in the text: the fields as JSON gave them, or as labelled text."""

    start: int
    turn: Turn


def read_turn(text: str, tools: Sequence[Tool] = ()) -> Turn:
    """Return the turn that the text spells, as a JSON object or as three labelled fields; never raises.

    The tools that are offered tell the names of arguments, and which calls are claims.

    Only the first call is read; what the model writes behind it, observations that it invents included, is no part
    of the turn, except that further calls are counted.
    """
    turn = _read(in_fields(text), tools)
    form = _unescaped(text) if turn.call is None else None
    escaped = _read(in_fields(form), tools) if form else turn
    return escaped if escaped.call else turn


def _unescaped(text: str) -> str | None:
    """Return a turn whose JSON is escaped as in a string, or has doubled braces, without them; else None."""
    if re.search(r"\{\s*\\\"", text):
        return text.replace('\\"', '"').replace("\\n", "\n")
    return text.replace("{{", "{").replace("}}", "}") if re.search(r"\{\{\s*[\"']", text) else None


def _read(text: str, tools: Sequence[Tool]) -> Turn:
    answer = answer_of(text)
    if not answer.text.strip():
        return Turn("", None, f"the turn is empty; {NO_CALL}")
    calls, fault = _calls(answer.text, tools)
    beyond, _ = _calls(answer.beyond, tools) if answer.beyond.strip() else ((), "")
    further = sum(call.turn.problem != NO_CALL for call in beyond)
    if not calls:
        problem = (
            f"the JSON of the turn cannot be read: {fault or 'it names no tool'}" if fault is not None else NO_CALL
        )
        return Turn("", None, problem, surplus_calls=further)
    return replace(calls[0].turn, surplus_calls=len(calls) - 1 + further)


def _calls(text: str, tools: Sequence[Tool]) -> tuple[Sequence[_Call], str | None]:
    """Return the calls of a text from left to right, and what is wrong with its JSON if some was begun."""
    objects, fault = read_objects(text)
    native = TOOL not in text
    names = {name for tool in tools for name in tool.arguments}
    held = [(start, end, calls_within(value, names, native=native)) for start, end, value in objects]
    spans = [(start, end) for start, end, calls in held if calls]
    found = [_Call(start, _turn(*call, tools)) for start, _, calls in held for call in calls]
    begun = [match.start() for match in _BEGUN.finditer(text)]
    broken = [place for place in begun if not _inside(place, spans)]
    labelled = _labelled(_masked(text, spans), tools)
    if not broken:
        return _merged(found, labelled), (fault if begun else None)
    first = broken[0]
    if found and found[0].start < first:
        return [*found, *(_Call(place, Turn("", None, NO_CALL)) for place in broken)], fault
    return _repaired(text, first, labelled, len(found) + len(broken), fault), fault


def _repaired(text: str, first: int, labelled: Sequence[_Call], begun: int, fault: str) -> Sequence[_Call]:
    """Return the calls of a text whose first JSON is broken, perhaps by a quotation mark within the thought."""
    whole = text.rstrip("` \n").endswith("}")
    if labelled and labelled[0].turn.call and (labelled[0].start < first or whole):
        before = sum(call.start < first for call in labelled)
        return [labelled[0]] * (before + max(begun, len(labelled) - before))
    broken = _Call(first, Turn("", None, f"the JSON of the turn cannot be read: {fault or 'it names no tool'}"))
    return [broken] * max(begun, 1)


def _merged(found: Sequence[_Call], labelled: Sequence[_Call]) -> Sequence[_Call]:
    if not labelled or (found and all(call.turn.problem == NO_CALL for call in labelled)):
        return found
    return sorted([*found, *labelled], key=lambda call: call.start)


def _masked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with the objects that are turns blanked out, everything else at its place."""
    kept, place = [], 0
    for start, end in spans:
        kept += [text[place:start], re.sub(r"[^\n]", " ", text[start:end])]
        place = end
    return "".join([*kept, text[place:]])


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _labelled(text: str, tools: Sequence[Tool]) -> Sequence[_Call]:
    """Return the calls that are written as labelled fields; a field that comes again begins the next call."""
    headers = [*_OWN_LINE.finditer(text)]
    if TOOL not in (header["field"].lower() for header in headers):
        headers = [*_ANYWHERE.finditer(text)]
    ends = [*(header.start() for header in headers[1:]), len(text)]
    calls: list[_Call] = []
    fields: dict[str, str] = {}
    start = headers[0].start() if headers else 0
    for header, end in zip(headers, ends, strict=False):
        name = header["field"].lower()
        if name in fields:
            calls.append(_Call(start, _from_fields(fields, tools)))
            fields, start = {}, header.start()
        fields[name] = text[header.end() : end]
    if fields:
        calls.append(_Call(start, _from_fields(fields, tools)))
    named = [call for call in calls if call.turn.problem != NO_CALL]
    return named or calls[:1]


def _from_fields(fields: dict[str, str], tools: Sequence[Tool]) -> Turn:
    thought = _thought(_own(fields.get(THOUGHT, "")).strip().removesuffix(","))
    if TOOL not in fields:
        return Turn(thought, None, NO_CALL)
    tool = _own(fields[TOOL]).strip()
    arguments = _unfenced(re.sub(r"\A(?:[ \t]*+\n)++", "", _own(fields.get(ARGUMENTS, ""))).rstrip())
    if not arguments and _is_claim(tool, tools):
        return Turn(thought, None, UNSTATED)
    try:
        return _turn(thought, tool, read_arguments(arguments), tools)
    except UnreadableArguments as error:
        return Turn(thought, None, f"{ARGUMENTS} cannot be read: {error}")


def _own(text: str) -> str:
    """Return a field's text up to what the model wrote for others: an observation, or another speaker's words."""
    ends = [match.start() for match in (_INVENTED.search(text, 1), _END.search(text)) if match]
    return text[: min(ends)] if ends else text


def _unfenced(text: str) -> str:
    """Return the text of a fenced block that the text begins with, else the text; indentation is kept."""
    if text.lstrip().startswith("```"):
        inner = text.lstrip()[3:].partition("```")[0]
        return re.sub(r"\A[\w-]*+[ \t]*+\n?", "", inner).rstrip()
    return text.removesuffix("```").rstrip()


def _is_claim(tool: str, tools: Sequence[Tool]) -> bool:
    """Return whether a bare tool name ends the episode; then what may have been cut off after it would matter."""
    return tool.split("\n", 1)[0].strip("`'\"* .,\n").lower() in {one.name for one in tools if one.claims}


def _turn(thought: object, tool: object, arguments: object, tools: Sequence[Tool]) -> Turn:
    call = call_of(tool, arguments, tools)
    if isinstance(call, ToolCall):
        return Turn(_thought(thought), call)
    return Turn(_thought(thought), None, call)


def _thought(value: object) -> str:
    return value.strip().strip('"').strip() if isinstance(value, str) else json.dumps(value)
