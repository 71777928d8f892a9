"""Table 4 written to files, in the format of their endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.tables.table4.as_csv import as_csv
from planclaims.analysis.tables.table4.as_latex import as_latex
from planclaims.analysis.tables.table4.as_markdown import as_markdown
from planclaims.analysis.tables.table4.as_plain import as_plain
from planclaims.analysis.tables.table4.beside_paper import beside_paper
from planclaims.analysis.tables.table4.content import Table4, table4
from planclaims.storage import write_whole

if TYPE_CHECKING:
    import pandas as pd

FORMATS: Mapping[str, Callable[[Table4], str]] = {
    ".csv": as_csv,
    ".md": as_markdown,
    ".tex": as_latex,
    ".txt": as_plain,
}


def write_table4(frame: pd.DataFrame, paths: Sequence[Path], *, resamples: int, seed: int, paper: bool = False) -> None:
    """Write table 4 of an episodes table to each path; the ending .csv, .md, .tex or .txt chooses the format.

    With `paper` the published columns of the same models stand beside ours.
    """
    table = table4(frame, resamples=resamples, seed=seed)
    if paper:
        table = beside_paper(table)
    for path in paths:
        write_whole(path, FORMATS[path.suffix](table).encode())
