"""The items of a suite kept in a file, so that each process of a run need not draw them again."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from planclaims.storage import write_whole
from planclaims.suites.contract import Item, Suite

FIRST_SECONDS, SECONDS = 3.0, 20.0
"""After how long it is told that items are being drawn, and how often from then on."""


def kept_items(suite: Suite, settings: Mapping[str, Any], file: Path | None) -> Sequence[Item]:
    """Return the suite's items for the settings: those in the file if it is whole and of just them, else drawn anew."""
    kept = None if file is None else _read(file, _origin(suite, settings))
    if kept is not None:
        return kept
    with told_while_drawing(suite.name):
        return suite.items(settings)


@contextmanager
def told_while_drawing(suite: str, first: float = FIRST_SECONDS, stream: TextIO | None = None) -> Iterator[None]:
    """Tell on standard error, now and then, that items are being drawn, if that takes longer than a moment."""
    ended = threading.Event()

    def tell() -> None:
        wait, passed = first, 0.0
        while not ended.wait(wait):
            passed, wait = passed + wait, SECONDS
            told = f"suite {suite}: drawing its items, {passed:.0f} s so far; a run keeps them, a dry run does not"
            print(told, file=stream or sys.stderr, flush=True)

    thread = threading.Thread(target=tell, name="drawing", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def keep_items(suite: Suite, settings: Mapping[str, Any], items: Sequence[Item], file: Path) -> None:
    """Write the items that the settings give to the file, unless it holds them already.

    One JSON object a line stands after a line that says what they are of.
    """
    origin = _origin(suite, settings)
    if _read(file, origin) is None:
        body = "".join(json.dumps(asdict(item), sort_keys=True, ensure_ascii=False) + "\n" for item in items)
        head = json.dumps({"of": origin, "content": _digest(body)})
        write_whole(file, f"{head}\n{body}".encode())


def _read(file: Path, origin: str) -> Sequence[Item] | None:
    """Return the items in the file, or None unless it is whole and of this origin."""
    try:
        head, body = file.read_text(encoding="utf-8").split("\n", 1)
        if json.loads(head) != {"of": origin, "content": _digest(body)}:
            return None
    except (OSError, ValueError):
        return None
    return [Item(**json.loads(line)) for line in body.splitlines()]


def _origin(suite: Suite, settings: Mapping[str, Any]) -> str:
    """Return a hash of everything that the items hang on: the suite's files and the settings."""
    from planclaims.storage import fingerprint

    module = sys.modules[type(suite).__module__]
    code = fingerprint(Path(str(module.__file__)).parent, "**/*.*")
    return _digest(json.dumps([suite.name, suite.version, code, settings], sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
