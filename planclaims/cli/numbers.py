"""Numbers on the command line, read and told."""

from __future__ import annotations

import argparse
import math


def count(text: str) -> int:
    """Return a whole number above zero."""
    if not (text.isascii() and text.isdecimal()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above zero")
    return int(text)


def amount(text: str) -> float:
    """Return a finite number above zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number above zero")
    return value


def price(text: str) -> float:
    """Return a finite number that is not below zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no price, which is a number from 0")
    return value


def seed(text: str) -> int:
    """Return a whole number that is not negative."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def counted(number: int, noun: str) -> str:
    """Return the number with its noun: `1 call`, `2 calls`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def share_of_one(text: str) -> float:
    """Return a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1")
    return value
