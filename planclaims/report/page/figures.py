"""Figures as inline SVG: only drawing is kept, names are made unique, nothing runs and nothing is loaded."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from planclaims.errors import InputError
from planclaims.report.page.html import Html, element

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
DROPPED = frozenset({"script", "foreignObject", "metadata", "iframe", "animate", "set", "a"})
REFERENCE = re.compile(r"url\(\s*#([^)\s]+)\s*\)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def figure_html(path: Path, name: str, caption: str, reading: str) -> Html:
    """Return the drawing as a captioned figure; InputError if the file is no SVG."""
    try:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ElementTree.ParseError) as problem:
        raise InputError(f"cannot be read as SVG: {problem}", file=path) from None
    if root.tag != f"{{{SVG}}}svg":
        raise InputError("not an SVG", file=path, found=root.tag, allowed="svg")
    _clean(root, name)
    root.set("role", "img")
    root.set("aria-label", f"{caption}. {reading}")
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    drawing = Html(ElementTree.tostring(root, encoding="unicode"))
    sheet = element("div", drawing, class_="sheet", id=f"drawing-{name}", tabindex="0")
    title = element("figcaption", element("strong", caption), " ", reading)
    return element("figure", sheet, title, id=name)


def _clean(node: ElementTree.Element, name: str) -> None:
    """Drop what is no drawing and set the figure's name before every name in it."""
    for child in list(node):
        if not isinstance(child.tag, str) or child.tag.rpartition("}")[2] in DROPPED:
            node.remove(child)
        else:
            _clean(child, name)
    if node.tag == f"{{{SVG}}}style":
        node.text = _scoped(node.text or "", name)
    for key, value in list(node.attrib.items()):
        bare = key.rpartition("}")[2]
        if bare == "id":
            node.set(key, f"{name}-{value}")
        elif bare == "href":
            _keep_own_reference(node, key, value, name)
        elif bare.lower().startswith("on"):
            del node.attrib[key]
        else:
            node.set(key, REFERENCE.sub(rf"url(#{name}-\1)", value))


def _keep_own_reference(node: ElementTree.Element, key: str, value: str, name: str) -> None:
    if value.startswith("#"):
        node.set(key, f"#{name}-{value[1:]}")
    elif not value.startswith("data:image/png"):
        del node.attrib[key]


def _scoped(rules: str, name: str) -> str:
    """Return the style rules so that they reach no other part of the page."""
    return "".join(f"#drawing-{name} {selector.strip()}{{{body}}}" for selector, body in RULE.findall(rules))
