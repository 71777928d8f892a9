"""The exit codes of the command."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the exit code says."""

    POSITIVE = 0
    NEGATIVE = 1
    BAD_INPUT = 2
    LIMIT_EXCEEDED = 3
    INTERRUPTED = 130
    OUTPUT_CLOSED = 141


EXIT_CODES = """exit codes:
  0    a positive verdict: every plan valid, the task solvable, every reply a plan
  1    a negative verdict: a plan not valid, the task unsolvable, a reply no plan
  2    bad usage or bad input, told in one line on standard error
  3    a limit on states or memory was passed, so there is no verdict
  130  interrupted from the keyboard
  141  standard output was closed by the program that read it
"""
