"""What the command lines of the benchmarks share."""

from __future__ import annotations

import argparse
from pathlib import Path


def reader(doc: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is the docstring of the benchmark."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def folder(text: str) -> Path:
    """Return the folder of that name, for a parser that refuses one that is not there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no folder")
    return path


def count(text: str) -> int:
    """Return a whole number above zero."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above zero")
    return int(text)
