"""What a reader must know beside the numbers of table 4, in sentences that fit every format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from planclaims.analysis.formats.markup import counted, number, plural, ranged
from planclaims.analysis.formats.rehearsed import NOTE, marked
from planclaims.analysis.published import PAPER as SOURCE
from planclaims.analysis.statistics.configurations import uncounted_note
from planclaims.analysis.tables.table4.content import PAPER, Column, Table4

AGREED = "no interval, because all tasks agree"
NAMED = 6
"""How many configurations with unscored episodes are named."""


def notes(table: Table4) -> tuple[str, ...]:
    """Return the notes below the table: what is measured, on how many tasks, what is a control, what is missing."""
    return (
        *[NOTE] * marked(),
        "Success and executable: % of the scored solvable tasks. Detected: number of unsolvable tasks recognised. "
        "Score: 1 for a detection, L*/length for a plan that succeeds, else 0, averaged over all tasks. "
        "Tokens: thousands per episode, input and output, averaged over the models that are no controls.",
        *_marks(table),
        *_best(table),
        *(_coverage(column, table.tasks) for column in table.measured() if _tasks(column) < table.tasks),
        *_constrained(table),
        *_controls(table),
        *_unscored(table),
        *uncounted_note(cell.configuration for row in table.rows for cell in row.cells.values()),
        *_repeats(table),
        *_published(table),
    )


def _tasks(column: Column) -> int:
    return column.solvable + column.unsolvable


def _coverage(column: Column, all_tasks: int) -> str:
    return (
        f"{column.model} plays {_tasks(column)} of the {plural(all_tasks, 'task')} ({column.solvable} solvable, "
        f"{column.unsolvable} unsolvable): its rates rest on those and compare with no other column."
    )


def _marks(table: Table4) -> Iterator[str]:
    if not table.tested():
        return
    families = Counter(test.regime for test in table.comparisons)
    baselines = {test.regime: test.baseline for test in table.comparisons}
    yield "Bold: best success of the model in the regime."
    if not families:
        yield "No two methods of a model could be compared with a test."
        return
    tests = " and ".join(f"{count} {regime} against {baselines[regime]}" for regime, count in families.items())
    yield (
        f"*: p < 0.05 before correction; †: survives Holm's correction within the regime "
        f"(exact McNemar tests on paired solvable tasks: {tests})."
    )
    if not any(test.survives for test in table.comparisons):
        yield "No difference survives the correction."


def _best(table: Table4) -> Iterator[str]:
    for best in table.best:
        found = best.configuration
        interval = ranged(best.interval, 1, 100, unit="%")
        told = f"95% bootstrap interval over tasks {interval}" if interval else AGREED
        yield (
            f"Best {found.regime} success: {found.model} with {found.method}, {number(found.success_rate, 1, 100)}% "
            f"({counted(found.successes, found.solvable)}; {told})."
        )


def _constrained(table: Table4) -> Iterator[str]:
    names = [column.model for column in table.columns if column.constrained]
    if names:
        yield f"Constrained decoding (replies forced into the format by a grammar): {', '.join(names)}."


def _controls(table: Table4) -> Iterator[str]:
    names = [column.model for column in table.controls()]
    if names:
        yield (
            f"Controls are scripts that know the task, no language models: {', '.join(names)}. "
            "They enter neither the mean tokens nor the tests, and their tokens are words."
        )


def _repeats(table: Table4) -> Iterator[str]:
    runs = max((cell.configuration.repeats for row in table.rows for cell in row.cells.values()), default=1)
    if runs > 1:
        yield (
            f"Stochastic configurations run a task up to {runs} times: each of the n scored runs of a task weighs "
            "1/n, in success, executable and detected, in means, and in the tests, which pair the tasks."
        )


def _published(table: Table4) -> Iterator[str]:
    if table.published():
        yield (
            f"Columns named {PAPER}: published values ({SOURCE}, table 4), from the paper's own tasks and runs; "
            "nothing in them was measured here, and their marks are the paper's."
        )
    elif table.beside_paper:
        yield f"No model here bears the name of one that the paper ({SOURCE}) tested, so nothing stands beside it."


def _unscored(table: Table4) -> Iterator[str]:
    cells = [cell.configuration for row in table.rows for cell in row.cells.values()]
    missing = [f"{found.model} with {found.method} {found.unscored}" for found in cells if found.unscored]
    if missing:
        total = sum(found.unscored for found in cells)
        more = f"; and {plural(len(missing) - NAMED, 'more configuration')}" if len(missing) > NAMED else ""
        named = "; ".join(missing[:NAMED]) + more
        yield f"Unscored episodes (infrastructure failures or not played): {total}, namely {named}."
