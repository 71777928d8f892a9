"""Shortest plans for many blocks: A* over arrangements, with the moves that can matter alone (after Gupta and Nau).

A block that can go where it is wanted for good, or that has to go and is wanted nowhere, is moved there at once, which
never lengthens a plan; only if there is none, some block that has to go is set on the table. A test compares the
lengths with those of the exhaustive search.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from itertools import count

from planclaims.errors import LimitExceeded
from planclaims.suites.planbench.instance import Instance

TABLE = "table"
MOST_STATES = 200_000
Under = tuple[tuple[str, str], ...]
"""What each block stands on, by block."""
Move = tuple[str, str, str]
"""A block, what it leaves and where it goes."""


def shortest_block_plan(instance: Instance) -> tuple[str, ...] | None:
    """Return a shortest plan for a goal of `on` facts, or None if the search passes its limit; the hand is empty."""
    start = tuple(
        sorted({a[1]: a[2] if a[0] == "on" else TABLE for a in instance.init if a[0] in ("on", "ontable")}.items())
    )
    wanted = {atom[1]: atom[2] for atom in instance.goal}
    try:
        return tuple(step for move in _search(start, wanted) for step in _steps(move))
    except LimitExceeded:
        return None


def _steps(move: Move) -> tuple[str, str]:
    block, source, target = move
    taken = f"pick-up {block}" if source == TABLE else f"unstack {block} {source}"
    return taken, f"put-down {block}" if target == TABLE else f"stack {block} {target}"


def _search(start: Under, wanted: Mapping[str, str]) -> list[Move]:
    ticket = count()
    first = len(_displaced(dict(start), wanted))
    queue: list[tuple[int, int, int, Under]] = [(first, first, next(ticket), start)]
    reached: dict[Under, tuple[int, Under | None, Move | None]] = {start: (0, None, None)}
    while queue:
        _, left, _, state = heapq.heappop(queue)
        if left == 0:
            return _path(state, reached)
        if len(reached) > MOST_STATES:
            raise LimitExceeded("too many arrangements of blocks")
        under, moves = dict(state), reached[state][0] + 1
        for move in _moves(under, wanted):
            after = tuple(sorted({**under, move[0]: move[2]}.items()))
            if after not in reached or moves < reached[after][0]:
                reached[after] = (moves, state, move)
                still = len(_displaced(dict(after), wanted))
                heapq.heappush(queue, (moves + still, still, next(ticket), after))
    raise LimitExceeded("no arrangement reaches the goal")


def _path(state: Under, reached: Mapping[Under, tuple[int, Under | None, Move | None]]) -> list[Move]:
    moves: list[Move] = []
    while True:
        _, before, move = reached[state]
        if before is None or move is None:
            return moves[::-1]
        moves.append(move)
        state = before


def _displaced(under: Mapping[str, str], wanted: Mapping[str, str]) -> set[str]:
    """Return the blocks that have to move at least once: each adds a move to every plan."""
    wanted_on = {lower: upper for upper, lower in wanted.items()}
    found: set[str] = set()
    settled: set[str] = set()
    for block in under:
        column = [block]
        while under[column[-1]] != TABLE and column[-1] not in found and column[-1] not in settled:
            column.append(under[column[-1]])
        for one in reversed(column):
            lower = under[one]
            wrong = lower in found or wanted.get(one, lower) != lower
            wrong = wrong or (lower != TABLE and wanted_on.get(lower, one) != one)
            (found if wrong else settled).add(one)
    return found


def _moves(under: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[Move]:
    """Yield one move that is surely right, or else every block that has to go, to the table."""
    displaced = _displaced(under, wanted)
    covered = set(under.values())
    free = [block for block in under if block in displaced and block not in covered]
    for block in free:
        target = wanted.get(block, TABLE)
        if under[block] != target and (target == TABLE or (target not in covered and target not in displaced)):
            yield block, under[block], target
            return
    for block in free:
        if under[block] != TABLE:
            yield block, under[block], TABLE
