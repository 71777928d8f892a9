"""A PDDL file as text and as nested groups of words, each with its line, and the errors that point into it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from planclaims.errors import InputError, UnsupportedFeature

TOKEN = re.compile(r"[()]|\?[^\s();?]*|[^\s();?]+")
"""A question mark begins a word of its own, for widespread files write `- aircraft?a`."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")
LABEL = re.compile(r"[^\s():?]+\Z")
NAME_RULE = "a letter or digit, then letters, digits, - and _"
DEEPEST = 80
"""More nesting than any real file has; it keeps the recursion over a file bounded."""


@dataclass(frozen=True, slots=True)
class Word:
    """A token that is no parenthesis, in lower case."""

    text: str
    line: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Group:
    """A parenthesised list."""

    items: tuple[Node, ...]
    line: int

    @property
    def head(self) -> str:
        """Return the first word, or the empty text if the group does not begin with one."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""

    def __str__(self) -> str:
        return "(" + " ".join(map(str, self.items)) + ")"


Node = Word | Group


def listing(names: Iterable[str], *, none: str = "nothing is declared") -> str:
    """Return the names for an error message, a long list cut short."""
    known = list(names)
    shown = ", ".join(known[:12])
    return (shown + (f" and {len(known) - 12} more" if len(known) > 12 else "")) or none


@dataclass(frozen=True)
class Source:
    """The file being read: makes the errors that name it and a line."""

    path: Path

    def error(self, problem: str, where: Node | int, *, found: object = None, allowed: str | None = None) -> InputError:
        """Return the error for a broken place of the file."""
        return InputError(problem, file=self.path, line=_line(where), found=_short(found), allowed=allowed)

    def unsupported(self, feature: str, where: Node | int) -> UnsupportedFeature:
        """Return the error for a PDDL feature outside the supported fragment."""
        return UnsupportedFeature(f"unsupported PDDL feature: {feature}", file=self.path, line=_line(where))

    def name(self, node: Node, what: str) -> str:
        """Return the node's text if it is a PDDL name."""
        if not isinstance(node, Word) or not NAME.match(node.text):
            raise self.error(f"this is no {what}", node, found=node, allowed=NAME_RULE)
        return node.text

    def label(self, node: Node, what: str) -> str:
        """Return the name of a whole file; nothing refers to its parts, so real files are free in spelling it."""
        if not isinstance(node, Word) or not LABEL.match(node.text):
            raise self.error(f"this is no {what}", node, found=node, allowed="one word")
        return node.text

    def group(self, node: Node, what: str) -> Group:
        """Return the node if it is a parenthesised list."""
        if isinstance(node, Word):
            raise self.error(f"expected {what} in parentheses", node, found=node)
        return node

    def tree(self) -> Group:
        """Return the one parenthesised list that the file consists of."""
        try:
            text = self.path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", file=self.path) from error
        except UnicodeDecodeError as error:
            raise InputError("is not UTF-8 text", file=self.path) from error
        top = list(self._groups(text))
        if not top:
            raise self.error("the file is empty", 1, allowed="(define ...)")
        if len(top) > 1:
            raise self.error("more than one top-level list", top[1], found=top[1], allowed="one (define ...)")
        return top[0]

    def _groups(self, text: str) -> Iterator[Group]:
        """Yield the top-level groups; an explicit stack, so that unbalanced input cannot exhaust Python's."""
        stack: list[tuple[int, list[Node]]] = []
        for token, line in _tokens(text):
            if token == "(":
                if len(stack) >= DEEPEST:
                    raise self.error(f"parentheses nested deeper than {DEEPEST}", line)
                stack.append((line, []))
            elif not stack:
                problem = "a closing parenthesis too many" if token == ")" else "text outside the parentheses"
                raise self.error(problem, line, found=token)
            elif token == ")":
                start, items = stack.pop()
                group = Group(tuple(items), start)
                if stack:
                    stack[-1][1].append(group)
                else:
                    yield group
            else:
                stack[-1][1].append(Word(token.lower() if token.isascii() else token, line))
        if stack:
            raise self.error("a parenthesis opened here is never closed", stack[-1][0])


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        for match in TOKEN.finditer(line.partition(";")[0]):
            yield match[0], number


def _line(where: Node | int) -> int:
    return where if isinstance(where, int) else where.line


def _short(found: object) -> str | None:
    text = str(found) if found is not None else None
    return f"{text[:77]}..." if text is not None and len(text) > 80 else text
