import subprocess
import sys
from pathlib import Path

import pytest

from planclaims.errors import PlanclaimsError
from planclaims.run import FolderInUse, failures, forget_failures, hold_folder, mark_failure, results_text

HOLDER = "import sys; from pathlib import Path; from planclaims.run import hold_folder\n" + (
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
    with pytest.raises(PlanclaimsError, match="cannot write to"):
        hold_folder(tmp_path / "file" / "results")


def test_a_failed_episode_is_listed_and_forgotten_on_the_next_run(tmp_path: Path) -> None:
    output = tmp_path / "episodes" / "m" / "direct" / "d" / "01.json"
    output.parent.mkdir(parents=True)
    output.write_text("{}")
    kept = output.with_name("02.json")
    kept.write_text("{}")
    mark_failure(tmp_path, output, "the provider did not answer")
    assert failures(tmp_path) == [("episodes/m/direct/d/01.json", "the provider did not answer")]
    assert "1 outputs stand for infrastructure failures" in results_text(tmp_path)
    assert forget_failures(tmp_path) == 1
    assert not output.exists()
    assert kept.exists()
    assert failures(tmp_path) == []
