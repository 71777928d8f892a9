"""How every figure is drawn: colours that colour-blind readers tell apart, the same bytes in every run."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from planclaims.analysis.formats.rehearsed import STAMP, marked
from planclaims.storage import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, VERMILION, BLACK = "#0072B2", "#D55E00", "#000000"
"""Of the palette of Okabe and Ito."""

REGIME_COLOURS: Mapping[str, str] = {"offline": BLUE, "online": VERMILION}
REGIME_FILLS: Mapping[str, str] = {"offline": BLUE, "online": "#F7C9A8"}
"""The insides of markers: dark offline, light online, so that a grey print tells them apart; controls are hollow."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "*")

STYLE: Mapping[str, object] = {
    "font.family": "DejaVu Sans",
    "font.size": 8.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "planclaims",
}
"""Fonts that come with matplotlib, embedded; identifiers in SVG files without chance."""

METADATA: Mapping[str, Mapping[str, str | None]] = {
    "pdf": {"CreationDate": None, "Creator": "planclaims", "Producer": "matplotlib"},
    "svg": {"Date": None, "Creator": "planclaims"},
    "png": {"Software": "planclaims"},
}
"""Nothing about the day or the version that drew a figure."""


def in_style() -> AbstractContextManager[None]:
    """Return a context in which figures are drawn in the common style; before and after, nothing is changed."""
    import matplotlib as mpl

    return mpl.rc_context(cast("Any", dict(STYLE)))


def save_figure(figure: Figure, paths: Mapping[str, Path]) -> None:
    """Write the figure to a path per format (pdf, png, svg), each file whole or not at all."""
    if marked():
        figure.text(0.5, 0.5, STAMP, ha="center", va="center", rotation=20, fontsize=16, color="#B00020", alpha=0.45)
    for kind, path in paths.items():
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, dpi=200, metadata=dict(METADATA[kind]))
        write_whole(path, buffer.getvalue())
