"""Table 4: success, executability and detections of every configuration, with tokens and paired tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.bootstrap import Interval, success_interval
from planclaims.analysis.statistics.configurations import Configuration, configurations
from planclaims.analysis.statistics.runs import task_runs
from planclaims.analysis.statistics.significance import Comparison, comparisons

if TYPE_CHECKING:
    import pandas as pd
from dataclasses import replace

from planclaims.analysis.published import PublishedCell, published_cells

REGIMES = ("offline", "online")


@dataclass(frozen=True, slots=True)
class Column:
    """A model as a group of columns, with the number of tasks that it plays of each kind.

    `published` columns hold what the paper printed about the model, not what was measured here.
    """

    model: str
    reference: bool
    constrained: bool
    solvable: int
    unsolvable: int
    published: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A configuration, whether it is its model's best of the regime, and how it compares with the baseline.

    `starred` is the paper's own mark of a difference, in a published cell.
    """

    configuration: Configuration
    best: bool
    comparison: Comparison | None
    starred: bool = False

    @property
    def significant(self) -> bool:
        """Return whether the difference from the baseline is significant before correction."""
        return self.starred or (self.comparison is not None and self.comparison.significant)

    @property
    def survives(self) -> bool:
        """Return whether the difference from the baseline survives the correction."""
        return self.comparison is not None and self.comparison.survives


@dataclass(frozen=True, slots=True)
class Row:
    """A method: its mean tokens over the models that are no controls, and a cell per model that plays it.

    Cells stand under the names of columns; `published_tokens` are the paper's, beside published columns.
    """

    regime: str
    method: str
    mean_tokens: float | None
    cells: dict[str, Cell]
    published_tokens: float | None = None


@dataclass(frozen=True, slots=True)
class Best:
    """The best configuration of a regime, with the 95% interval of its success rate over tasks, if it has width."""

    configuration: Configuration
    interval: Interval


