"""The hidden side of an episode: the formal task and the phrases of its domain, read once per content."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_domain, read_problem
from planclaims.semantics.model import Domain
from planclaims.semantics.task import Task


@dataclass(frozen=True)
class HiddenTask:
    """A task and the words of its domain."""

    task: Task
    phrases: Phrases


def read_hidden_task(domain: Path, problem: Path, phrases: Path | None) -> HiddenTask:
    """Return the task of the files; files of equal content are read once per process."""
    contents = tuple(path.read_bytes() if path is not None and path.exists() else b"" for path in (domain, problem))
    words = phrases.read_bytes() if phrases is not None and phrases.exists() else b""
    return _read(domain, problem, phrases, (*contents, words))


@lru_cache(maxsize=256)
def _read(domain: Path, problem: Path, phrases: Path | None, contents: tuple[bytes, ...]) -> HiddenTask:
    """Return the task; the contents are part of the key, so an edited file is read again."""
    known = _read_domain(domain, phrases, (contents[0], contents[-1]))
    return HiddenTask(Task(known.domain, read_problem(problem, known.domain)), known.phrases)


@dataclass(frozen=True)
class _Known:
    domain: Domain
    phrases: Phrases


@lru_cache(maxsize=64)
def _read_domain(domain: Path, phrases: Path | None, contents: tuple[bytes, ...]) -> _Known:
    """Return what all tasks of a domain share."""
    read = read_domain(domain)
    return _Known(read, Phrases.load(read, phrases))
