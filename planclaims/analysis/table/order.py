"""The one order of an episodes table, so that nothing made from it depends on how its rows happened to stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.published import published_cells

if TYPE_CHECKING:
    import pandas as pd

DIGITS = re.compile(r"(\d+)")
Natural = tuple[tuple[bool, int, str], ...]


def natural(name: str) -> Natural:
    """Return a key that sorts names by their words and by the numbers in them: 9 before 10."""
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in DIGITS.split(name) if part
    )


def in_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows by model, method, domain, task by number, and repeat.

    Models and methods that the paper has come first, in its order; others by name; controls after all models.
    """
    import pandas as pd

    cells = list(published_cells())
    models, methods = (list(dict.fromkeys(cell[place] for cell in cells)) for place in (0, 1))
    keys = pd.DataFrame(
        {
            "control": frame["reference"].astype(bool),
            "model": _places(frame["model"], models),
            "method": _places(frame["method"], methods),
            "domain": _places(frame["domain"]),
            "task": _places(frame["task"]),
            "repeat": frame["repeat"],
        }
    )
    return frame.loc[keys.sort_values(list(keys.columns), kind="stable").index].reset_index(drop=True)


def _places(names: pd.Series[str], first: Sequence[str] = ()) -> pd.Series[int]:
    """Return the place of every name: some names first, the others in natural order."""
    known = set(names.unique())
    ordered = [name for name in first if name in known] + sorted(known - set(first), key=natural)
    places: pd.Series[int] = names.map({name: place for place, name in enumerate(ordered)})
    return places