@dataclass(frozen=True, slots=True)
class Table4:
    """The table with everything a reader must know to read it; `tasks` is the size of the whole suite played."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...]
    best: tuple[Best, ...]
    tasks: int
    beside_paper: bool = False

    def tested(self) -> tuple[Column, ...]:
        """Return the models that are no controls, each followed by what is published about it."""
        return tuple(column for column in self.columns if not column.reference)

    def controls(self) -> tuple[Column, ...]:
        """Return the scripted reference models."""
        return tuple(column for column in self.columns if column.reference)

    def measured(self) -> tuple[Column, ...]:
        """Return the columns of this study, without published ones."""
        return tuple(column for column in self.columns if not column.published)

    def published(self) -> tuple[Column, ...]:
        """Return the columns of the paper."""
        return tuple(column for column in self.columns if column.published)


def table4(frame: pd.DataFrame, *, resamples: int, seed: int) -> Table4:
    """Return table 4 of an episodes table, models and methods in their order there, offline before online."""
    found, tests = configurations(frame), comparisons(frame)
    models = dict.fromkeys(configuration.model for configuration in found)
    return Table4(
        columns=tuple(_column(model, frame) for model in models),
        rows=tuple(_rows(found, tests)),
        comparisons=tuple(tests),
        best=tuple(_best(frame, found, resamples, seed)),
        tasks=len(frame[["domain", "task"]].drop_duplicates()),
    )


def _column(model: str, frame: pd.DataFrame) -> Column:
    """Return the column of a model; a task of which no episode could be scored counts as solvable."""
    episodes = frame[frame["model"] == model]
    tasks = set(episodes[["domain", "task"]].itertuples(index=False, name=None))
    known = frame[frame["scored"]].drop_duplicates(["domain", "task"]).set_index(["domain", "task"])["solvable"]
    unsolvable = sum(task in known.index and not known[task] for task in tasks)
    reference, constrained = bool(episodes["reference"].iloc[0]), bool(episodes["constrained"].any())
    return Column(model, reference, constrained, len(tasks) - unsolvable, unsolvable)


def _rows(found: Sequence[Configuration], tests: Sequence[Comparison]) -> Iterator[Row]:
    compared = {(test.model, test.method): test for test in tests}
    for regime in REGIMES:
        here = [configuration for configuration in found if configuration.regime == regime]
        top = _highest(here)
        for method in dict.fromkeys(configuration.method for configuration in here):
            cells = {
                c.model: Cell(c, _is_best(c, top), compared.get((c.model, method))) for c in here if c.method == method
            }
            yield Row(regime, method, _mean_tokens(cells), cells)


def _is_best(configuration: Configuration, top: dict[str, float]) -> bool:
    """Return whether no method does better for the model; several can be best, a control or nothing solved cannot."""
    best = configuration.success_rate == top[configuration.model]
    return best and configuration.successes > 0 and not configuration.reference


def _highest(found: Sequence[Configuration]) -> dict[str, float]:
    top: dict[str, float] = {}
    for configuration in found:
        top[configuration.model] = max(top.get(configuration.model, 0.0), configuration.success_rate or 0.0)
    return top


def _mean_tokens(cells: dict[str, Cell]) -> float | None:
    means = [cell.configuration.mean_tokens for cell in cells.values() if not cell.configuration.reference]
    known = [tokens for tokens in means if tokens is not None]
    return sum(known) / len(known) if known else None


def _best(frame: pd.DataFrame, found: Sequence[Configuration], resamples: int, seed: int) -> Iterator[Best]:
    """Yield the best configuration of each regime; the first of equals, controls and failures throughout aside."""
    for regime in REGIMES:
        candidates = [c for c in found if c.regime == regime and not c.reference and c.successes]
        if candidates:
            best = max(candidates, key=lambda c: c.success_rate or 0.0)
            episodes = frame[(frame["model"] == best.model) & (frame["method"] == best.method) & frame["scored"]]
            runs = task_runs(episodes[episodes["solvable"]])
            yield Best(best, success_interval(runs, resamples=resamples, seed=seed))


PAPER = "paper"
SOLVABLE, UNSOLVABLE = 40, 10
"""The tasks behind every published cell."""


def beside_paper(table: Table4) -> Table4:
    """Return the table in which every model that the paper tested is followed by its published column."""
    known = {model for model, _ in published_cells()}
    columns: list[Column] = []
    for column in table.columns:
        columns.append(column)
        if column.model in known and not column.reference:
            columns.append(Column(_name(column.model), False, False, SOLVABLE, UNSOLVABLE, published=True))
    models = [column.model for column in table.columns if column.model in known]
    rows = tuple(_row(row, models) for row in table.rows)
    return replace(table, columns=tuple(columns), rows=rows, beside_paper=True)


def _name(model: str) -> str:
    return f"{PAPER}: {model}"


def _row(row: Row, models: list[str]) -> Row:
    """Return the row with the published cells of its method."""
    published = dict(_cells(row.method, models))
    cells = {name: cell for own, mine in row.cells.items() for name, cell in ((own, mine), *_of(own, published))}
    tokens = next((cell.tokens for (_, method), cell in published_cells().items() if method == row.method), None)
    return replace(row, cells={**cells, **published}, published_tokens=tokens if published else None)


def _of(model: str, published: dict[str, Cell]) -> Iterator[tuple[str, Cell]]:
    if _name(model) in published:
        yield _name(model), published[_name(model)]


def _cells(method: str, models: list[str]) -> Iterator[tuple[str, Cell]]:
    cells = published_cells()
    for model in models:
        if (model, method) in cells:
            cell = cells[model, method]
            rivals = [other.success_rate for other in cells.values() if _same(other, cell)]
            best = cell.success_rate == max(rivals)
            yield _name(model), Cell(_configuration(cell), best, None, starred=cell.starred)


def _same(other: PublishedCell, cell: PublishedCell) -> bool:
    return (other.model, other.regime) == (cell.model, cell.regime)


def _configuration(cell: PublishedCell) -> Configuration:
    """Return the counts that a published cell stands for."""
    return Configuration(
        model=_name(cell.model),
        method=cell.method,
        regime=cell.regime,
        reference=False,
        constrained=False,
        solvable=SOLVABLE,
        unsolvable=UNSOLVABLE,
        runs=SOLVABLE + UNSOLVABLE,
        unscored=0,
        repeats=1,
        successes=round(SOLVABLE * cell.success_rate),
        executable=round(SOLVABLE * cell.executable_rate),
        detections=cell.detections,
        mean_tokens=None,
        mean_cost=None,
        mean_score=None,
    )
