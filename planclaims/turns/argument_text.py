"""The arguments of a labelled call as models write them: JSON, lines of YAML, keyword arguments, or a bare name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from planclaims.language.reading.lenient import Unreadable, read_value, skip_space
from planclaims.language.reading.yaml_text import yaml_value

_LINE = re.compile(
    r"(?P<indent>[ \t]*+)(?P<dash>[-*][ \t]++)?(?:(?P<key>[\w?-]{1,60}+)[ \t]*+(?:=|:(?=\s|$)))?[ \t]*+(?P<value>.*+)"
)
_WRAPPED = re.compile(
    r"\s*+(?:<\w{1,20}+>|[\"'](?=\s*+[{\[])|json\b:?|[*`]{1,3}+|[|>][+-]?[ \t]*+\n)\s*+(?=[{\[])", re.IGNORECASE
)
_ESCAPED = re.compile(r"\\([{}\[\]_*])")
_KEYWORDS = re.compile(r"\s*+(?:dict)?\((?P<inside>[^()]*+)\)\s*+")
_NONE = frozenset(
    ["", "none", "null", "n/a", "na", "-", "–", "—", "no arguments", "no args", "empty", "nothing", "not applicable"]
)
_GIVEN = re.compile(r"\A(\s*+(?:- )?[\w?-]{1,60}+) ?= ?(?=[^=])")
_LIST = re.compile(r"\s*+[-*] ")
_MOST_LINES = 200


class UnreadableArguments(ValueError):
    """The arguments can be read in no way; the message says why, in prose."""


def read_arguments(text: str) -> object:
    """Return the value that the text of the field next_tool_args spells; raises UnreadableArguments.

    A text that is neither JSON nor lines of YAML is returned as it stands on its first line.
    """
    text = _ESCAPED.sub(r"\1", text) if "\\" in text and '"' in text else text
    wrapped = _WRAPPED.match(text)
    text = text[wrapped.end() :] if wrapped else text
    if text.strip(" \t\n.()").lower() in _NONE:
        return ""
    keywords = _KEYWORDS.fullmatch(text)
    text = keywords["inside"] if keywords else text
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


def _yaml(lines: Sequence[str]) -> object:
    """Return what lines such as `name: x` and `- x` say, up to a line of prose; raises UnreadableArguments."""
    base = _indent(lines[0])
    kept: list[str] = []
    for line in lines:
        match = _LINE.match(line)
        if _indent(line) <= base and not (match and (match["key"] or match["dash"])):
            break
        item = re.sub(r"\A(\s*+)\* ", r"\1- ", line.expandtabs(2)).rstrip().removesuffix(",")
        kept.append(_GIVEN.sub(r"\1: ", item))
    try:
        value = yaml_value("\n".join(kept))
    except Unreadable as error:
        raise UnreadableArguments(f"as YAML: {error}") from None
    return _joined(value) if isinstance(value, list) else value


def _joined(items: list[object]) -> object:
    """Return a list of mappings that share no key as one mapping, any other list as it is."""
    found: dict[object, object] = {}
    for item in items:
        if not isinstance(item, Mapping) or found.keys() & item.keys():
            return items
        found.update(item)
    return found or items


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
