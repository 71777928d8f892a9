"""What an archive says of itself: the configuration, the versions it was made with, and the hash of every file."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any

import planclaims
from planclaims.errors import InputError
from planclaims.storage import fingerprint

NAME = "manifest.json"
FORMAT = 1
SHAPES_BYTES = ("pandas", "numpy", "pyarrow", "matplotlib", "statsmodels", "scipy", "pddl")
"""The packages whose versions can change a table or a figure."""
KINDS: Mapping[str, type] = {
    "format": int,
    "planclaims": str,
    "code": str,
    "versions": dict,
    "config": dict,
    "files": dict,
}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive was made from: code, versions of packages, configuration, and the SHA-256 of each file in it."""

    format: int
    planclaims: str
    code: str
    versions: Mapping[str, str]
    config: Mapping[str, Any]
    files: Mapping[str, str]


def manifest(config: Mapping[str, Any], files: Mapping[str, str]) -> Manifest:
    """Return the manifest of files with their hashes, made here and now."""
    return Manifest(FORMAT, planclaims.__version__, code_hash(), dict(versions()), config, files)


def code_hash() -> str:
    """Return a hash of the code of this package, its prompts and other data."""
    return fingerprint(Path(planclaims.__file__).parent, "**/*")


def versions() -> Iterator[tuple[str, str]]:
    """Yield what can change the bytes of a table or figure, with its version here."""
    yield "python", platform.python_version()
    for name in SHAPES_BYTES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"


def differences(then: Manifest) -> list[str]:
    """Return, a clause each, what an archive was made with that is another thing here."""
    here = dict(versions())
    found = [
        f"{name} {then.versions.get(name, 'unknown')} in the archive, {here.get(name, 'unknown')} here"
        for name in sorted({*then.versions, *here})
        if then.versions.get(name) != here.get(name)
    ]
    if then.planclaims != planclaims.__version__:
        found.insert(0, f"planclaims {then.planclaims} in the archive, {planclaims.__version__} here")
    if then.code != code_hash():
        found.insert(0, f"the code of planclaims (hash {then.code} in the archive, {code_hash()} here)")
    return found


def manifest_bytes(found: Manifest) -> bytes:
    """Return the manifest as JSON, the same bytes for equal ones."""
    return (json.dumps(asdict(found), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def read_manifest(content: bytes, path: Path) -> Manifest:
    """Return the manifest of an archive; InputError if it is none that this version reads."""
    try:
        document = json.loads(content)
    except ValueError:
        document = None
    fits = isinstance(document, dict) and all(isinstance(document.get(name), kind) for name, kind in KINDS.items())
    if not fits or document["format"] != FORMAT or len(document) != len(KINDS):
        raise InputError(f"is no archive of a study in format {FORMAT}", file=path)
    for name in document["files"]:
        place = PurePosixPath(name)
        if place.is_absolute() or ".." in place.parts or name != str(place) or "\\" in name:
            raise InputError(f"names a file outside of the study: {name!r}", file=path)
    return Manifest(**document)


def digest(content: bytes) -> str:
    """Return the hash by which a file is known."""
    return hashlib.sha256(content).hexdigest()
