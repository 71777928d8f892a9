"""The header of an episodes table: which columns are missing, and which were probably meant."""

from __future__ import annotations

import csv
import logging
from collections.abc import Sequence
from pathlib import Path

from planclaims.analysis.table.row import ADDED_LATER, COLUMNS
from planclaims.errors import InputError, did_you_mean

LOG = logging.getLogger(__name__)
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
"""What cells are wrongly separated by, in words."""
SEVERAL = 3
"""So many known columns behind another separator are no accident."""
MOST_MISSING = 12
"""If more are missing, the table is another one; a list of them would help nobody."""


def check_separator(line: str, path: Path) -> None:
    """Raise InputError if the cells of a header line are separated by anything but commas."""
    for separator, name in SEPARATORS.items():
        cells = next(csv.reader([line], delimiter=separator), [])
        if len({cell.strip() for cell in cells} & set(COLUMNS)) >= SEVERAL:
            raise InputError(
                f"the cells are separated by {name}; write the table with commas (and a point in decimals)",
                file=path,
                line=1,
                found=repr(separator),
                allowed="','",
            )


def check_columns(found: Sequence[str], path: Path) -> None:
    """Raise InputError if a documented column is missing or stands twice; tell of columns that are not read."""
    absent = [name for name in COLUMNS if name not in found]
    missing = [name for name in absent if name not in ADDED_LATER]
    unknown = [name for name in found if name not in COLUMNS]
    doubled = [name for name in COLUMNS if list(found).count(name) > 1]
    if len(missing) > MOST_MISSING:
        raise InputError(
            f"this is no episodes table: {len(missing)} of its {len(COLUMNS)} columns are missing",
            file=path,
            found=f"{', '.join(map(repr, found[:SEVERAL]))}{' and others' if len(found) > SEVERAL else ''}"
            or "nothing",
            allowed=f"a table that a run has written, with {', '.join(COLUMNS[:SEVERAL])} and so on",
        )
    if missing:
        likely = [f"{name!r}{did_you_mean(_plain(name), absent)}" for name in unknown]
        meant = [text for name, text in zip(unknown, likely, strict=True) if text != repr(name)]
        hint = f"; there is {', '.join(meant)}" if meant else ""
        raise InputError(f"missing columns: {', '.join(missing)}{hint}", file=path)
    if doubled:
        raise InputError(f"doubled columns: {', '.join(doubled)}", file=path)
    if unknown:
        told = (f"{name}{did_you_mean(_plain(name), absent)}" for name in unknown)
        LOG.warning("%s: columns that are not read: %s", path, ", ".join(told))


def _plain(name: str) -> str:
    """Return a name as the documented columns are spelt."""
    return name.strip().lower().replace(" ", "_").replace("-", "_")
