"""From a model's reply to the output of the program in it, and back to how the program ended."""

from __future__ import annotations

import re
from dataclasses import dataclass

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.sandbox.running import Limits, Outcome, Run, Sandbox

HEAD = re.compile(r"\A\[program: (?P<outcome>[a-z_]+)\](?: (?P<reason>[^\n]*))?\n(?P<printed>.*)\Z", re.DOTALL)
"""The form of an output: how the program ended, why if it was stopped, and what it printed, its answer marked."""
KEPT = 20_000
"""Characters of what a program printed that are kept, from the end."""


class SandboxedPrograms:
    """Runs the program of a reply in the sandbox, twice, since only what both runs print alike is an answer."""

    def check(self) -> None:
        """Raise SandboxUnavailable if programs cannot be confined on this machine."""
        Sandbox().check()

    def run(self, reply: str, seconds: int) -> str:
        """Return how the program of the reply ended and what it printed, its last line as the answer."""
        source = program_in(reply)
        if source is None:
            return told(Run(Outcome.COMPILE_FAILED, "the reply holds no program in a fenced block"))
        return told(Sandbox(Limits(seconds=seconds)).run(source, twice=True))


def program_in(reply: str) -> str | None:
    """Return the text of the last fenced block of a reply, or None if there is none."""
    blocks = fenced_blocks(without_reasoning(reply))
    return "\n".join(line.text for line in blocks[-1].lines) + "\n" if blocks and not blocks[-1].blank else None


def told(run: Run) -> str:
    """Return a run as an output to be read: only what a program that ended well printed last is an answer."""
    reason = " ".join(run.reason.split())
    head = f"[program: {run.outcome}]" + (f" {reason}" if reason else "")
    if run.outcome is not Outcome.RAN:
        return f"{head}\n"
    lines = run.printed[-KEPT:].rstrip().splitlines()
    last = lines.pop() if lines else ""
    return "\n".join([head, *lines, f"Answer: {re.sub(r'(?i)answer *:', '', last).strip()}"])


@dataclass(frozen=True, slots=True)
class ProgramOutput:
    """How a program ended, why, and what it printed, the marked answer at the end."""

    outcome: str
    reason: str
    printed: str


def program_output(output: str) -> ProgramOutput | None:
    """Return what an output tells of a program, or None if it is not that of one."""
    match = HEAD.match(output)
    return None if match is None else ProgramOutput(match["outcome"], match["reason"] or "", match["printed"])
