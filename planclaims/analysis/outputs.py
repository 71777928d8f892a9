"""Every table and figure of a study by name, so that the workflow and the command line make the same ones.

What draws and counts is imported only when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.analysis.table.row import FATAL, VIOLATION_RULES
from planclaims.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Study:
    """An episodes table and what the analysis may know besides: settings, the models' entries and tiers."""

    episodes: pd.DataFrame
    resamples: int
    seed: int
    models: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tiers: Sequence[Mapping[str, str]] | None = None


Paths = Sequence[Path]
Maker = Callable[[Study, Paths], None]


def _sheet(module: str, *, drawn: bool = False) -> Maker:
    """Return a maker of a table of the episodes, from the function named like its module; `drawn` resamples too."""

    def make(study: Study, paths: Paths) -> None:
        from planclaims.analysis.formats.sheet import write_sheet

        table = getattr(import_module(f"planclaims.analysis.tables.{module}"), module)
        sampling = {"resamples": study.resamples, "seed": study.seed} if drawn else {}
        write_sheet(table(study.episodes, **sampling), paths)

    return make


def _claims(study: Study, paths: Paths) -> None:
    from planclaims.analysis.claims.all_claims import claims
    from planclaims.analysis.formats.sheet import write_sheet
    from planclaims.analysis.tiers import tiers_of

    tiers = tiers_of(study.tiers)
    write_sheet(claims(study.episodes, resamples=study.resamples, seed=study.seed, tiers=tiers), paths)


def _figure(module: str) -> Maker:
    def make(study: Study, paths: Paths) -> None:
        plot = getattr(import_module(f"planclaims.analysis.figures.{module}"), f"plot_{module}")
        plot(study.episodes, by_ending(paths))

    return make


def _table1(study: Study, paths: Paths) -> None:
    from planclaims.analysis.formats.sheet import write_sheet
    from planclaims.analysis.tables.table1 import table1

    write_sheet(table1(), paths)


def _table3(study: Study, paths: Paths) -> None:
    from planclaims.analysis.formats.sheet import write_sheet
    from planclaims.analysis.tables.table3 import implied_prices, table3

    played = list(dict.fromkeys(study.episodes["model"]))
    known = all(name in study.models for name in played)
    write_sheet(table3(study.models, played) if known else implied_prices(study.episodes), paths)


def _table4(*, paper: bool) -> Maker:
    def make(study: Study, paths: Paths) -> None:
        from planclaims.analysis.tables.table4 import write_table4

        write_table4(study.episodes, paths, resamples=study.resamples, seed=study.seed, paper=paper)

    return make


TABLES: Mapping[str, Maker] = {
    "table1": _table1,
    "table2": _sheet("table2"),
    "table3": _table3,
    "table4": _table4(paper=False),
    "table4_paper": _table4(paper=True),
    "tableE1": _sheet("table_e1"),
    "tableF1": _sheet("table_f1"),
    "claims": _claims,
    "significance": _sheet("significance_table", drawn=True),
    "outcomes": _sheet("outcomes_table"),
    "failures": _sheet("failures_table"),
    "failing_steps": _sheet("steps_table"),
    "sensing": _sheet("sensing_table"),
    "abstention": _sheet("abstention_table"),
    "tasks": _sheet("tasks_table"),
    "gated": _sheet("gated_table"),
    "dominance": _sheet("dominance_table"),
    "rounds": _sheet("rounds_table"),
}
FIGURES: Mapping[str, Maker] = {
    "figure2a": _figure("figure2a"),
    "figure2b": _figure("figure2b"),
    "figureF1": _figure("figure_f1"),
    "figure_gated": _figure("figure_gated"),
}
Method = Mapping[str, Any]
"""The settings of a method in the configuration."""


@dataclass(frozen=True)
class Special:
    """When an output is made that says nothing of most studies: for some methods, or episodes of some kind."""

    of_method: Callable[[str, Method], bool]
    of_column: tuple[str, Callable[[Any], bool]]


def _is_gated(rule: object) -> bool:
    return rule in VIOLATION_RULES and rule != FATAL


_GATED = Special(lambda _, method: _is_gated(method.get("violations")), ("violation_rule", _is_gated))
_PLANNED = Special(lambda _, method: "planner" in method, ("planner", bool))
_CHECKED = Special(lambda name, method: "backprompt" in (name, method.get("strategy")), ("rounds", bool))
SPECIAL: Mapping[str, Special] = {"gated": _GATED, "figure_gated": _GATED, "dominance": _PLANNED, "rounds": _CHECKED}


def of_methods(names: Iterable[str], methods: Mapping[str, Method]) -> list[str]:
    """Return those of the outputs that say something of a study of these methods."""
    return [
        name
        for name in names
        if name not in SPECIAL or any(SPECIAL[name].of_method(method, entry) for method, entry in methods.items())
    ]


def of_episodes(names: Iterable[str], episodes: pd.DataFrame) -> list[str]:
    """Return those of the outputs that say something of the episodes."""
    specials = {name: SPECIAL[name].of_column for name in names if name in SPECIAL}
    found = {column: episodes[column].dropna().unique() for column, _ in specials.values()}
    left = {name for name, (column, wanted) in specials.items() if not any(map(wanted, found[column]))}
    return [name for name in names if name not in left]


TABLE_ENDINGS = ("csv", "md", "tex", "txt")
FIGURE_ENDINGS = ("pdf", "png", "svg")


def by_ending(paths: Paths) -> dict[str, Path]:
    """Return the paths by their ending, without the dot."""
    return {path.suffix.lstrip("."): path for path in paths}


def write_output(name: str, study: Study, paths: Paths) -> None:
    """Write the table or figure of that name to each path; the endings choose the formats.

    The order of the episodes decides nothing: equal episodes give equal bytes.
    """
    from planclaims.analysis.formats.rehearsed import marking
    from planclaims.analysis.table.order import in_order

    makers = {**TABLES, **FIGURES}
    if name not in makers:
        raise InputError("there is no such table or figure", found=repr(name), allowed=", ".join(makers))
    with marking(study.episodes["model"].unique()):
        makers[name](replace(study, episodes=in_order(study.episodes)), paths)


def write_all(study: Study, folder: Path) -> list[Path]:
    """Return the paths of every table and figure that says something of the episodes.

    They are written below `tables` and `figures` of the folder.
    """
    written = []
    for kind, makers, endings in (("tables", TABLES, TABLE_ENDINGS), ("figures", FIGURES, FIGURE_ENDINGS)):
        for name in of_episodes(makers, study.episodes):
            paths = [folder / kind / f"{name}.{ending}" for ending in endings]
            write_output(name, study, paths)
            written += paths
    return written
