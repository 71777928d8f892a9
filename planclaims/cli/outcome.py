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
  0    done; of a question, the positive answer: every plan valid, the task solvable, every reply a plan or right
  1    the negative answer: a plan not valid, the task unsolvable, a brief with findings, a reply no plan or wrong, an
       episode failed, a model not fitted
  2    bad usage, bad input or a run that failed, told in one line on standard error
  3    a limit on states or memory was passed, so there is no answer
  130  interrupted from the keyboard
  141  standard output was closed by the program that read it
"""
