import io
import time
from datetime import datetime

from planclaims.study.progress import Progress, progress_line, seconds_left
from planclaims.suites.keeping import told_while_drawing

NOW = datetime(2026, 1, 1, 23, 59)


def test_a_line_tells_done_total_paid_and_the_expected_end() -> None:
    line = progress_line(1_500, 3_000, "1.25 USD for 7 model calls", 120, NOW)
    assert line == (
        "1,500 of 3,000 jobs done (50%), paid in this run: 1.25 USD for 7 model calls; expected end: 2026-01-02 00:01"
    )
    assert progress_line(0, 0, "0.00 USD", None, NOW).endswith(
        "paid in this run: 0.00 USD; expected end: not known yet"
    )


def test_the_end_is_told_by_the_pace_of_late() -> None:
    assert seconds_left([(0.0, 10), (20.0, 20)], 100) == 160
    assert seconds_left([(0.0, 10), (20.0, 10)], 100) is None
    assert seconds_left([(0.0, 0)], 100) is None


def test_lines_come_while_no_job_ends() -> None:
    stream = io.StringIO()
    progress = Progress(lambda: (0, 3), lambda: "0.00 USD for 0 model calls", seconds=0.01, stream=stream)
    progress.begin()
    deadline = time.monotonic() + 20
    while stream.getvalue().count("0 of 3 jobs done") < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    progress.end()
    assert stream.getvalue().count("0 of 3 jobs done") >= 3


def test_drawing_items_is_told_only_if_it_takes_long() -> None:
    stream = io.StringIO()
    with told_while_drawing("lamps", first=0.01, stream=stream):
        while not stream.getvalue():
            time.sleep(0.01)
    assert stream.getvalue().startswith("suite lamps: drawing its items, 0 s so far")
    quick = io.StringIO()
    with told_while_drawing("lamps", stream=quick):
        pass
    assert quick.getvalue() == ""
