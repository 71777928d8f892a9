"""Lines that are laid out as something else than one step a line: tables, nested lists, elements of XML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from planclaims.language.reading.blocks import Line
from planclaims.language.reading.step_text import clean, plain
from planclaims.semantics.task import Step, Task

_SEPARATOR = re.compile(r"\s*+\|?(?:\s*+:?-++:?\s*+(?:\||$))++\s*+")
_HEAD = re.compile(
    r"[^\w\n]*+(?:(?:step|no|nr|number|index|action|actions|name|arguments?|args?|arg\d|parameters?|objects?|effects?"
    r"|reason|why|purpose|description|explanation|result|cost|comment|notes?|time|operator|object\d)\b"
    r"(?:[ \t]*+[|,;\t][^\w\n]*+|[^\w\n]*+$)){2,}+$",
    re.IGNORECASE,
)
_LIST_HEAD = re.compile(
    r"(?!unsolvable)(?:[\w ]{1,40}+(?::?=|:)\s*+)?\(\s*+(?:define\s*+\(\s*+[\w :-]{0,60}\)"
    r"|:?(?:plan|solution|actions|steps|sequence|seq|progn|begin|list|and|do))?+\s*+$"
    r"|def\s++\w{1,40}+\(\)(?:\s*+->[^:]{1,40}+)?\s*+:?$",
    re.IGNORECASE,
)
_ELEMENT = re.compile(
    r"<(?P<tag>[A-Za-z][\w:-]{0,30}+)(?P<attributes>(?:\s++[\w:-]{1,30}+\s?=\s?(?:\"[^\"<>\n]{0,200}+\"|'[^'<>\n]{0,200}+'))++)\s*+(?P<empty>/?)>"
)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s?=\s?(?:\"([^\"]*)\"|'([^']*)')")
_ACTION_NAMES = ("name", "action", "type", "operator", "id", "op", "value")
_LONGEST_LINE = 1000
_MOST_LINES = 8


def with_element_steps(task: Task, text: str) -> str:
    """Return the text with elements that name an action in an attribute written as steps in parentheses."""
    if "<" not in text or "=" not in text:
        return text
    kept, place = [], 0
    for match in _ELEMENT.finditer(text):
        if match.start() < place:
            continue
        given = {key.lower(): double or single for key, double, single in _ATTRIBUTE.findall(match["attributes"])}
        key = next((key for key in _ACTION_NAMES if given.get(key, "").strip().lower() in task.domain.actions), None)
        if key is None:
            continue
        name = given.pop(key).strip().lower()
        parameters = {parameter.name.lstrip("?") for parameter in task.domain.actions[name].parameters}
        named = {word: value for word, value in given.items() if word in parameters}
        inside, end = "", match.end()
        if not match["empty"]:
            closing = text.find(f"</{match['tag']}>", end, end + 2000)
            if closing < 0:
                continue
            inside, end = re.sub(r"<[^<>]*+>", " ", text[end:closing]), closing + len(match["tag"]) + 3
        listed = [value for word, value in given.items() if word not in named and not value.strip().isdigit()]
        arguments = [*(f"{word}={value}" for word, value in named.items()), *(() if named else listed), inside]
        breaks = "\n" * text.count("\n", match.start(), end)
        kept += [text[place : match.start()], f"({' '.join([name, *' '.join(arguments).split()])})", breaks]
        place = end
    return "".join([*kept, text[place:]])


def whole_lines(task: Task, lines: Sequence[Line]) -> list[Line]:
    """Return the lines with steps that run over several lines on one, and without the heads of nested lists."""
    kept: list[Line] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if "(" not in line.text or len(line.text) > _LONGEST_LINE:
            kept.append(line)
            continue
        if _LIST_HEAD.match(plain(line.text).strip()):
            continue
        text, end = _closed(lines, place - 1)
        if end > place and re.split(r"[\s(]+", clean(text).lstrip("("), maxsplit=1)[0].lower() in task.domain.actions:
            line, place = Line(line.number, text), end
        kept.append(line)
    return kept


def _closed(lines: Sequence[Line], place: int) -> tuple[str, int]:
    """Return the line with those behind it that close its parenthesis, and the place after them."""
    text, end = lines[place].text, place + 1
    opened = text.count("(") - text.count(")")
    while opened > 0 and end < min(len(lines), place + _MOST_LINES):
        below = lines[end].text
        if "(" in below or len(below) > _LONGEST_LINE:
            break
        text, opened, end = f"{text} {below.strip()}", opened - below.count(")"), end + 1
    return (text, end) if opened == 0 else (lines[place].text, place + 1)


def table_step(task: Task, line: str) -> Step | None:
    """Return the step of a table's row that has the action in one cell and its arguments in those behind it."""
    if "|" not in line:
        return None
    cells = [cell.strip() for cell in plain(line).split("|")]
    place = next((i for i, cell in enumerate(cells) if cell.lower() in task.domain.actions), None)
    if place is None or any(
        cell and not re.fullmatch(r"[\W\d]*|step\s*\d+", cell, re.IGNORECASE) for cell in cells[:place]
    ):
        return None
    arguments: list[str] = []
    for cell in cells[place + 1 :]:
        tokens = re.sub(r"[(),\[\]]", " ", cell).lower().split()
        if not all(token in task.objects for token in tokens):
            break
        arguments += tokens
    return Step(cells[place].lower(), tuple(arguments))


def without_heads(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the heads of tables, which stand above a row of dashes."""
    kept = []
    for place, line in enumerate(lines):
        below = lines[place + 1].text if place + 1 < len(lines) else ""
        if "|" in line.text and "-" in below and "|" in below and len(below) < 1000 and _SEPARATOR.fullmatch(below):
            continue
        if len(line.text) < 200 and _HEAD.match(line.text):
            continue
        if "|" in line.text and "-" in line.text and len(line.text) < 1000 and _SEPARATOR.fullmatch(line.text):
            continue
        kept.append(line)
    return kept
