"""What a rule's results depend on in this checkout: the modules its code imports, and the package data they read.

The imports are read from the source, those inside functions too, so nothing has to be listed by hand. A module that
names its own folder (`__file__`) or a package's (`files("planclaims.x")`) reads the data of that folder: every file
there that is no module. Where a name of a module is put together (`import_module(f"planclaims.x.{name}")`), every
module of that package counts.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

PACKAGE = "planclaims"
ANY = "*"
"""Stands for every module of a package."""
FORMAT = 1
"""Raised when what is read from a source changes, so that older caches are not used."""
Reads = tuple[list[str], list[str]]
"""The dotted names that a source may import, and the packages whose data it reads."""


class Dependence:
    """The sources of a checkout and what each of them needs; what was read from a source is kept in a cache file."""

    def __init__(self, root: Path, cached: Path | None = None) -> None:
        self.root = root
        self._cached = cached
        self._known: dict[str, Reads] = self._load()
        self._digests: dict[Path, str] = {}
        self._read: dict[Path, Reads] = {}
        self._found: dict[str, list[Path]] = {}

    def digest(self, entry: str, *, without: Iterable[str] = ()) -> str:
        """Return a hash of all that an entry depends on, contents and names alone: a mere touch changes nothing."""
        return self.digest_of(self.files(entry, without=without))

    def digest_of(self, files: Iterable[Path]) -> str:
        """Return a hash of files of the checkout, by names and contents."""
        digest = hashlib.sha256()
        for path in files:
            digest.update(f"{path.relative_to(self.root).as_posix()}\0{self._digest(path)}\0".encode())
        self._save()
        return digest.hexdigest()[:16]

    def files(self, entry: str, *, without: Iterable[str] = ()) -> tuple[Path, ...]:
        """Return the files an entry depends on: a module by its dotted name, or a script by its path in the checkout.

        `without` names modules, packages or folders of data, dotted, that this use of the entry never reaches.
        Raises FileNotFoundError for a name that nothing bears any more, rather than leaving too much or too little.
        """
        left = tuple(without)
        for name in left:
            if self._module(name) is None and not self.root.joinpath(*name.split(".")).exists():
                raise FileNotFoundError(f"what is left out of {entry} is not there: {name}")
        return _closure(self, entry, left)

    def _sources(self, entry: str) -> list[Path]:
        """Return the sources that importing the entry executes: packages before what is in them."""
        if entry.endswith(".py"):
            return [self.root / entry]
        package, _, name = entry.rpartition(".")
        if name == ANY:
            return [*self._sources(package), *sorted(self.root.joinpath(*package.split(".")).glob("*.py"))]
        names = accumulate(entry.split("."), lambda above, part: f"{above}.{part}")
        return [path for path in map(self._module, names) if path]

    def _module(self, name: str) -> Path | None:
        place = self.root.joinpath(*name.split("."))
        return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)

    def reached(self, entry: str, without: tuple[str, ...]) -> Iterator[Path]:
        """Yield the files an entry depends on, some more than once."""
        waiting, seen = self._sources(entry), set[Path]()
        while waiting:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            yield path
            imported, packages = self._reads(path)
            for name in imported:
                if name not in self._found:
                    self._found[name] = self._sources(name)
                waiting += [found for found in self._found[name] if not self._is_within(found, without)]
            for name in packages:
                yield from (file for file in self._data(name) if not self._is_within(file, without))

    def _is_within(self, path: Path, names: tuple[str, ...]) -> bool:
        parts = path.with_suffix("").parts[len(self.root.parts) :]
        return any(list(parts[: name.count(".") + 1]) == name.split(".") for name in names)

    def _data(self, package: str) -> Iterator[Path]:
        """Yield the data of a package: the files in its folder and below, but for packages within."""
        folder = self.root.joinpath(*package.split("."))
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_dir():
                if path.name != "__pycache__" and not (path / "__init__.py").exists():
                    yield from (file for file in sorted(path.rglob("*")) if file.is_file() and file.suffix != ".pyc")
            elif path.suffix not in {".py", ".typed"}:
                yield path

    def _reads(self, path: Path) -> Reads:
        if path not in self._read:
            digest = self._digest(path)
            if digest not in self._known:
                package = ".".join(path.relative_to(self.root).parent.parts)
                self._known[digest] = _read_source(path.read_text(encoding="utf-8"), package)
            self._read[path] = self._known[digest]
        return self._read[path]

    def _digest(self, path: Path) -> str:
        """Return a hash of the file's contents, and of its folder, on which relative data depend."""
        if path not in self._digests:
            where = path.relative_to(self.root).parent.as_posix().encode()
            self._digests[path] = hashlib.sha256(where + b"\0" + path.read_bytes()).hexdigest()
        return self._digests[path]

    def _load(self) -> dict[str, Reads]:
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            document = json.loads((self._cached or Path()).read_text(encoding="utf-8"))
            if document["format"] == FORMAT:
                return {digest: (list(read[0]), list(read[1])) for digest, read in document["reads"].items()}
        return {}

    def _save(self) -> None:
        """Keep what was read, if that can be written: a cache is nobody's result."""
        wanted = {digest: self._known[digest] for digest in sorted({self._digest(path) for path in self._read})}
        if self._cached is None or wanted.keys() <= self._load().keys():
            return
        with suppress(OSError):
            self._cached.parent.mkdir(parents=True, exist_ok=True)
            beside = self._cached.with_suffix(".new")
            beside.write_text(json.dumps({"format": FORMAT, "reads": wanted}), encoding="utf-8")
            beside.replace(self._cached)


