"""Running programs that a model wrote: a process of its own, without network, with limits; refused where that fails."""

from planclaims.sandbox.answering import SandboxedPrograms, program_output
from planclaims.sandbox.running import Limits, Outcome, Run, Sandbox, SandboxUnavailable

__all__ = ["Limits", "Outcome", "Run", "Sandbox", "SandboxUnavailable", "SandboxedPrograms", "program_output"]
