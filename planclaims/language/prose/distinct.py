"""Which of the possible sentences are used: no two relations of a domain may be taken for one another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from planclaims.language.prose.relation import Statement

Said = TypeVar("Said", Statement, str)
_PLACEHOLDER = re.compile(r"\{\d+\}")


def choose(candidates: Mapping[str, Sequence[Said]], taken: Iterable[str] = ()) -> dict[str, Said]:
    """Return one candidate per name so that no filled-in sentence of one could be one of another.

    All that share a first choice move on to their next; what is left at the end is numbered.
    """
    fixed = _Sentences()
    for text in taken:
        fixed.add(text)
    chosen: dict[str, Said] = {}
    waiting = dict.fromkeys(candidates, 0)
    while waiting:
        offered = {name: candidates[name][level] for name, level in waiting.items() if level < len(candidates[name])}
        good = _unrivalled(offered, {name: len(candidates[name]) - waiting[name] for name in offered}, fixed)
        for name in good:
            chosen[name] = offered[name]
            for text in _texts(offered[name]):
                fixed.add(text)
        spent = [name for name in waiting if name not in offered]
        for name in spent:
            chosen[name] = _numbered(candidates[name][-1], fixed)
        waiting = {name: level + 1 for name, level in waiting.items() if name not in good and name not in spent}
    return {name: chosen[name] for name in candidates}


def _unrivalled(offered: Mapping[str, Said], left: Mapping[str, int], fixed: _Sentences) -> set[str]:
    """Return the names whose offered sentences no other can claim with more right.

    Where two are alike, the one with fewer candidates left keeps them; where one is a case of the other, as
    `{0} has fuel` is of `{0} has {1}`, the general one does.
    """
    count = _Sentences()
    for name, said in offered.items():
        for text in _texts(said):
            count.add(text, name)
    return {
        name
        for name, said in offered.items()
        if not any(fixed.rivals(text) for text in _texts(said))
        and not any(
            other != name and not _before((left[name], text), (left[other], theirs))
            for text in _texts(said)
            for other, theirs in count.rivals(text)
        )
    }


def _before(own: tuple[int, str], other: tuple[int, str]) -> bool:
    general = [len(_PLACEHOLDER.sub("", text).split()) for text in (own[1], other[1])]
    return general[0] < general[1] or (general[0] == general[1] and own[0] < other[0])


def folded(text: str) -> str:
    """Return the text without case and surplus blanks."""
    return " ".join(text.casefold().split())


class _Sentences:
    """Templates that can be asked which of them could give one and the same sentence as another."""

    def __init__(self) -> None:
        self._by_length: dict[int, list[tuple[list[str], str, str]]] = defaultdict(list)

    def add(self, text: str, name: str = "") -> None:
        words = folded(text).split()
        self._by_length[len(words)].append((words, name, text))

    def rivals(self, text: str) -> list[tuple[str, str]]:
        words = folded(text).split()
        return [(name, other) for said, name, other in self._by_length[len(words)] if all(map(_may_be, words, said))]


def _may_be(left: str, right: str) -> bool:
    return left == right or _fits(left, right) or _fits(right, left)


def _fits(template: str, word: str) -> bool:
    if "{" not in template:
        return False
    pattern = r"[^\s,]+".join(map(re.escape, _PLACEHOLDER.split(template)))
    return re.fullmatch(pattern, _PLACEHOLDER.sub("x", word)) is not None


def _texts(said: Statement | str) -> tuple[str, ...]:
    return (said.holds, said.fails) if isinstance(said, Statement) else (said,)


def _numbered(said: Said, fixed: _Sentences) -> Said:
    sense = 2
    while True:
        made = _in_sense(said, sense)
        if not any(fixed.rivals(text) for text in _texts(made)):
            for text in _texts(made):
                fixed.add(text)
            return made
        sense += 1


def _in_sense(said: Said, sense: int) -> Said:
    if isinstance(said, Statement):
        return Statement(f"{said.holds} in sense {sense}", f"{said.fails} in sense {sense}")
    return f"{said} in sense {sense}"
