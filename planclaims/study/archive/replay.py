"""A study rebuilt from its archive: judged, counted and drawn anew, without a model, a key or a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.study.archive.container import check_container, members_of
from planclaims.study.archive.manifest import NAME, Manifest, differences, digest, read_manifest
from planclaims.study.archive.pack import DOMAINS, RESULTS
from planclaims.study.experiment import Experiment, read_experiment

REBUILT = "rebuilt"
"""The folder beside the unpacked results in which everything is made anew."""
MADE = ("episodes.csv", "episodes.parquet", "report.html", "tables/", "figures/")
"""What is made of the records, and so can be made anew."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a replay: files rebuilt to the byte, those that differ, and what is another thing here than then."""

    equal: Sequence[str]
    different: Sequence[str]
    missing: Sequence[str]
    changes: Sequence[str]


def unpack(archive: Path, folder: Path) -> Manifest:
    """Return the manifest of an archive, all its files written below the folder.

    InputError if a byte of it is not as it was written, and nothing is written then; or if a file in it is another than
    the manifest says.
    """
    check_container(archive)
    with members_of(archive) as members:
        name, content = next(members, ("", b""))
        if name != NAME:
            raise InputError("is no archive of a study: it does not begin with a manifest", file=archive)
        found, seen = read_manifest(content, archive), set[str]()
        write_whole(folder / NAME, content)
        for name, content in members:
            if name in seen or found.files.get(name) != digest(content):
                raise InputError(f"is no whole archive: {name} is not what its manifest says", file=archive)
            seen.add(name)
            write_whole(folder / name, content)
    left = sorted(found.files.keys() - seen)
    if left:
        raise InputError(f"is no whole archive: {left[0]} is missing in it", file=archive)
    return found


def replay(archive: Path, folder: Path, schema: Path, told: Callable[[str], None] = lambda text: None) -> Replayed:
    """Return how what is made of the records here compares with what the archive holds of it."""
    found = unpack(archive, folder)
    changes = differences(found)
    told(f"{len(found.files)} files are whole; rebuilding tables and figures")
    experiment = read_experiment(dict(found.config), schema, folder / DOMAINS)
    rebuild(experiment, folder / RESULTS, folder / DOMAINS, folder / REBUILT)
    names = [name.removeprefix(f"{RESULTS}/") for name in found.files if name.startswith(f"{RESULTS}/")]
    made = [name for name in names if name.startswith(MADE)]
    here = {name: folder / REBUILT / name for name in made}
    missing = [name for name, path in here.items() if not path.exists()]
    same = {
        name: digest(path.read_bytes()) == found.files[f"{RESULTS}/{name}"]
        for name, path in here.items()
        if name not in missing
    }
    equal, different = ([name for name, one in same.items() if one is wanted] for wanted in (True, False))
    return Replayed(equal, different, missing, changes)


def rebuild(experiment: Experiment, results: Path, domains: Path, output: Path) -> None:
    """Judge the records of a study and write its episodes table, tables, figures and report below the output."""
    from planclaims.analysis import outputs
    from planclaims.analysis.table.episodes_table import read_episodes, write_episodes
    from planclaims.report.build import write_report
    from planclaims.suites.hiddenpddl.scoring.collect import Sources, collect

    config = experiment.config
    sources = Sources(results / "episodes", results / "tasks", domains, config["models"], config["methods"])
    keys = [key.path for key in experiment.episodes()]
    csv, parquet = (output / f"episodes.{ending}" for ending in ("csv", "parquet"))
    write_episodes(collect(sources, keys), csv, parquet)
    study = outputs.Study(read_episodes(parquet), **experiment.analysis_settings())
    played = {name: config["methods"][name] for name in experiment.methods}
    tables, figures = (outputs.of_methods(names, played) for names in (outputs.TABLES, outputs.FIGURES))
    for kind, names, endings in (
        ("tables", tables, outputs.TABLE_ENDINGS),
        ("figures", figures, outputs.FIGURE_ENDINGS),
    ):
        for name in names:
            outputs.write_output(name, study, [output / kind / f"{name}.{ending}" for ending in endings])
    tasks = sorted({(key.domain, key.task) for key in experiment.episodes()})
    write_report(
        csv,
        [results / "episodes" / f"{key}.json" for key in keys],
        tables={name: output / "tables" / f"{name}.md" for name in tables},
        figures={name: output / "figures" / f"{name}.svg" for name in figures},
        domains_folder=domains,
        output=output / "report.html",
        briefs=[results / "briefs" / domain / f"{task}.json" for domain, task in tasks],
        resamples=config["analysis"]["resamples"],
        seed=config["seed"],
    )
