"""From a table of episodes to a response matrix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.matrix import read_items, read_matrix
from planclaims.suites.competence.irt.responses import write_responses

ITEMS = (("app", "rooms", "01", 3), ("app", "rooms", "02", 5), ("val", "ferry", "01", 2))


def episodes() -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    for condition, values in (("plain", (True, False, None)), ("targeted", (False, True, True))):
        for (kind, domain, item, size), right in zip(ITEMS, values, strict=True):
            for repeat in (0, 1):
                rows.append(
                    {
                        **{"model": "m", "method": "direct", "condition": condition, "form": "generative"},
                        **{"kind": kind, "domain": domain, "item": item, "repeat": repeat},
                        **{
                            "right": right if repeat == 0 else True,
                            "objects": size,
                            "output_tokens": 9,
                            "reference": True,
                        },
                    }
                )
    rows.append({**rows[0], "form": "boolean", "item": "77"})
    frame = pd.DataFrame(rows)
    return frame.assign(right=frame["right"].astype("boolean"))


def test_rows_are_respondents_and_columns_items(tmp_path: Path) -> None:
    write_responses(episodes(), tmp_path / "matrix.csv", tmp_path / "items.csv")
    found = read_matrix(tmp_path / "matrix.csv", tmp_path / "items.csv")
    assert found.respondents == ("m/direct", "m/direct-targeted")
    assert [found.told(place) for place in (0, 1)] == ["m/direct (scripted)", "m/direct-targeted (scripted)"]
    assert found.items == ("app/rooms/01", "app/rooms/02", "val/ferry/01")
    assert found.answers.tolist() == [[1, 0, -1], [0, 1, 1]]
    rows = read_items(tmp_path / "items.csv")
    assert [row["objects"] for row in rows] == ["3.0", "5.0", "2.0"]
    assert list(rows[0]) == ["item", "kind", "domain", "form", "objects"]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lacks columns: form, right"):
        write_responses(episodes().drop(columns=["form", "right"]), tmp_path / "m.csv", tmp_path / "i.csv")
    only = episodes()
    with pytest.raises(InputError, match="no answer in the form 'generative'"):
        write_responses(only[only["form"] == "boolean"], tmp_path / "m.csv", tmp_path / "i.csv")
