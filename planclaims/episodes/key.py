"""Which episode: its key, and its place below a results folder."""

from __future__ import annotations

from dataclasses import dataclass

REPEAT = ".repeat"


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """Which episode: one model, one method, one task; and which of its repeats, from 0."""

    model: str
    method: str
    domain: str
    task: str
    repeat: int = 0

    @property
    def path(self) -> str:
        """Return the place of the episode below a results folder, without its ending.

        Repeat 0 bears the task's name alone, further ones `.repeat1` and so on: a task's name has no dot.
        """
        return f"{self.model}/{self.method}/{self.domain}/{self.task}" + (
            f"{REPEAT}{self.repeat}" if self.repeat else ""
        )

    @classmethod
    def of_path(cls, path: str) -> EpisodeKey:
        """Return the episode at a place below a results folder."""
        model, method, domain, name = path.split("/")
        task, _, repeat = name.partition(REPEAT)
        return cls(model, method, domain, task, int(repeat or 0))
