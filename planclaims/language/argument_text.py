"""The arguments of a labelled call as models write them: JSON, lines of YAML, keyword arguments, or a bare name."""

from __future__ import annotations

import re

from planclaims.language.lenient import Unreadable, read_value, skip_space

_LINE = re.compile(
    r"(?P<indent>[ \t]*+)(?P<dash>-[ \t]++)?(?:(?P<key>[\w?-]{1,60}+)[ \t]*+:(?=\s|$))?[ \t]*+(?P<value>.*+)"
)
_MOST_LINES = 200


class UnreadableArguments(ValueError):
    """The arguments can be read in no way; the message says why, in prose."""


def read_arguments(text: str) -> object:
    """Return the value that the text of the field next_tool_args spells; raises UnreadableArguments.

    A text that is neither JSON nor lines of YAML is returned as it stands on its first line.
    """
    place = skip_space(text, 0) if text.startswith(("//", "/*", "#")) else 0
    if text[place : place + 1] in ("{", "["):
        return _json(text[place:])
    lines = [line for line in text.split("\n", _MOST_LINES) if line.strip() not in ("", "---")]
    if lines and _is_yaml(lines[0]) and (len(lines) > 1 or lines[0].lstrip().startswith("- ")):
        return _yaml(lines)
    return lines[0].strip() if lines else ""


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
    if lines[0].lstrip().startswith("- "):
        items = []
        for line in lines:
            match = _LINE.match(line)
            if not match or not match["dash"] or match["key"]:
                break
            items.append(_scalar(match["value"]))
        return items
    found: dict[str, object] = {}
    place = 0
    while place < len(lines):
        match = _LINE.match(lines[place])
        if not match or match["key"] is None or match["dash"] or _indent(lines[place]) != base:
            break
        below = place + 1
        while below < len(lines) and (_indent(lines[below]) > base or lines[below].lstrip().startswith("- ")):
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
    text = text.partition(" #")[0].strip()
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
