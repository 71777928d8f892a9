"""The house stands as the documentation says: imports point down, suites do not know one another, rooms stay small."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "planclaims"
FLOORS = (
    ("errors", "storage", "schema", "settings", "prompts", "conversation", "seam"),
    ("semantics", "pddl_io"),
    ("search", "language", "turns", "models", "sandbox"),
    ("offline", "online"),
    ("episodes",),
    ("analysis",),
    ("suites",),
    ("report",),
    ("study",),
    ("cli",),
)
"""From the ground up; what lies on one floor is listed from the ground up too."""
ORDER = [room for floor in FLOORS for room in floor]
FIRST = "hiddenpddl"
FIRST_IS_NAMED_BY = ("report/", "study/", "cli/", "episodes/record.py", "episodes/play.py")
"""The first study's reports, estimates and commands are older than suites, and records of before name no suite."""
OWN_COMMANDS = {"planclaims/cli/fit.py": "competence", "planclaims/cli/study/rejudge.py": "planbench"}
"""Commands that are a suite's own, of use without the suite being played."""
FILES_IN_A_FOLDER, LINES_OF_A_FILE, LINES_OF_A_FUNCTION = 16, 300, 60
MODULES = sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("planclaims"):
            named = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in named if is_module(name)]
            yield from modules if len(modules) == len(named) else [node.module, *modules]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("planclaims"))


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def suites() -> list[str]:
    return sorted(path.parent.name for path in (PACKAGE / "suites").glob("*/__init__.py"))


def test_every_room_has_a_floor() -> None:
    rooms = {room(dotted(path)) for path in MODULES} - {""}
    assert rooms == set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = room(dotted(path))
    if own:
        above = ORDER[ORDER.index(own) + 1 :]
        assert not [name for name in imported(path) if room(name) in above]


def test_no_module_imports_itself_around_corners() -> None:
    known = {dotted(path): path for path in MODULES}
    edges = {name: {other for other in imported(path) if other in known} for name, path in known.items()}
    done: set[str] = set()

    def walk(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail[trail.index(name) :], name])
        if name not in done:
            for other in edges[name] - {name}:
                walk(other, (*trail, name))
            done.add(name)

    for name in edges:
        walk(name, ())


@pytest.mark.parametrize("suite", suites())
def test_a_suite_is_named_only_where_it_lives(suite: str) -> None:
    own = ROOT / "rules/suites" / f"{suite}.smk"
    own_scripts = re.findall(r"scripts/(\w+\.py)", own.read_text(encoding="utf-8")) if own.exists() else []
    named = re.compile(rf"suites[./]{suite}\b|results/{suite}\b")
    rules = [*(ROOT / "rules").rglob("*.smk"), *(ROOT / "scripts").glob("*.py"), ROOT / "Snakefile"]
    sources = [*PACKAGE.rglob("*"), *rules]
    for path in sources:
        place = path.relative_to(ROOT).as_posix()
        at_home = place.startswith((f"planclaims/suites/{suite}/", f"rules/suites/{suite}")) or path.name in own_scripts
        at_home = at_home or OWN_COMMANDS.get(place) == suite
        older = suite == FIRST and (
            place.removeprefix("planclaims/").startswith(FIRST_IS_NAMED_BY) or not place.startswith("planclaims/")
        )
        if path.is_file() and path.suffix != ".pyc" and not at_home and not older:
            assert not named.search(path.read_text(encoding="utf-8", errors="ignore")), place


@pytest.mark.parametrize("suite", suites())
def test_no_suite_imports_another(suite: str) -> None:
    others = {f"planclaims.suites.{other}" for other in suites() if other != suite}
    for path in (PACKAGE / "suites" / suite).rglob("*.py"):
        assert not [name for name in imported(path) if ".".join(name.split(".")[:3]) in others], path


def test_rooms_and_what_is_in_them_stay_small() -> None:
    for folder in {path.parent for path in MODULES}:
        assert len([path for path in folder.glob("*.py") if path.stem != "__init__"]) <= FILES_IN_A_FOLDER, folder
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= LINES_OF_A_FILE, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                assert node.end_lineno - node.lineno < LINES_OF_A_FUNCTION, f"{path}: {node.name}"


def test_every_benchmark_tells_how_it_is_called() -> None:
    for path in (ROOT / "benchmarks").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "__main__" not in text or "parse_args()" in text, path
        assert "sys.argv" not in text, path
