import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from planclaims.episodes.job import EARLIER
from planclaims.episodes.unfinished import failures, mark_failure, settled, unscored
from planclaims.errors import PlanclaimsError
from planclaims.models.money.budget import Budget
from planclaims.models.money.spending import Ledger
from planclaims.seam import Reply
from planclaims.study.rule_script import script_log
from planclaims.study.run import FolderInUse, hold_folder, unpriced, unpriced_note
from planclaims.study.run_summary import results_text

HOLDER = "import sys; from pathlib import Path; from planclaims.study.run import hold_folder\n" + (
    "lock = hold_folder(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
)


def test_a_second_run_in_one_folder_is_refused_and_a_killed_one_leaves_nothing_behind(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    with pytest.raises(FolderInUse, match=f"process {process.pid}"):
        hold_folder(tmp_path)
    process.kill()
    process.communicate()
    hold_folder(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlanclaimsError, match="results: cannot be written: Not a directory"):
        hold_folder(tmp_path / "file" / "results")


def test_a_failed_episode_is_listed_until_it_is_played_to_its_end(tmp_path: Path) -> None:
    output = tmp_path / "episodes" / "m" / "direct" / "d" / "01.repeat1.json"
    output.parent.mkdir(parents=True)
    output.write_text("{}")
    with settled(tmp_path, output):
        mark_failure(tmp_path, output, "the provider did not answer")
    assert failures(tmp_path) == [("episodes/m/direct/d/01.repeat1.json", "the provider did not answer")]
    assert unscored(tmp_path) == ["episodes/m/direct/d/01.repeat1.json"]
    assert "1 output stands for an infrastructure failure" in results_text(tmp_path)
    with settled(tmp_path, output):
        mark_failure(tmp_path, output, "the provider did not answer")
    assert unscored(tmp_path), "the same failure once more"
    with pytest.raises(ZeroDivisionError), settled(tmp_path, output):
        raise ZeroDivisionError
    assert unscored(tmp_path), "an episode that was broken off"
    with settled(tmp_path, output.with_name("02.json")):
        pass
    assert unscored(tmp_path), "another episode"
    with settled(tmp_path, output):
        pass
    assert failures(tmp_path) == []
    assert output.exists()


def test_failures_are_told_by_their_cause_with_the_episodes_that_are_left(tmp_path: Path) -> None:
    for place in ("briefs/d/01", "episodes/m/direct/d/01", "episodes/m/direct/d/01.repeat1", "episodes/m/direct/d/02"):
        mark_failure(tmp_path, tmp_path / f"{place}.json", "rate limit" if place.endswith("02") else "no answer")
    text = results_text(tmp_path)
    assert "4 outputs stand for infrastructure failures" in text
    assert "Episodes left: 3." in text
    assert "  briefs/d/01.json and 2 more: no answer" in text
    assert "  episodes/m/direct/d/02.json: rate limit" in text


def test_an_episode_that_keeps_its_earlier_record_is_not_said_to_be_unscored(tmp_path: Path) -> None:
    mark_failure(tmp_path, tmp_path / "episodes/m/direct/d/01.json", f"no answer ({EARLIER})")
    text = results_text(tmp_path)
    assert "1 episode could not be played anew after a change and is scored by the earlier record" in text
    assert "unscored" not in text


def test_what_was_paid_is_told_at_the_end_of_a_run_that_paid(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, Budget(usd=Fraction(2)))
    ledger.settle(ledger.hold("m", Fraction(0)), Reply("", "stop", 10, 10, 1.25))
    assert results_text(tmp_path, ledger).startswith(
        "Paid in this run: 1.25 USD for 1 model call. "
        "Paid for this results folder so far: 1.25 USD for 1 model call, of at most 2.00 USD."
    )
    later = Ledger(tmp_path)
    assert "Paid" not in results_text(tmp_path, later)
    later.settle(later.hold("m", Fraction(0)), Reply("", "stop", 10, 10, 0.5))
    assert "Paid in this run: 0.5000 USD for 1 model call" in results_text(tmp_path, later)
    assert "so far: 1.75 USD for 2 model calls." in results_text(tmp_path, later)


def test_a_model_without_a_price_is_named_beside_what_was_paid(tmp_path: Path) -> None:
    config = {
        "models": {"free": {"kind": "litellm"}, "dear": {"kind": "litellm", "price": {}}, "x": {"kind": "reference"}}
    }
    assert unpriced(["free", "dear", "x"], config) == ("free",)
    assert unpriced_note(["free"]) == " (not counted, for no price is set: free)"
    assert unpriced_note([]) == ""
    ledger = Ledger(tmp_path)
    ledger.settle(ledger.hold("free", Fraction(0)), Reply("", "stop", 10, 10, 0.0))
    text = results_text(tmp_path, ledger, unpriced=["free"])
    assert "No price is set for free, so what is paid for that is not counted" in text
    assert "Paid in this run: 0.00 USD for 1 model call" in text


def test_a_run_of_a_suite_tells_of_the_suite_alone(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/table4.txt").write_text("table 4")
    for name in ("tables", "irt", "logs", "episodes/m/direct/plain"):
        (tmp_path / "lamps" / name).mkdir(parents=True)
    (tmp_path / "lamps/report.html").write_text("")
    (tmp_path / "lamps/episodes.csv").write_text("scored,failure\nTrue,\nFalse,no answer\nFalse,no answer\n")
    output = tmp_path / "lamps/episodes/m/direct/plain/long.json"
    output.write_text('{"00": null, "01": "no answer", "02": "no answer"}')
    mark_failure(tmp_path, output, "2 of 3 items, 01 first: no answer")
    lines = results_text(tmp_path, suites=["lamps"], experiment=False).splitlines()
    assert "table 4" not in lines
    assert lines[0].endswith("Episodes left: 2.")
    assert lines[2:4] == ["Suite lamps: 3 episodes, 2 unscored.", "  2: no answer"]
    shown = [str(Path(line.split()[1]).relative_to(tmp_path)) for line in lines[4:]]
    assert shown == ["lamps/report.html", "lamps/episodes.csv", "lamps/tables", "lamps/episodes", "lamps/irt"]


def test_an_empty_mark_is_no_obstacle(tmp_path: Path) -> None:
    marker = tmp_path / "failures" / "episodes" / "m" / "01.txt"
    marker.parent.mkdir(parents=True)
    marker.write_text("")
    assert failures(tmp_path) == [("episodes/m/01.json", "")]
    assert "1 output stands for" in results_text(tmp_path)


def test_a_failed_run_does_not_pass_off_an_earlier_table_as_its_own(tmp_path: Path) -> None:
    table = tmp_path / "tables" / "table4.txt"
    table.parent.mkdir()
    table.write_text("table 4")
    written = table.stat().st_mtime
    assert "of an earlier run" in results_text(tmp_path, failed_since=written + 1)
    assert "of an earlier run" not in results_text(tmp_path, failed_since=written - 1)
    assert "of an earlier run" not in results_text(tmp_path)


def test_a_script_interrupted_from_the_keyboard_ends_without_telling_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended, script_log(str(tmp_path / "logs" / "a.log")):
        raise KeyboardInterrupt
    assert ended.value.code == 130
    assert (tmp_path / "logs" / "a.log").read_text() == ""
