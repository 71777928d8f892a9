from pathlib import Path

import pytest

from planclaims.storage import fingerprint
from planclaims.study.dependence import Dependence, brief_files, episode_files

ROOT = Path(__file__).parents[2]

FILES = {
    "planclaims/__init__.py": "",
    "planclaims/top.py": "from planclaims.a import b\n\ndef later():\n    import planclaims.late\n",
    "planclaims/late.py": "",
    "planclaims/typed.py": "",
    "planclaims/unused.py": "",
    "planclaims/a/__init__.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import planclaims.typed\n",
    "planclaims/a/b.py": "from . import c\nfrom pathlib import Path\nHERE = Path(__file__).parent / 'prompts'\n",
    "planclaims/a/c.py": "from importlib import import_module\nimport_module(f'planclaims.many.{1}')\n",
    "planclaims/a/prompts/x/one.txt": "one",
    "planclaims/a/sub/__init__.py": "",
    "planclaims/a/sub/other.txt": "of another package",
    "planclaims/many/__init__.py": "",
    "planclaims/many/m.py": "from importlib.resources import files\nfiles('planclaims.data').joinpath('t.csv')\n",
    "planclaims/data/t.csv": "1",
    "scripts/rule.py": "import planclaims.top\n",
}
REACHED = FILES.keys() - {
    "planclaims/typed.py",
    "planclaims/unused.py",
    "planclaims/a/sub/__init__.py",
    "planclaims/a/sub/other.txt",
}


def written(root: Path) -> Path:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def names(root: Path, entry: str, *without: str) -> set[str]:
    return {path.relative_to(root).as_posix() for path in Dependence(root).files(entry, without=without)}


def test_imports_of_every_form_are_followed_and_package_data_are_found(tmp_path: Path) -> None:
    assert names(written(tmp_path), "scripts/rule.py") == REACHED


def test_what_an_entry_does_not_reach_is_left_out_with_all_that_only_it_reaches(tmp_path: Path) -> None:
    found = names(written(tmp_path), "planclaims.top", "planclaims.many", "planclaims.a.prompts")
    assert found == REACHED - {
        "planclaims/many/__init__.py",
        "planclaims/many/m.py",
        "planclaims/data/t.csv",
        "planclaims/a/prompts/x/one.txt",
        "scripts/rule.py",
    }


def test_the_hash_follows_contents_alone_with_a_cache_and_without(tmp_path: Path) -> None:
    root, cache = written(tmp_path / "root"), tmp_path / "cache.json"
    before = Dependence(root, cache).digest("scripts/rule.py")
    assert cache.exists()
    (root / "planclaims/a/b.py").touch()
    (root / "planclaims/unused.py").write_text("x = 1")
    assert Dependence(root, cache).digest("scripts/rule.py") == before == Dependence(root).digest("scripts/rule.py")
    seen = {before}
    for name in sorted(REACHED):
        (root / name).write_text(FILES[name] + "\n")
        seen.add(Dependence(root, cache).digest("scripts/rule.py"))
    assert len(seen) == 1 + len(REACHED)
    (root / "planclaims/a/prompts/two.txt").write_text("a new file")
    assert Dependence(root, cache).digest("scripts/rule.py") not in seen


def test_a_broken_cache_is_no_obstacle(tmp_path: Path) -> None:
    root, cache = written(tmp_path / "root"), tmp_path / "cache.json"
    whole = Dependence(root).digest("scripts/rule.py")
    for text in ("", "[]", "{}", '{"format": 1, "reads": {"x": 1}}', '{"format": 0, "reads": {}}'):
        cache.write_text(text)
        assert Dependence(root, cache).digest("scripts/rule.py") == whole
    cache.unlink()
    cache.mkdir()
    assert Dependence(root, cache).digest("scripts/rule.py") == whole


def test_what_is_left_out_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"planclaims\.gone"):
        names(written(tmp_path), "planclaims.top", "planclaims.gone")


@pytest.mark.parametrize("stage", ["domain", "instance"])
def test_a_brief_depends_on_the_prompt_of_its_stage_alone(stage: str) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in brief_files(Dependence(ROOT), stage)}
    prompts = {name for name in files if "/prompts/" in name}
    assert prompts == {f"planclaims/suites/hiddenpddl/briefing/prompts/{stage}.txt"}
    assert "planclaims/models/provider/client.py" in files
    assert not [name for name in files if name.endswith(".gbnf") or name.startswith("planclaims/search/s")]


@pytest.mark.parametrize(("kind", "grammars"), [("embedded", True), ("litellm", False)])
def test_only_an_embedded_models_episode_depends_on_grammars(kind: str, *, grammars: bool) -> None:
    files = episode_files(Dependence(ROOT), "react", {"regime": "online"}, kind)
    assert any(path.suffix == ".gbnf" for path in files) == grammars
    assert any(path.name == "environment.py" for path in files)


def test_compiled_files_are_no_part_of_a_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    before = fingerprint(tmp_path, "**/*")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/a.cpython-311.pyc").write_bytes(b"compiled")
    assert fingerprint(tmp_path, "**/*") == before
