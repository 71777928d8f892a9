"""Golden files: what a test produced when it was last looked at by a person."""

import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"
REWRITE = "PLANCLAIMS_REWRITE_GOLDEN"
"""Environment variable under which the files are written anew, to be read in the diff."""


def assert_golden(name: str, content: bytes) -> None:
    path = GOLDEN / name
    if os.environ.get(REWRITE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert content.decode() == path.read_text(encoding="utf-8")
    assert content == path.read_bytes()
