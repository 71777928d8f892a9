import errno
import os
from pathlib import Path

import pytest

from planclaims.errors import StorageError
from planclaims.storage import storing


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_refusal_of_the_disk_is_one_line(number: int) -> None:
    with (
        pytest.raises(StorageError, match=r"^results/x: cannot be written: [A-Z][a-z -]+") as raised,
        storing(Path("results/x")),
    ):
        raise OSError(number, os.strerror(number))
    assert "\n" not in str(raised.value)


def test_without_a_path_the_file_that_the_system_names_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=str(tmp_path)), storing():
        tmp_path.write_text("")


def test_other_errors_are_left_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), storing(tmp_path):
        (tmp_path / "absent").read_text()
