"""How many times the same was asked before in one episode: a part of every request.

A sampled proposal that repeats a request gets a reply of its own. The frame that plays the episode counts, whoever
answers: an episode that goes on from stored replies asks for the same occurrences, and so for the same seeds, as
one that was never interrupted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from planclaims.seam import Message, Request

REPEAT_STRIDE = 1_000_003
"""Between the seeds of two repeats: more than any episode asks the same."""
Same = tuple[tuple[Message, ...], float, int]


@dataclass
class Occurrences:
    """The requests that one episode has had answered."""

    answered: Counter[Same] = field(default_factory=Counter)

    def numbered(self, request: Request) -> Request:
        """Return the request with the number of times that it was answered before."""
        return replace(request, occurrence=self.answered[_same(request)])

    def count(self, request: Request) -> None:
        """Take note that the request was answered; one that failed is asked again as the same occurrence."""
        self.answered[_same(request)] += 1


def _same(request: Request) -> Same:
    return request.messages, request.temperature, request.max_tokens


def sampling_seed(seed: int, repeat: int, occurrence: int) -> int:
    """Return the seed of a call: the configured one, moved on by repeat and occurrence.

    So repeats and repetitions are sampled apart, and the same again in another run. A negative seed, which servers
    take for "draw one", stays.
    """
    return seed if seed < 0 else seed + REPEAT_STRIDE * repeat + occurrence
