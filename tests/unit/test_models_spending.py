from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path

import pytest
from models_chat_server import error, serving, success

from planclaims.errors import BudgetExhausted, InfrastructureError, StorageError
from planclaims.interfaces import Message, Purpose, Reply, Request
from planclaims.models.build import build_model
from planclaims.models.prices import Price
from planclaims.models.spending import FILE, Amount, Budget, Ledger, PaidModel, worst_case
from planclaims.models.store import ReplyStore

PRICE = Price(Fraction(1), Fraction(2))
"""Per million tokens: a reply of 500,000 tokens is a dollar."""


def request(text: str = "Hi.", max_tokens: int = 500_000) -> Request:
    return Request((Message("user", text),), Purpose.PLAN, 0.0, max_tokens)


class Writer:
    """A model whose replies cost what is given, each after a signal if there is one."""

    def __init__(self, *costs: float, go_on: threading.Event | None = None) -> None:
        self.costs = list(costs)
        self.asked = 0
        self.go_on = go_on
        self.busy = threading.Event()

    def reply(self, request: Request) -> Reply:
        self.asked += 1
        self.busy.set()
        if self.go_on is not None:
            assert self.go_on.wait(10)
        return Reply("done", "stop", 1, 1, self.costs.pop(0))


def paid(folder: Path, writer: Writer, **bounds: object) -> PaidModel:
    return PaidModel("m", writer, PRICE, Ledger(folder, Budget.from_settings(bounds)))


def test_the_worst_case_is_the_longest_reply_and_a_cautious_count_of_the_input() -> None:
    assert worst_case(PRICE, request("x" * 200, max_tokens=1000)) == Fraction(108 + 2 * 1000, 10**6)
    assert worst_case(None, request()) == 0


def test_a_call_that_might_pass_the_budget_is_not_made(tmp_path: Path) -> None:
    writer = Writer(0.25, 0.25)
    model = paid(tmp_path, writer, usd=1.49)
    model.reply(request())
    model.reply(request(max_tokens=499_000))
    with pytest.raises(BudgetExhausted, match=r"1\.49 USD"):
        model.reply(request())
    assert writer.asked == 2
    assert model.ledger.paid() == Amount(2, Fraction(1, 2))


def test_after_the_first_refusal_every_call_is_refused(tmp_path: Path) -> None:
    writer = Writer(0.25, 0.25)
    model = paid(tmp_path, writer, usd=1.1)
    model.reply(request())
    for tokens in (500_000, 1):
        with pytest.raises(BudgetExhausted):
            model.reply(request(max_tokens=tokens))
    assert writer.asked == 1


def test_calls_are_bounded_without_a_price(tmp_path: Path) -> None:
    writer = Writer(0.0, 0.0, 0.0)
    model = PaidModel("m", writer, None, Ledger(tmp_path, Budget(calls=2)))
    model.reply(request())
    model.reply(request())
    with pytest.raises(BudgetExhausted, match="2 model calls"):
        model.reply(request())
    assert writer.asked == 2


def test_a_later_run_counts_what_an_earlier_one_paid(tmp_path: Path) -> None:
    paid(tmp_path, Writer(0.75), usd=2).reply(request())
    again = paid(tmp_path, Writer(0.5), usd=2)
    assert again.ledger.before == Amount(1, Fraction(3, 4))
    again.reply(request())
    assert again.ledger.paid_since() == Amount(1, Fraction(1, 2))
    with pytest.raises(BudgetExhausted):
        again.reply(request())


def test_two_ledgers_of_one_folder_count_one_another(tmp_path: Path) -> None:
    one, other = paid(tmp_path, Writer(1.0), usd=1.5), paid(tmp_path, Writer(1.0), usd=1.5)
    one.reply(request())
    with pytest.raises(BudgetExhausted):
        other.reply(request())


def test_a_call_waits_for_one_under_way_that_may_turn_out_cheaper(tmp_path: Path) -> None:
    go_on = threading.Event()
    writer = Writer(0.1, 0.1, go_on=go_on)
    model = paid(tmp_path, writer, usd=1.5)
    threads = [threading.Thread(target=model.reply, args=(request(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert writer.busy.wait(10)
    threads[1].join(0.05)
    assert writer.asked == 1, "two worst cases of a dollar do not fit under 1.50"
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert writer.asked == 2
    assert model.ledger.paid().usd == Fraction(1, 5)


def test_many_threads_never_pass_the_budget(tmp_path: Path) -> None:
    writer = Writer(*[0.03] * 100)
    model = paid(tmp_path, writer, usd=1)
    refused = []

    def play() -> None:
        try:
            for _ in range(10):
                model.reply(request(max_tokens=20_000))
        except BudgetExhausted as problem:
            refused.append(problem)

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert refused
    assert Fraction(9, 10) < model.ledger.paid().usd <= 1


def test_a_failed_call_costs_nothing_and_frees_what_was_held(tmp_path: Path) -> None:
    with serving(error(400), success(usage=(10, 10))) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "price": {"input": 1, "output": 2}}
        ledger = Ledger(tmp_path, Budget(usd=Fraction(1)))
        store = ReplyStore(tmp_path / "replies")

        def ask() -> Reply:
            return build_model("m", entry, oracle=None, store=store, ledger=ledger).reply(request(max_tokens=300_000))

        with pytest.raises(InfrastructureError):
            ask()
        assert ledger.paid() == Amount()
        assert not ask().stored
        assert ledger.paid() == Amount(1, Fraction(30, 10**6))
        assert ask().stored
    assert ledger.paid().calls == 1
    assert len(chat.asked) == 2


def test_a_folder_that_cannot_be_written_is_found_out_before_anything_is_paid(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("")
    writer = Writer(0.1)
    with pytest.raises(StorageError, match="cannot be written"):
        paid(tmp_path / "results" / "inner", writer).reply(request())
    assert writer.asked == 0


def test_a_line_cut_short_by_a_crash_is_read_once_it_is_whole(tmp_path: Path) -> None:
    model = paid(tmp_path, Writer(0.5))
    model.reply(request())
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write('{"usd": 0.2')
    assert model.ledger.paid() == Amount(1, Fraction(1, 2))
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write("5}\nnonsense\n")
    assert model.ledger.paid() == Amount(3, Fraction(3, 4))


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "no bound"),
        ({"usd": 0.00015}, "0.000150 USD"),
        ({"usd": 0}, "0.00 USD"),
        ({"usd": 2.5}, "2.50 USD"),
        ({"usd": 0.0123, "calls": 1200}, "0.0123 USD and 1,200 model calls"),
    ],
)
def test_a_budget_in_words(settings: dict[str, object], text: str) -> None:
    assert str(Budget.from_settings(settings)) == text
