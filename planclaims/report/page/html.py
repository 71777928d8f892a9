"""HTML built from escaped parts: a plain string is always text, never markup."""

from __future__ import annotations

from html import escape

VOID = frozenset({"br", "meta", "col"})


class Html(str):
    """Markup that is complete and safe to insert."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: str | bool | None) -> Html:
    """Return the element; strings that are no Html are escaped, attributes that are None or False are left out.

    An attribute is named as in Python: `class_` for class, `aria_label` for aria-label.
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items() if value not in (None, False))
    if tag in VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(*children)}</{tag}>")


def joined(*parts: str) -> Html:
    """Return the parts in a row."""
    return Html("".join(part if isinstance(part, Html) else escape(part, quote=False) for part in parts))


def _attribute(name: str, value: str | bool | None) -> str:
    shown = name.rstrip("_").replace("_", "-")
    return f" {shown}" if value is True else f' {shown}="{escape(str(value))}"'
