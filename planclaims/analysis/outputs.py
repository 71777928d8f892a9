"""Every table and figure of a study by name, so that the workflow and the command line make the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Study:
    """An episodes table and what the analysis may know besides: the models' entries, the statistics' settings."""

    episodes: pd.DataFrame
    resamples: int
    seed: int
    models: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


Paths = Sequence[Path]


def _table1(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.table1 import table1

    write_sheet(table1(), paths)


def _table2(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.table2 import table2

    write_sheet(table2(study.episodes), paths)


def _table3(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.table3 import table3

    played = list(dict.fromkeys(study.episodes["model"]))
    write_sheet(table3({name: study.models.get(name, {}) for name in played}, played), paths)


def _table4(study: Study, paths: Paths) -> None:
    from planclaims.analysis.table4 import write_table4

    write_table4(study.episodes, paths, resamples=study.resamples, seed=study.seed)


def _table_e1(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.table_e1 import table_e1

    write_sheet(table_e1(study.episodes), paths)


def _table_f1(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.table_f1 import table_f1

    write_sheet(table_f1(study.episodes), paths)


def _claims(study: Study, paths: Paths) -> None:
    from planclaims.analysis.claims import claims
    from planclaims.analysis.sheet import write_sheet

    write_sheet(claims(study.episodes, resamples=study.resamples, seed=study.seed), paths)


def _significance(study: Study, paths: Paths) -> None:
    from planclaims.analysis.sheet import write_sheet
    from planclaims.analysis.significance_table import significance_table

    write_sheet(significance_table(study.episodes, resamples=study.resamples, seed=study.seed), paths)


def _figure2a(study: Study, paths: Paths) -> None:
    from planclaims.analysis.figure2a import plot_figure2a

    plot_figure2a(study.episodes, by_ending(paths))


def _figure2b(study: Study, paths: Paths) -> None:
    from planclaims.analysis.figure2b import plot_figure2b

    plot_figure2b(study.episodes, by_ending(paths))


def _figure_f1(study: Study, paths: Paths) -> None:
    from planclaims.analysis.figure_f1 import plot_figure_f1

    plot_figure_f1(study.episodes, by_ending(paths))


Maker = Callable[[Study, Paths], None]
TABLES: Mapping[str, Maker] = {
    "table1": _table1,
    "table2": _table2,
    "table3": _table3,
    "table4": _table4,
    "tableE1": _table_e1,
    "tableF1": _table_f1,
    "claims": _claims,
    "significance": _significance,
}
FIGURES: Mapping[str, Maker] = {"figure2a": _figure2a, "figure2b": _figure2b, "figureF1": _figure_f1}
TABLE_ENDINGS = ("csv", "md", "tex", "txt")
FIGURE_ENDINGS = ("pdf", "png", "svg")


def by_ending(paths: Paths) -> dict[str, Path]:
    """Return the paths by their ending, without the dot."""
    return {path.suffix.lstrip("."): path for path in paths}


def write_output(name: str, study: Study, paths: Paths) -> None:
    """Write the table or figure of that name to each path; the endings choose the formats."""
    makers = {**TABLES, **FIGURES}
    if name not in makers:
        raise InputError("there is no such table or figure", found=repr(name), allowed=", ".join(makers))
    makers[name](study, paths)
