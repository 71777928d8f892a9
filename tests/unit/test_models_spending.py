from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest
from models_chat_server import error, serving, success

from planclaims.errors import BudgetExhausted, InfrastructureError, StorageError
from planclaims.models.build import build_model
from planclaims.models.money.budget import Amount, Budget
from planclaims.models.money.prices import Price
from planclaims.models.money.spending import FILE, Ledger, PaidModel, worst_case
from planclaims.models.replies.store import ReplyStore
from planclaims.seam import Message, Purpose, Reply, Request
from planclaims.study.run import hold_folder

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
            return build_model("m", entry, store=store, ledger=ledger).reply(request(max_tokens=300_000))

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


def test_a_line_cut_short_counts_at_the_worst_that_is_known_until_it_is_whole(tmp_path: Path) -> None:
    model = paid(tmp_path, Writer(0.5))
    model.reply(request())
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write('{"usd": 0.2')
    assert model.ledger.paid() == Amount(2, Fraction("1.500009")), (
        "half an amount may be any: the dearest call held 1.000009"
    )
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write("5}\nnonsense\n")
    assert model.ledger.paid() == Amount(3, Fraction("1.750009"))
    assert Ledger(tmp_path).paid() == Amount(3, Fraction(5, 4)), "the dearest line in the file is half a dollar"


@pytest.mark.parametrize("cut", range(1, 90, 7))
def test_a_line_that_has_run_into_the_next_loses_no_payment(tmp_path: Path, cut: int) -> None:
    line = '{"model": "m", "usd": 1.5, "input_tokens": 100000, "output_tokens": 100000}\n'
    (tmp_path / FILE).write_text(line + line[: min(cut, len(line) - 1)] + line)
    assert Ledger(tmp_path).paid() == Amount(3, Fraction(9, 2))


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{}",
        b"[]",
        b"null",
        b'{"usd": null}',
        b'{"usd": true}',
        b'{"usd": -1.0}',
        b'{"usd": NaN}',
        b'{"usd": Infinity}',
        b'{"usd": 1e999}',
        b'{"usd": "1/0"}',
        b'{"usd": "0.1"}',
        b'{"usd"',
        b"\x00\x00\x00",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"usd": 1e99999999, "model"',
        b'{"usd": 0.1, "calls": 7}'[:-2],
    ],
)
def test_a_line_without_a_possible_amount_counts_as_the_dearest_call(tmp_path: Path, line: bytes) -> None:
    (tmp_path / FILE).write_bytes(b'{"model": "m", "usd": 0.1}\n' + line + b'\n{"model": "m", "usd": 0.5}\n')
    found = Ledger(tmp_path).paid()
    expected = Fraction(7, 10) if line.startswith(b'{"usd": 0.1,') else Fraction(11, 10)
    assert found == Amount(3, expected)


def test_empty_lines_count_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'\n  \r\n{"usd": 0.5}\r\n\n')
    assert Ledger(tmp_path).paid() == Amount(1, Fraction(1, 2))


FULL = """
import resource, sys
from fractions import Fraction
from pathlib import Path
from planclaims.errors import StorageError
from planclaims.seam import Message, Purpose, Reply, Request
from planclaims.models.money.prices import Price
from planclaims.models.money.spending import FILE, Ledger, PaidModel

import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder, room = Path(sys.argv[1]), int(sys.argv[2])

class Writer:
    def reply(self, request):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size() + room, resource.RLIM_INFINITY))
        print("paid", flush=True)
        return Reply("done", "stop", 1, 1, 1.5)

def size():
    path = folder / FILE
    return path.stat().st_size if path.exists() else 0

model = PaidModel("m", Writer(), Price(Fraction(1), Fraction(4)), Ledger(folder))
for _ in range(3):
    try:
        model.reply(Request((Message("user", "Hi."),), Purpose.PLAN, 0.0, 500_000))
    except StorageError as problem:
        print("refused", flush=True)
"""


@pytest.mark.parametrize("room", [0, 1, 30, 100, 150])
def test_a_full_disk_loses_no_payment(tmp_path: Path, room: int) -> None:
    code = [sys.executable, "-c", FULL, str(tmp_path), str(room)]
    printed = subprocess.run(code, capture_output=True, text=True, timeout=60, check=True).stdout
    paid_for = printed.split().count("paid")
    assert paid_for >= 1
    assert printed.split().count("refused") == 3 - paid_for
    assert Ledger(tmp_path).paid() == Amount(paid_for, Fraction(3, 2) * paid_for)


