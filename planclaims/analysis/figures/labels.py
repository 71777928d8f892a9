"""Labels beside the points of a scatter plot, none over another or over a point; what finds no room is left out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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

RINGS = (11, 16, 22, 29, 37, 46)
DIRECTIONS = 16
"""Distances in points, and directions, at which a label stands that finds no room beside its marker."""

MARKER_POINTS = 3.5
LINE_POINTS = 1.0
"""Half the width that a marker and a line take up."""

LINE_PARTS = 60
"""Into how many parts a stretch of line is cut, each a small box to keep off."""

FONT_POINTS = 6.5
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

    They keep off the markers of the points and off the line, all in data coordinates. A label that finds no room
    beside its point stands farther off, tied to it by a thin line.
    """
    pixel = _pixel(axes)
    taken = [_around(axes.transData.transform(point), MARKER_POINTS * pixel) for point in points]
    for start, end in pairwise(axes.transData.transform(place) for place in line):
        taken += _along(start, end, LINE_POINTS * pixel)
    return [label.text for label in labels if _place(axes, label, taken, renderer)]


def _pixel(axes: Axes) -> float:
    """Return how many pixels a point is."""
    return float(axes.get_figure(root=True).dpi / 72)  # type: ignore[union-attr]


def _around(centre: Iterable[float], reach: float) -> Bbox:
    from matplotlib.transforms import Bbox

    x, y = centre
    return Bbox.from_extents(x - reach, y - reach, x + reach, y + reach)


def _along(start: Iterable[float], end: Iterable[float], reach: float) -> list[Bbox]:
    """Return the boxes that a stretch of line takes up, without its ends."""
    (x, y), (to_x, to_y) = start, end
    shares = [part / LINE_PARTS for part in range(1, LINE_PARTS)]
    return [_around((x + (to_x - x) * share, y + (to_y - y) * share), reach) for share in shares]


def _offsets() -> Iterator[tuple[float, float, str, str, bool]]:
    """Yield the places of a label, best first, and whether it must be tied to its point."""
    for place in PLACES:
        yield (*place, False)
    for ring in RINGS:
        for step in range(DIRECTIONS):
            angle = 2 * math.pi * step / DIRECTIONS
            x, y = math.cos(angle), math.sin(angle)
            horizontal = "left" if x > 0.3 else "right" if x < -0.3 else "center"
            vertical = "bottom" if y > 0.3 else "top" if y < -0.3 else "center"
            yield ring * x, ring * y, horizontal, vertical, True


def _place(axes: Axes, label: Label, taken: list[Bbox], renderer: RendererBase) -> bool:
    """Write a label at the first free place beside its point; `taken` grows by the room it takes."""
    frame, pixel = axes.get_window_extent(renderer), _pixel(axes)
    text = axes.annotate(label.text, (label.x, label.y), (0, 0), textcoords="offset points", fontsize=FONT_POINTS)
    size = text.get_window_extent(renderer)
    x, y = axes.transData.transform((label.x, label.y))
    for dx, dy, horizontal, vertical, tied in _offsets():
        end = (x + dx * pixel, y + dy * pixel)
        box = _box(end, size.width, size.height, horizontal, vertical)
        tie = _tie((x, y), end, pixel) if tied else []
        inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
        if inside and not any(part.overlaps(other) for part in (box, *tie) for other in taken):
            text.set(position=(dx, dy), ha=horizontal, va=vertical)
            taken += [box, *tie]
            if tied:
                ends = axes.transData.inverted().transform([_toward((x, y), end, MARKER_POINTS * pixel), end])
                axes.plot(ends[:, 0], ends[:, 1], color="0.45", linewidth=0.4, zorder=1.5)
            return True
    text.remove()
    return False


def _tie(start: Place, end: Place, pixel: float) -> list[Bbox]:
    """Return the boxes of the line between a marker and a label, beginning outside the marker."""
    return _along(_toward(start, end, (MARKER_POINTS + 1.5) * pixel), end, pixel / 4)[:: LINE_PARTS // 12]


def _toward(start: Place, end: Place, distance: float) -> Place:
    """Return the point at a distance from the start on the way to the end."""
    share = distance / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _box(end: Place, width: float, height: float, horizontal: str, vertical: str) -> Bbox:
    """Return the box of a text whose side, as its alignment names it, lies at the end."""
    from matplotlib.transforms import Bbox

    left = end[0] - width * {"left": 0.0, "center": 0.5, "right": 1.0}[horizontal]
    bottom = end[1] - height * {"bottom": 0.0, "center": 0.5, "top": 1.0}[vertical]
    return Bbox.from_bounds(left, bottom, width, height)