@cache
def _closure(sources: Dependence, entry: str, without: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(sorted(set(sources.reached(entry, without))))


def _read_source(text: str, package: str) -> Reads:
    """Return what a source imports of this package, and of which packages it reads data."""
    imported, packages = set[str](), set[str]()
    for node in _executed(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.update(_imported_from(node, package))
        elif isinstance(node, ast.Name) and node.id == "__file__":
            packages.add(package)
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "files"} and node.args:
                (imported if called == "import_module" else packages).update(_named(node.args[0], package))
    return sorted(filter(_is_ours, imported)), sorted(filter(_is_ours, packages))


def _executed(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a source, without imports that only a type checker sees."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from _executed(other)
        else:
            yield from _executed(child)


def _imported_from(node: ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield the module of an import, and every name in it, which may be a module too."""
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    module = ".".join([*above, *([node.module] if node.module else [])])
    yield module
    yield from (f"{module}.{alias.name}" for alias in node.names)


def _named(argument: ast.expr, package: str) -> Iterator[str]:
    """Yield the module that an argument names; of a name put together, the package it begins with and all within."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.JoinedStr) and argument.values and isinstance(argument.values[0], ast.Constant):
        yield str(argument.values[0].value).rpartition(".")[0] + f".{ANY}"
    else:
        yield package


def _is_ours(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] == PACKAGE


ENTRY = "planclaims.suites.hiddenpddl.episode"
SEARCH = "planclaims.search"
"""Only solving a task searches, though the module that reads what was found can start a search."""
OTHER = {"offline": "online", "online": "offline"}
CODE_KEY = {"offline": "strategy", "online": "architecture"}
"""The setting that names the code, and so the prompts, behind a method of another name."""


WRITER = "planclaims.suites.hiddenpddl.briefing.jobs"
WRITER_PROMPTS = "planclaims.suites.hiddenpddl.briefing.prompts"
EMBEDDED = ("planclaims.models.embedded",)


def brief_files(sources: Dependence, stage: str) -> tuple[Path, ...]:
    """Return the code and the prompt of a stage (domain, instance) with which a provider's model writes briefs."""
    prompt = sources.root.joinpath(*WRITER_PROMPTS.split("."), f"{stage}.txt")
    return (*sources.files(WRITER, without=(WRITER_PROMPTS, *EMBEDDED, SEARCH)), prompt)


def left_out(regime: str, kind: str) -> tuple[str, ...]:
    """Return what an episode of a regime with a model of a kind never uses; prompts are counted apart."""
    embedded = () if kind == "embedded" else EMBEDDED
    return (SEARCH, f"planclaims.{OTHER[regime]}", f"planclaims.{regime}.prompts", *embedded)


def episode_files(sources: Dependence, method: str, settings: Mapping[str, Any], kind: str) -> tuple[Path, ...]:
    """Return the code and prompts that can change an episode of a method with a model of a kind.

    A method whose plans another one makes hangs on that one too.
    """
    regime, planner = settings["regime"], settings.get("planner")
    prompts = sources.root / "planclaims" / regime / "prompts"
    folders = (prompts / settings.get(CODE_KEY[regime], method), prompts / "shared")
    shown = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    own = sources.files(ENTRY, without=left_out(regime, kind))
    others = episode_files(sources, planner["method"], planner, kind) if planner else ()
    return (*own, *shown, *others)
