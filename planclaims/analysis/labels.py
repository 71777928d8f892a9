"""Labels beside the points of a scatter plot, none over another or over a point; what finds no room is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.transforms import Bbox

PLACES: Sequence[tuple[float, float, str, str]] = (
    (5, 0, "left", "center"),
    (-5, 0, "right", "center"),
    (0, 5, "center", "bottom"),
    (0, -5, "center", "top"),
    (4, 4, "left", "bottom"),
    (4, -4, "left", "top"),
    (-4, 4, "right", "bottom"),
    (-4, -4, "right", "top"),
)
"""Offsets in points from a marker, with the alignment that turns the label away from it, best first."""

MARKER_POINTS = 3.5
LINE_POINTS = 1.0
"""Half the width that a marker and a line take up."""

LINE_PARTS = 60
"""Into how many parts a stretch of line is cut, each a small box to keep off."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A text that belongs to a point in data coordinates."""

    x: float
    y: float
    text: str


def place_labels(
    axes: Axes,
    labels: Iterable[Label],
    points: Iterable[Place],
    line: Sequence[Place],
    renderer: RendererBase,
) -> list[str]:
    """Write labels in the order given, the most important first, and return those that found room.

    They keep off the markers of the points and off the line, all in data coordinates.
    """
    pixel = axes.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    taken = [_around(axes.transData.transform(point), MARKER_POINTS * pixel) for point in points]
    corners = [axes.transData.transform(place) for place in line]
    for start, end in pairwise(corners):
        for part in range(1, LINE_PARTS):
            taken.append(_around(start + (end - start) * part / LINE_PARTS, LINE_POINTS * pixel))
    return [label.text for label in labels if _place(axes, label, taken, renderer)]


def _around(centre: Iterable[float], reach: float) -> Bbox:
    from matplotlib.transforms import Bbox

    x, y = centre
    return Bbox.from_extents(x - reach, y - reach, x + reach, y + reach)


def _place(axes: Axes, label: Label, taken: list[Bbox], renderer: RendererBase) -> bool:
    """Write a label at the first free place beside its point; `taken` grows by the room it takes."""
    frame = axes.get_window_extent(renderer)
    for dx, dy, horizontal, vertical in PLACES:
        text = axes.annotate(
            label.text,
            (label.x, label.y),
            (dx, dy),
            textcoords="offset points",
            ha=horizontal,
            va=vertical,
            fontsize=6.5,
        )
        box = text.get_window_extent(renderer)
        inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
        if inside and not any(box.overlaps(other) for other in taken):
            taken.append(box)
            return True
        text.remove()
    return False
