"""The tables and figures of a sample and of the simulated study, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from planclaims.analysis.formats.sheet import Sheet, write_sheet
from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.competence.irt.conclusion import conclusion, truths_table
from planclaims.suites.competence.irt.figures import FIGURES, plot_figure
from planclaims.suites.competence.irt.sample import Sample, read_sample
from planclaims.suites.competence.irt.tables.comparison import fits_table, tests_table
from planclaims.suites.competence.irt.tables.details import (
    abilities_table,
    features_table,
    kinds_table,
    quartiles_table,
    tags_table,
)
from planclaims.suites.competence.irt.tables.recovery import recovery_table
from planclaims.suites.competence.irt.tables.scale import scale_table
from planclaims.suites.competence.irt.tables.short_tests import adaptive_table

TABLES: Mapping[str, Callable[[Sample], Sheet]] = {
    "fits": fits_table,
    "kinds": kinds_table,
    "abilities": abilities_table,
    "tests": tests_table,
    "tags": tags_table,
    "features": features_table,
    "quartiles": quartiles_table,
    "scale": scale_table,
    "adaptive": adaptive_table,
}


def write_tables(folder: Path, paths: Sequence[Path]) -> None:
    """Write tables of a sample; the name of each path says which one in which format."""
    sample = read_sample(folder)
    sheets: dict[str, Sheet] = {}
    for path in paths:
        if path.stem not in TABLES:
            raise InputError("there is no such table", found=repr(path.stem), allowed=", ".join(TABLES))
        sheets.setdefault(path.stem, TABLES[path.stem](sample))
        write_sheet(sheets[path.stem], [path])


def write_figures(folder: Path, paths: Sequence[Path]) -> None:
    """Write figures of a sample; the name of each path says which one in which format."""
    sample = read_sample(folder)
    for path in paths:
        if path.stem not in FIGURES:
            raise InputError("there is no such figure", found=repr(path.stem), allowed=", ".join(FIGURES))
        plot_figure(path.stem, sample, {path.suffix[1:]: path})


def write_conclusion(folders: Sequence[Path], text: Path, tables: Sequence[Path], demands: Sequence[Path] = ()) -> None:
    """Write the paragraph on what a study of this size can conclude, its table, and what fits must come to."""
    samples = [read_sample(folder) for folder in folders]
    write_whole(text, (conclusion(samples) + "\n").encode())
    write_sheet(truths_table(samples), tables)
    write_sheet(recovery_table(samples), demands)
