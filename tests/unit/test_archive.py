"""A study as one file: whole or refused, and rebuilt to the byte without a model."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from planclaims.analysis import outputs
from planclaims.cli.main import main
from planclaims.cli.outcome import ExitCode
from planclaims.episodes.play import Player
from planclaims.errors import InputError
from planclaims.study.archive import manifest as manifests
from planclaims.study.archive.container import TRAILER, check_container, members_of, write_container
from planclaims.study.archive.manifest import NAME, Manifest, differences, digest, manifest, manifest_bytes
from planclaims.study.archive.pack import keep_config
from planclaims.study.archive.replay import rebuild, unpack
from planclaims.study.experiment import read_experiment
from planclaims.suites.hiddenpddl.briefing.write_briefs import briefs_to_file
from planclaims.suites.hiddenpddl.episode import TaskFiles, play_episode
from planclaims.suites.hiddenpddl.task_facts import solve_to_file

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "rules" / "config.schema.yaml"
MEMBERS = [("a.txt", b"one"), ("b/c.txt", bytes(5000)), ("empty", b"")]


def test_what_is_written_is_read_again_and_equal_members_give_equal_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.tar.zst", tmp_path / "two.tar.zst"
    for path in (one, two):
        write_container(path, MEMBERS)
    check_container(one)
    with members_of(one) as members:
        assert list(members) == MEMBERS
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.tar.zst", "two.tar.zst"]


def test_one_changed_byte_anywhere_is_refused(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.tar.zst", tmp_path / "broken.tar.zst"
    write_container(whole, MEMBERS)
    content = whole.read_bytes()
    for place in (0, 5, len(content) // 2, len(content) - TRAILER, len(content) - 20, len(content) - 1):
        changed = bytearray(content)
        changed[place] ^= 1
        broken.write_bytes(changed)
        with pytest.raises(InputError, match=r"take another copy"):
            check_container(broken)
    for shorter in (b"", content[:4], content[:-1], content + b"x"):
        broken.write_bytes(shorter)
        with pytest.raises(InputError, match=r"take another copy"):
            check_container(broken)


@pytest.mark.skipif(shutil.which("zstd") is None, reason="no zstd program here")
def test_other_programs_read_it_too(tmp_path: Path) -> None:
    write_container(tmp_path / "a.tar.zst", MEMBERS)
    subprocess.run(["tar", "--zstd", "-xf", "a.tar.zst"], cwd=tmp_path, check=True)
    assert (tmp_path / "a.txt").read_bytes() == b"one"


def packed(path: Path, files: dict[str, bytes], named: dict[str, bytes] | None = None) -> Path:
    """Return an archive of files whose manifest is of others, where they are named."""
    hashes = {name: digest(content) for name, content in (files if named is None else named).items()}
    write_container(path, [(NAME, manifest_bytes(manifest({}, hashes))), *files.items()])
    return path


@pytest.mark.parametrize(
    ("files", "named", "told"),
    [
        ({"a": b"1"}, {"a": b"2"}, "a is not what its manifest says"),
        ({"a": b"1", "b": b"2"}, {"a": b"1"}, "b is not what its manifest says"),
        ({"a": b"1"}, {"a": b"1", "b": b"2"}, "b is missing"),
        ({"../a": b"1"}, None, "a file outside of the study: '../a'"),
        ({"/a": b"1"}, None, "a file outside of the study: '/a'"),
    ],
)
def test_what_the_manifest_does_not_say_is_refused(
    tmp_path: Path, files: dict[str, bytes], named: dict[str, bytes] | None, told: str
) -> None:
    with pytest.raises(InputError, match=told):
        unpack(packed(tmp_path / "a.tar.zst", files, named), tmp_path / "out")
    assert not (tmp_path / "a").exists()


def test_what_is_no_archive_of_a_study_is_refused(tmp_path: Path) -> None:
    write_container(tmp_path / "a.tar.zst", MEMBERS)
    with pytest.raises(InputError, match="does not begin with a manifest"):
        unpack(tmp_path / "a.tar.zst", tmp_path / "out")
    write_container(tmp_path / "b.tar.zst", [(NAME, b"{}")])
    with pytest.raises(InputError, match="is no archive of a study"):
        unpack(tmp_path / "b.tar.zst", tmp_path / "out")


def test_other_code_and_other_versions_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    then = manifest({}, {})
    assert differences(then) == []
    older = Manifest(1, "0.0.1", "other", {**then.versions, "pandas": "2.0"}, {}, {})
    told = differences(older)
    assert "the code of planclaims (hash other in the archive" in told[0]
    assert any("planclaims 0.0.1 in the archive" in one for one in told)
    assert any(one.startswith("pandas 2.0 in the archive") for one in told)
    monkeypatch.setattr(manifests, "code_hash", lambda: "changed")
    assert len(differences(then)) == 1


def small_study(folder: Path) -> dict[str, Any]:
    """Return the configuration of a study of two scripts on two tasks, played into the folder."""
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    models = ["reference-optimal", "reference-abstainer"]
    config["experiment"] = {"domains": ["hospital"], "models": models, "methods": ["direct", "react"]}
    config["analysis"]["resamples"] = 100
    config["suites"] = {}
    for name in models:
        config["models"][name]["tasks"] = ["hospital/01", "hospital/02"]
    domain = ROOT / "domains" / "hospital"
    experiment = read_experiment(config, SCHEMA, ROOT / "domains")
    for task in ("01", "02"):
        problem, facts = domain / "problems" / f"{task}.pddl", folder / "tasks" / "hospital" / f"{task}.json"
        solve_to_file(domain / "domain.pddl", problem, facts, states=10**6, memory_gib=1)
        brief = folder / "briefs" / "hospital" / f"{task}.json"
        briefs_to_file(domain / "domain.pddl", problem, domain / "domain.json", brief, source="template")
    for key in experiment.episodes():
        files = TaskFiles(
            domain / "domain.pddl",
            domain / "problems" / f"{key.task}.pddl",
            domain / "domain.json",
            folder / "tasks" / "hospital" / f"{key.task}.json",
            folder / "briefs" / "hospital" / f"{key.task}.json",
        )
        player = Player(key.model, config["models"][key.model], key.method, config["methods"][key.method])
        output = folder / "episodes" / f"{key.path}.json"
        play_episode(files, player, output, budget=config["budget"], seed=1, replies=None)
    rebuild(experiment, folder, ROOT / "domains", folder)
    keep_config(folder, config)
    return config


def test_a_study_is_rebuilt_from_its_archive_to_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs, "TABLES", {name: outputs.TABLES[name] for name in ("table2", "table4", "claims")})
    monkeypatch.setattr(outputs, "FIGURES", {"figure2a": outputs.FIGURES["figure2a"]})
    results, archive = tmp_path / "results", tmp_path / "study.tar.zst"
    small_study(results)
    assert main(["archive", str(archive), "--results", str(results), "--workflow", str(ROOT)]) == ExitCode.POSITIVE
    shutil.rmtree(results)
    assert main(["replay", str(archive), "--workflow", str(ROOT), "-o", str(tmp_path / "out")]) == ExitCode.POSITIVE
    told = capsys.readouterr().out
    assert "rebuilt to the byte, 0 not equal" in told
    assert "differs" not in told
    record = tmp_path / "out/results/episodes/reference-optimal/direct/hospital/01.json"
    assert json.loads(record.read_text(encoding="utf-8"))["domain"] == "hospital"
    assert (tmp_path / "out/rebuilt/report.html").stat().st_size > 10_000
    changed = bytearray(archive.read_bytes())
    changed[len(changed) // 2] ^= 1
    archive.write_bytes(changed)
    assert main(["replay", str(archive), "--workflow", str(ROOT)]) == ExitCode.BAD_INPUT
    assert "is damaged" in capsys.readouterr().err


def test_a_study_that_is_not_played_is_not_archived(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["archive", str(tmp_path / "a.tar.zst"), "--results", str(tmp_path), "--workflow", str(ROOT)]
    assert main(arguments) == ExitCode.BAD_INPUT
    assert "there is no configuration of a run" in capsys.readouterr().err
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    keep_config(tmp_path, config)
    assert main(arguments) == ExitCode.BAD_INPUT
    assert "have not been played" in capsys.readouterr().err
    assert not (tmp_path / "a.tar.zst").exists()
