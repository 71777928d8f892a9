import threading
import time

import pytest

from planclaims.models.provider.late import within


def test_a_call_in_time_gives_its_answer_or_its_error() -> None:
    assert within(5, lambda: "answer") == "answer"
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)


def test_an_error_of_the_call_that_looks_like_a_deadline_is_its_own() -> None:
    def refuse() -> None:
        raise TimeoutError("of the call")

    with pytest.raises(TimeoutError, match="of the call"):
        within(5, refuse)


def test_a_late_call_is_left_alone_and_keeps_no_process_alive() -> None:
    over = threading.Event()
    started = time.monotonic()
    with pytest.raises(TimeoutError, match=r"no whole answer within 0\.05 s"):
        within(0.05, lambda: over.wait(30))
    assert time.monotonic() - started < 5
    assert all(thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread())
    over.set()
