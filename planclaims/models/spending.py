"""What a results folder has paid for, call by call, and the budget that no call may pass.

Every paid call is a line of one file, written before the reply is used, and the file is read on before every
call: so a resumed run counts what earlier ones paid, and jobs of one run, in threads or processes, count one
another. A call enters with its worst case, the longest reply at list price. Calls under way are held at their
worst case until they are paid; a call that fits only once they are cheaper waits for them.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from planclaims.errors import BudgetExhausted, StorageError
from planclaims.interfaces import Model, Reply, Request
from planclaims.models.late import paying
from planclaims.models.prices import Price, cost_usd
from planclaims.models.shape import Shape
from planclaims.storage import storing

FILE = "spending.jsonl"
CHARACTERS_PER_TOKEN = 2
"""Cautious: lists of names such as block_9c01d2 have about 2.4 characters a token, plain prose more than 4."""
MESSAGE_TOKENS = 8
"""Tokens that a provider adds to every message."""
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of paid calls and what they cost."""

    calls: int = 0
    usd: Fraction = Fraction(0)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.calls + other.calls, self.usd + other.usd)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.calls - other.calls, self.usd - other.usd)

    def __str__(self) -> str:
        return f"{dollars(self.usd)} for {_calls(self.calls)}"


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a results folder may pay for, over all its runs; None is no bound."""

    usd: Fraction | None = None
    calls: int | None = None

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Budget:
        """Return the budget of the configuration's `spending`."""
        usd = settings.get("usd")
        return cls(None if usd is None else Fraction(str(usd)), settings.get("calls"))

    def covers(self, amount: Amount) -> bool:
        """Return whether the amount is within both bounds."""
        return (self.usd is None or amount.usd <= self.usd) and (self.calls is None or amount.calls <= self.calls)

    def __str__(self) -> str:
        bounds = [] if self.usd is None else [dollars(self.usd)]
        bounds += [] if self.calls is None else [_calls(self.calls)]
        return " and ".join(bounds) or "no bound"


def dollars(usd: Fraction) -> str:
    """Return an amount of money in words, the smaller the finer."""
    digits = 2 if usd >= 1 or not usd else 4 if usd >= Fraction(1, 100) else 6
    return f"{float(usd):,.{digits}f} USD"


def _calls(number: int) -> str:
    return f"{number:,} model {'call' if number == 1 else 'calls'}"


class Ledger:
    """The payments of a results folder under a budget; safe for threads, and for processes up to calls under way.

    `exhausted` tells that the budget has refused a call.
    """

    def __init__(self, folder: Path, budget: Budget | None = None) -> None:
        self.path = folder / FILE
        self.budget = budget or Budget()
        self._paid, self._held, self._place = Amount(), Amount(), 0
        self.exhausted = False
        self._changed = threading.Condition()
        self.before = self.paid()

    def paid(self) -> Amount:
        """Return what the folder has paid so far."""
        with self._changed:
            return self._read_on()

    def paid_since(self) -> Amount:
        """Return what was paid since this ledger was opened."""
        return self.paid() - self.before

    @contextmanager
    def call(self, worst_usd: Fraction) -> Iterator[None]:
        """Hold the worst case of a call while it is made.

        Raises BudgetExhausted if the budget does not cover it; from then on for every further call, however
        cheap, so that a run ends soon and clearly.
        """
        wanted = Amount(1, worst_usd)
        self._hold(wanted)
        try:
            yield
        finally:
            with self._changed:
                self._held -= wanted
                self._changed.notify_all()

    def note(self, model: str, reply: Reply, worst_usd: Fraction = Fraction(0)) -> None:
        """Write a payment down; where that fails it still counts for this process, and the reply is not lost.

        A call of unknown cost counts at its worst case, and the line says so: its tokens are null.
        """
        usd = float(worst_usd) if reply.cost_usd is None else reply.cost_usd
        line = {
            "model": model,
            "usd": usd,
            "input_tokens": reply.input_tokens,
            "output_tokens": reply.output_tokens,
        }
        try:
            self._append(json.dumps(line, ensure_ascii=False) + "\n")
        except StorageError as problem:
            LOG.warning("%s", problem)
            with self._changed:
                self._paid += Amount(1, Fraction(str(usd)))

    def _hold(self, wanted: Amount) -> None:
        with self._changed:
            while True:
                paid = self._read_on()
                if self.exhausted or not self.budget.covers(paid + wanted):
                    self.exhausted = True
                    self._changed.notify_all()
                    raise BudgetExhausted(
                        f"the budget of {self.budget} (`spending` in the configuration) does not cover another call"
                    )
                if self.budget.covers(paid + self._held + wanted):
                    break
                self._changed.wait()
            self._append("")
            self._held += wanted

    def _append(self, text: str) -> None:
        """Add to the file in one piece; adding nothing finds out, before anything is paid, whether that works."""
        with storing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                file.write(text.encode())

    def _read_on(self) -> Amount:
        """Return what is paid, after reading the lines that are new in the file."""
        try:
            with self.path.open("rb") as file:
                file.seek(self._place)
                new = file.read()
        except (FileNotFoundError, NotADirectoryError):
            return self._paid
        whole = new[: new.rfind(b"\n") + 1]
        self._place += len(whole)
        for line in whole.splitlines():
            self._paid += Amount(1, self._usd(line))
        return self._paid

    def _usd(self, line: bytes) -> Fraction:
        try:
            return Fraction(str(json.loads(line)["usd"]))
        except (ValueError, KeyError, TypeError):
            LOG.warning("%s: a broken line counts as a call of unknown cost", self.path)
            return Fraction(0)


@dataclass(frozen=True)
class PaidModel:
    """A model whose calls are paid for under the budget of a ledger; `name` is its entry in the configuration."""

    name: str
    model: Model
    price: Price | None
    ledger: Ledger
    shape: Shape = field(default_factory=Shape)

    def reply(self, request: Request) -> Reply:
        """Return the model's reply, paid for; BudgetExhausted, and no call, if its worst case is not covered."""
        worst = worst_case(self.price, self.shape.limited(request))
        with self.ledger.call(worst), paying(lambda spent: self.ledger.note(self.name, spent, worst)):
            reply = self.model.reply(request)
            self.ledger.note(self.name, reply, worst)
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
