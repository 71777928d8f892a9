"""What a results folder has paid for, call by call, and the budget that no call may pass.

A call enters the ledger before it is made, with its worst case: the longest reply at list price. Its line is written
over with what it cost before the reply is used. The file is locked while it is read on and written, so runs, threads,
processes and nodes that share a folder count one another; a call that fits only once those under way are cheaper waits
for them. A call whose process died counts at its worst case, for nobody knows what its provider has charged.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import IO

from planclaims.errors import BudgetExhausted, StorageError
from planclaims.models.money.alive import Alive, is_alive
from planclaims.models.money.budget import Amount, Budget
from planclaims.models.money.ledger_file import held_line, paid_line, released_line
from planclaims.models.money.ledger_sum import Sum
from planclaims.models.money.prices import Price, cost_usd
from planclaims.models.provider.late import paying
from planclaims.models.provider.shape import Shape
from planclaims.seam import Model, Reply, Request
from planclaims.storage import storing, unlock, wait_for_lock

FILE = "spending.jsonl"
CHARACTERS_PER_TOKEN = 2
"""Cautious: lists of names such as block_9c01d2 have about 2.4 characters a token, plain prose more than 4."""
MESSAGE_TOKENS = 8
"""Tokens that a provider adds to every message."""
LOOK_SECONDS = 0.5
"""How often a call that waits for those of other processes looks whether they are paid."""
LOG = logging.getLogger(__name__)


@dataclass
class Payment:
    """A call under way in the ledger: where its line is, how wide, and whether it is written over already."""

    model: str
    place: int
    width: int
    settled: bool = False


class Ledger:
    """The payments of a results folder under a budget; safe for threads, processes and nodes.

    `exhausted` tells that the budget has refused a call.
    """

    def __init__(self, folder: Path, budget: Budget | None = None) -> None:
        self.path = folder / FILE
        self.budget = budget or Budget()
        self.exhausted = False
        self._sum: Sum | None = None
        self._lost = Amount()
        self._alive = Alive(folder)
        self._changed = threading.Condition()
        self.before = self.paid()

    def paid(self) -> Amount:
        """Return what the folder has paid so far; calls under way are not among it."""
        with self._changed:
            try:
                with self.path.open("rb", buffering=0) as file:
                    with suppress(StorageError):
                        wait_for_lock(file, self.path, shared=True)
                    paid = self._read_on(file)
                    if self._sum is not None:
                        self._sum.keep(file.fileno(), self.path.parent)
                    return paid
            except (FileNotFoundError, NotADirectoryError):
                return self._lost

    def paid_since(self) -> Amount:
        """Return what was paid since this ledger was opened."""
        return self.paid() - self.before

    @contextmanager
    def call(self, worst_usd: Fraction, model: str = "") -> Iterator[Payment]:
        """Hold the worst case of a call while it is made; a call that is not settled in time costs nothing.

        Raises BudgetExhausted if the budget does not cover it; from then on for every further call, however
        cheap, so that a run ends soon and clearly.
        """
        payment = self.hold(model, worst_usd)
        try:
            yield payment
        finally:
            self.release(payment)

    def release(self, payment: Payment) -> None:
        """Hold nothing for a call any more; one that is not settled by now costs nothing."""
        if not payment.settled:
            self._write_over(payment, released_line(payment.model, payment.width))

    def settle(self, payment: Payment, reply: Reply, worst_usd: Fraction = Fraction(0)) -> None:
        """Write a payment down; where that fails it still counts for this process, and the reply is not lost.

        A call of unknown cost counts at its worst case, and the line says so: its tokens are null.
        """
        usd = _charged(reply, worst_usd)
        line = paid_line(payment.model, usd, reply.input_tokens, reply.output_tokens, payment.width)
        if not self._write_over(payment, line):
            with self._changed:
                self._lost += Amount(1, Fraction(str(usd)))

    def hold(self, model: str, worst: Fraction) -> Payment:
        """Enter a call at its worst case, after a wait for others where it fits only once they are cheaper.

        Raises BudgetExhausted if the budget does not cover it.
        """
        wanted = Amount(1, worst)
        with self._changed:
            while True:
                with self._locked() as file:
                    paid = self._read_on(file, worst)
                    if self.exhausted or not self.budget.covers(paid + wanted):
                        self.exhausted = True
                        self._changed.notify_all()
                        raise BudgetExhausted(
                            f"the budget of {self.budget} (`spending` in the configuration) does not cover another call"
                        )
                    held = self._sum.held.values() if self._sum else ()
                    under_way = Amount(len(held), sum((one.usd for one in held), Fraction(0)))
                    if self.budget.covers(paid + under_way + wanted):
                        self._alive.begin()
                        line = held_line(model, worst, self._alive.name)
                        payment = Payment(model, self._append(file, line), len(line))
                        self._read_on(file)
                        return payment
                others = any(one.holder != self._alive.name for one in held)
                self._changed.wait(LOOK_SECONDS if others else None)

    @contextmanager
    def _locked(self) -> Iterator[IO[bytes]]:
        """Open the file and keep every other process out of it; what cannot be written is found out here."""
        with storing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        with os.fdopen(handle, "r+b", buffering=0) as file:
            wait_for_lock(file, self.path)
            try:
                yield file
            finally:
                unlock(file)

    def _append(self, file: IO[bytes], line: bytes) -> int:
        """Add a line and return where it is; StorageError, and nothing added, if it does not fit whole."""
        end = os.fstat(file.fileno()).st_size
        ragged = b"" if not end or os.pread(file.fileno(), 1, end - 1) == b"\n" else b"\n"
        with storing(self.path):
            try:
                _write(file, ragged + line, end)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file.fileno(), end)
                raise
        return end + len(ragged)

    def _write_over(self, payment: Payment, line: bytes) -> bool:
        """Put a line in the place of a call under way and return whether it is on the disk."""
        payment.settled = True
        try:
            with storing(self.path):
                handle = os.open(self.path, os.O_RDWR)
                with os.fdopen(handle, "r+b", buffering=0) as file:
                    with self._changed:
                        wait_for_lock(file, self.path)
                        try:
                            _write(file, line, payment.place)
                            self._read_on(file)
                        finally:
                            unlock(file)
                            self._changed.notify_all()
                    os.fsync(file.fileno())
        except (StorageError, FileNotFoundError) as problem:
            LOG.warning("%s", problem)
            with self._changed:
                if self._sum is not None:
                    self._sum.held.pop(payment.place, None)
                self._changed.notify_all()
            return False
        return True

    def _read_on(self, file: IO[bytes], dearest: Fraction = Fraction(0)) -> Amount:
        """Return what is paid, after reading what is new in the file; `dearest` is what a call is known to cost."""
        handle = file.fileno()
        if self._sum is None:
            self._sum = Sum.kept_for(handle, self.path.parent)
        self._sum.read_on(handle, self._is_alive)
        self._sum.dearest = max(self._sum.dearest, dearest)
        return Amount(*self._sum.paid()) + self._lost

    def _is_alive(self, holder: str) -> bool:
        return holder == self._alive.name or is_alive(self.path.parent, holder)


def _charged(reply: Reply, worst_usd: Fraction) -> float:
    return float(worst_usd) if reply.cost_usd is None else reply.cost_usd


def _write(file: IO[bytes], content: bytes, place: int) -> None:
    """Write at the place, all of it: a full disk takes a part, says how much, and refuses the rest."""
    done = 0
    while done < len(content):
        done += os.pwrite(file.fileno(), content[done:], place + done)


class Tab:
    """What one request runs up: an attempt at once, for whoever makes only one, and further ones as they are made."""

    def __init__(self, ledger: Ledger, model: str, worst_usd: Fraction) -> None:
        self.ledger, self.model, self.worst_usd = ledger, model, worst_usd
        self.paid: list[Reply] = []
        self._first: Attempted | None = Attempted(self)

    def attempt(self) -> Attempted:
        """Return an attempt whose worst case is held; BudgetExhausted if the budget does not cover it."""
        first, self._first = self._first, None
        return first or Attempted(self)

    def settle(self, reply: Reply) -> None:
        """Pay for the reply that is used, unless the attempt that gave it was paid for."""
        if not any(reply is known for known in self.paid):
            self.attempt().pay(reply)

    def close(self) -> None:
        """Release what no attempt was made with."""
        if self._first is not None:
            self._first.close()


class Attempted:
    """One attempt, held in the ledger at its worst case from now on."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._payment = tab.ledger.hold(tab.model, tab.worst_usd)

    def pay(self, reply: Reply) -> None:
        """Write down what it cost."""
        self._tab.paid.append(reply)
        self._tab.ledger.settle(self._payment, reply, self._tab.worst_usd)

    def close(self) -> None:
        """Write down, unless it is paid for, that it cost nothing."""
        self._tab.ledger.release(self._payment)


@dataclass(frozen=True)
class PaidModel:
    """A model whose calls are paid for under the budget of a ledger; `name` is its entry in the configuration."""

    name: str
    model: Model
    price: Price | None
    ledger: Ledger
    shape: Shape = field(default_factory=Shape)

    def reply(self, request: Request) -> Reply:
        """Return the model's reply, paid for; BudgetExhausted, and no call, if its worst case is not covered.

        Each further attempt that the model makes is held and paid for like a call of its own.
        """
        tab = Tab(self.ledger, self.name, worst_case(self.price, self.shape.limited(request)))
        try:
            with paying(tab.attempt):
                reply = self.model.reply(request)
            tab.settle(reply)
        finally:
            tab.close()
        return reply

    def close(self) -> None:
        """Release what the model holds, if it holds anything."""
        close = getattr(self.model, "close", None)
        if close is not None:
            close()


def worst_case(price: Price | None, request: Request) -> Fraction:
    """Return what a call costs at most: a cautious count of its input, and a reply as long as is allowed."""
    given = sum(MESSAGE_TOKENS + len(message.content) // CHARACTERS_PER_TOKEN for message in request.messages)
    return Fraction(str(cost_usd(price, given, request.max_tokens)))
