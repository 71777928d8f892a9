"""YAML as models write it: read by a library, with texts for all scalars and nothing that could grow."""

from __future__ import annotations

import re

import yaml

from planclaims.language.reading.lenient import Unreadable

_LONGEST = 20_000
_DEEPEST = 20
_NULLS = frozenset(["", "~", "null", "none", "Null", "None", "NULL"])
_GROWING = re.compile(r"(?:^|[:\[,{-])\s*+[&*!]\w", re.MULTILINE)


def yaml_value(text: str) -> object:
    """Return the value that a text of YAML spells: mappings, lists, texts, or nothing; raises Unreadable."""
    if len(text) > _LONGEST:
        raise Unreadable("it is too long")
    if _GROWING.search(text):
        raise Unreadable("anchors, aliases and tags are not read")
    try:
        node = yaml.compose(text, Loader=yaml.CBaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at its line {mark.line + 1}" if mark else ""
        raise Unreadable(f"the lines do not fit together{where}") from None
    return _value(node, 0)


def _value(node: yaml.Node | None, depth: int) -> object:
    if depth > _DEEPEST:
        raise Unreadable("it is nested too deeply")
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, depth + 1) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        found: dict[str, object] = {}
        for key, item in node.value:
            name = str(key.value)
            if name in found:
                raise Unreadable(f"the key {name[:40]} is given twice")
            found[name] = _value(item, depth + 1)
        return found
    if not isinstance(node, yaml.ScalarNode):
        return None
    return None if node.style is None and node.value in _NULLS else str(node.value)