CALLER = """
import sys, time
from fractions import Fraction
from pathlib import Path
from planclaims.errors import BudgetExhausted
from planclaims.seam import Message, Purpose, Reply, Request
from planclaims.models.money.prices import Price
from planclaims.models.money.spending import Ledger, PaidModel
from planclaims.models.money.budget import Budget

class Writer:
    def reply(self, request):
        print("paid", flush=True)
        time.sleep(float(sys.argv[2]))
        return Reply("done", "stop", 1, 1, float(sys.argv[3]))

ledger = Ledger(Path(sys.argv[1]), Budget(usd=Fraction(3)))
model = PaidModel("m", Writer(), Price(Fraction(1), Fraction(2)), ledger)
print("ready", flush=True)
sys.stdin.readline()
try:
    for _ in range(100):
        model.reply(Request((Message("user", ""),), Purpose.PLAN, 0.0, 500_000))
except BudgetExhausted:
    print("exhausted", flush=True)
"""


def caller(folder: Path, seconds: float, usd: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", CALLER, str(folder), str(seconds), str(usd)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_processes_of_one_folder_never_pass_the_budget_together(tmp_path: Path) -> None:
    processes = [caller(tmp_path, 0.02, 0.4) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    printed = [process.communicate(timeout=60)[0].split() for process in processes]
    assert all(words[-1] == "exhausted" for words in printed)
    calls = sum(words.count("paid") for words in printed)
    assert Ledger(tmp_path).paid() == Amount(calls, calls * Fraction(2, 5))
    assert calls == 5, "after 2.00 of 3 dollars another worst case of 1.000008 dollars does not fit"
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_call_whose_process_was_killed_counts_at_its_worst_case(tmp_path: Path) -> None:
    process = caller(tmp_path, 60, 0.4)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "paid\n"
    ledger = Ledger(tmp_path, Budget(calls=1))
    assert ledger.paid() == Amount(), "it is under way"
    process.kill()
    process.communicate(timeout=60)
    assert ledger.paid() == Amount(1, Fraction("1.000008"))
    assert Ledger(tmp_path).paid() == ledger.paid()
    with pytest.raises(BudgetExhausted), ledger.call(Fraction(0)):
        pass


def test_a_long_ledger_is_read_once_and_then_from_where_it_was_summed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = '{"model": "m", "usd": 0.25, "input_tokens": 1, "output_tokens": 1}\n'
    (tmp_path / FILE).write_text(line * 8000)
    assert Ledger(tmp_path).paid() == Amount(8000, Fraction(2000))
    read: list[int] = []
    real = os.pread
    monkeypatch.setattr(os, "pread", lambda file, size, place: read.append(len(got := real(file, size, place))) or got)
    assert Ledger(tmp_path).paid() == Amount(8000, Fraction(2000))
    assert sum(read) < 10_000
    with (tmp_path / FILE).open("a") as file:
        file.write(line)
    assert Ledger(tmp_path).paid() == Amount(8001, Fraction("2000.25"))
    (tmp_path / FILE).write_text(line * 3)
    assert Ledger(tmp_path).paid() == Amount(3, Fraction("0.75"))
    (tmp_path / FILE).write_text(line.replace("0.25", "0.75") * 8000)
    assert Ledger(tmp_path).paid() == Amount(8000, Fraction(6000)), "another ledger of the same length"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"place": -1}', '{"place": "x"}'])
def test_a_broken_sum_is_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text('{"usd": 0.25}\n')
    (tmp_path / ".spending-sum.json").write_text(content)
    assert Ledger(tmp_path).paid() == Amount(1, Fraction(1, 4))


def test_a_payment_that_cannot_be_written_still_counts_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = paid(tmp_path, Writer(0.5, 0.25), usd=2)
    real = os.pwrite

    def broken(file: int, content: bytes, place: int) -> int:
        if b"held" not in content:
            raise OSError(errno.EIO, "Input/output error")
        return real(file, content, place)

    monkeypatch.setattr(os, "pwrite", broken)
    assert model.reply(request()).text == "done"
    assert model.ledger.paid() == Amount(1, Fraction(1, 2))
    monkeypatch.setattr(os, "pwrite", real)
    model.reply(request())
    assert model.ledger.paid() == Amount(2, Fraction(3, 4))


def test_a_file_system_without_locks_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    writer = Writer(0.1)
    with pytest.raises(
        StorageError, match=r"cannot lock files \(No locks available\).*keep the results on one that can"
    ):
        paid(tmp_path, writer).reply(request())
    with pytest.raises(StorageError, match="cannot lock files"):
        hold_folder(tmp_path)
    assert writer.asked == 0


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
