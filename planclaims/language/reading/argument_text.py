"""The arguments of a labelled call as models write them: JSON, lines of YAML, keyword arguments, or a bare name."""

from __future__ import annotations

import re

from planclaims.language.reading.lenient import Unreadable, read_value, skip_space

_LINE = re.compile(
    r"(?P<indent>[ \t]*+)(?P<dash>[-*][ \t]++)?(?:(?P<key>[\w?-]{1,60}+)[ \t]*+(?:=|:(?=\s|$)))?[ \t]*+(?P<value>.*+)"
)
_WRAPPED = re.compile(r"\s*+(?:<\w{1,20}+>|[\"'](?=\s*+[{\[])|json\b)\s*+(?=[{\[])", re.IGNORECASE)
_LIST = re.compile(r"\s*+[-*] ")
_MOST_LINES = 200


class UnreadableArguments(ValueError):
    """The arguments can be read in no way; the message says why, in prose."""


def read_arguments(text: str) -> object:
    """Return the value that the text of the field next_tool_args spells; raises UnreadableArguments.

    A text that is neither JSON nor lines of YAML is returned as it stands on its first line.
    """
    wrapped = _WRAPPED.match(text)
    text = text[wrapped.end() :] if wrapped else text
    place = skip_space(text, 0) if text.lstrip().startswith(("//", "/*", "#", "{", "[")) else 0
    if text[place : place + 1] in ("{", "["):
        return _json(text[place:])
    lines = [line for line in text.split("\n", _MOST_LINES) if line.strip() not in ("", "---")]
    if lines and _is_yaml(lines[0]) and (len(lines) > 1 or _LIST.match(lines[0])):
        return _yaml(lines)
    return re.sub(r"\s(?:#|//)[^\n]*+", "", lines[0]).strip().rstrip(",") if lines else ""


def _json(text: str) -> object:
    """Return the JSON value at the start of a text; with doubled braces or escaped quotes if that helps."""
    fault = ""
    for form in _forms(text):
        try:
            return read_value(form)[0]
        except Unreadable as error:
            fault = fault or str(error)
    raise UnreadableArguments(f"as JSON: {fault}")


def _forms(text: str) -> list[str]:
    forms = [text]
    if '\\"' in text:
        forms.append(text.replace('\\"', '"'))
    if text.startswith("{{"):
        forms.append(text[1:].replace("}}", "}"))
    if '""' in text:
        forms.append(text.replace('""', '"'))
    return forms


def _is_yaml(line: str) -> bool:
    match = _LINE.match(line)
    return match is not None and (match["key"] is not None or match["dash"] is not None)


def _yaml(lines: list[str]) -> object:
    """Return what lines such as `name: x` and `- x` say, a list or a mapping below a key included."""
    base = _indent(lines[0])
    items = [_LINE.match(line) for line in lines if _LIST.match(line)]
    if _LIST.match(lines[0]):
        if any(item and item["key"] for item in items):
            return _yaml([_LIST.sub(" " * (base + 2), line, count=1) for line in lines])
        return [_scalar(item["value"]) for item in items if item]
    found: dict[str, object] = {}
    place = 0
    while place < len(lines):
        match = _LINE.match(lines[place])
        if not match or match["key"] is None or _indent(lines[place]) != base:
            if match and (match["key"] or match["dash"]):
                raise UnreadableArguments(f"{lines[place].strip()[:40]!r} has no place in the lines around it")
            break
        below = place + 1
        while below < len(lines) and (_indent(lines[below]) > base or _LIST.match(lines[below])):
            below += 1
        key, nested = match["key"], lines[place + 1 : below]
        if key in found:
            raise UnreadableArguments(f"the key {key} is given twice")
        if nested and match["value"].strip():
            raise UnreadableArguments(f"there is text both behind and below the key {key}")
        found[key] = _yaml(nested) if nested and _is_yaml(nested[0]) else _scalar(match["value"])
        place = below
    return found


def _scalar(text: str) -> object:
    text = re.sub(r"\s(?:#|//)[^\n]*+", "", text).strip().rstrip(",")
    if text[:1] in ("{", "[", '"', "'") or text.lower() in ("null", "none", "~", ""):
        if text in ("~", ""):
            return None
        try:
            return read_value(text)[0]
        except Unreadable as error:
            raise UnreadableArguments(str(error)) from None
    return text


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
