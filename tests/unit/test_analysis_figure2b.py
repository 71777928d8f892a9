import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from analysis_rows import configuration, known_controls, known_study, row, unscored
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from planclaims.analysis.figures.drawing import REGIME_FILLS, in_style
from planclaims.analysis.figures.figure2a import PARTS
from planclaims.analysis.figures.figure2b import draw, panels, plot_figure2b
from planclaims.analysis.statistics.configurations import Configuration, configurations
from planclaims.analysis.statistics.pareto import pareto_front
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow


def a_configuration(**parts: object) -> Configuration:
    (found,) = configurations(frame_of([row()]))
    return replace(found, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("points", "front"),
    [
        ([], []),
        ([(1, 0.5)], [0]),
        ([(2, 0.9), (1, 0.5), (3, 0.9), (3, 0.95)], [1, 0, 3]),
        ([(1, 0.5), (1, 0.6), (1, 0.6)], [1]),
        ([(1, 0.5), (2, 0.5)], [0]),
        ([(3, 0.1), (2, 0.2), (1, 0.3)], [2]),
    ],
)
def test_the_front_holds_what_nothing_dominates(points: list[tuple[float, float]], front: list[int]) -> None:
    assert pareto_front(points) == front


def test_priced_and_unpriced_models_stand_on_axes_of_their_own() -> None:
    priced, free = a_configuration(model="a", mean_cost=0.5), a_configuration(model="b", mean_cost=0.0)
    both = panels([priced, free])
    assert [[point.configuration.model for point in panel.points] for panel in both] == [["a"], ["b"]]
    assert [panel.points[0].cost for panel in both] == [0.5, 1000]
    assert "USD" in both[0].axis
    assert "tokens" in both[1].axis
    assert len(panels([priced])) == len(panels([free])) == 1


def test_controls_stand_outside_the_front_and_unscored_configurations_outside_the_figure() -> None:
    control = a_configuration(model="c", reference=True, mean_cost=0.0, mean_score=1.0)
    tested = a_configuration(model="b", mean_cost=0.0, mean_score=0.1)
    absent = a_configuration(model="d", mean_score=None, mean_tokens=None, mean_cost=None)
    (panel,) = panels([control, tested, absent])
    assert [(point.configuration.model, point.on_front) for point in panel.points] == [("c", False), ("b", True)]


def drawn(rows: list[EpisodeRow]) -> Figure:
    with in_style():
        return draw(configurations(frame_of(rows)))


def test_regime_sets_the_colour_model_the_marker_and_controls_are_hollow() -> None:
    rows = [row(), row(model="n", method="react", regime="online"), row(model="r", reference=True)]
    (axes,) = drawn(rows).axes
    first, second, control = axes.collections
    assert first.get_facecolor().tolist() != second.get_facecolor().tolist()
    assert first.get_edgecolor().tolist() == control.get_edgecolor().tolist()
    assert len(control.get_facecolor()) == 0
    assert first.get_paths()[0].vertices.shape != second.get_paths()[0].vertices.shape
    names = [text.get_text() for text in drawn(rows).legends[0].get_texts()]
    assert names == ["offline", "online", "Pareto front", "m", "n", "r (control)"]


def test_no_label_lies_over_another_or_outside_its_axes() -> None:
    figure = drawn(known_study() + known_controls())
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    for axes in figure.axes:
        boxes = [text.get_window_extent(canvas.get_renderer()) for text in axes.texts]
        assert boxes
        assert not any(one.overlaps(other) for place, one in enumerate(boxes) for other in boxes[:place])
        assert all(axes.bbox.x0 <= box.x0 and box.x1 <= axes.bbox.x1 for box in boxes)


def test_every_configuration_is_named() -> None:
    figure = drawn(known_study() + known_controls())
    named = [name for axes in figure.axes for text in axes.texts for name in text.get_text().split(", ")]
    assert len(named) == 36 + 4
    assert Counter(named)["CoT"] == 4
    assert Counter(named)["react"] == 4 + 2


def test_points_on_one_another_share_a_label() -> None:
    rows = [row(), row(method="step-back"), row(method="self-refine", cost_usd=1.0)]
    (axes,) = drawn(rows).axes
    assert sorted(text.get_text() for text in axes.texts) == ["Refine", "direct, SB"]


def lightness(colour: str) -> float:
    """Return how light a colour prints in grey, from 0 to 100."""
    luminance = sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in zip((0.2126, 0.7152, 0.0722), to_rgb(colour), strict=True)
    )
    return float(116 * luminance ** (1 / 3) - 16) if luminance > 0.008856 else 903.3 * luminance


def test_colours_differ_in_a_grey_print() -> None:
    shades = sorted(lightness(colour) for _, colour in PARTS.values())
    assert all(lighter - darker >= 8 for darker, lighter in pairwise(shades))
    assert abs(lightness(REGIME_FILLS["offline"]) - lightness(REGIME_FILLS["online"])) > 30


def test_equal_tables_give_equal_bytes_in_every_format(tmp_path: Path) -> None:
    rows = configuration(range(9), executable=12, detections=1) + known_controls()
    made = []
    for folder in ("one", "two"):
        paths = {kind: tmp_path / folder / f"figure2b.{kind}" for kind in ("pdf", "png", "svg")}
        plot_figure2b(frame_of(rows), paths)
        made.append({kind: path.read_bytes() for kind, path in paths.items()})
    assert made[0] == made[1]
    assert made[0]["pdf"].startswith(b"%PDF")
    assert b"/FontFile2" in made[0]["pdf"]
    assert b"CreationDate" not in made[0]["pdf"]
    assert not re.search(rb"<dc:date>|20\d\d-\d\d-\d\d", made[0]["svg"])
    assert made[0]["png"].startswith(b"\x89PNG")


@pytest.mark.parametrize("rows", [[], [unscored()]], ids=["none", "unscored"])
def test_nothing_to_show_is_said(rows: list[EpisodeRow]) -> None:
    figure = drawn(rows)
    assert figure.axes == []
    assert figure.texts[0].get_text() == "No scored episode tells its cost or its tokens."
