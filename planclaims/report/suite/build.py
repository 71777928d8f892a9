"""From the outputs of a suite to its report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.analysis.formats.sheet import read_sheet
from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.layout import Design, Section, assembled
from planclaims.report.page.packing import packed
from planclaims.report.page.tables import figure_html
from planclaims.report.suite.chunks import PackedChunk, RowKey, packed_chunks
from planclaims.report.suite.overview import in_short, overview
from planclaims.report.suite.sheets import sheet_html
from planclaims.report.summary.pool import rows_of
from planclaims.storage import write_whole
from planclaims.suites.check_outputs import REPORT
from planclaims.suites.contract import SHARED, Caption, Captions, Column, Concludes, Suite
from planclaims.suites.outputs import figure_names
from planclaims.suites.study import SuiteStudy

if TYPE_CHECKING:
    import pandas as pd

SHARED_ASSETS = Path(__file__).parents[1] / "page" / "assets"
ASSETS = Path(__file__).parent / "page"
SHARED_PROGRAM = ("unpack.js", "elements.js", "texts.js", "calls.js", "filters.js", "list.js")
PROGRAM = ("rows.js", "blocks.js", "turns.js", "item.js", "routes.js")
"""Parts of the program in the order in which they build on one another."""
DESIGN = Design(
    ASSETS / "suite.html",
    (SHARED_ASSETS / "page.css", SHARED_ASSETS / "list.css", ASSETS / "suite.css"),
    (*(SHARED_ASSETS / name for name in SHARED_PROGRAM), *(ASSETS / name for name in PROGRAM)),
)
TABLES = "A number leads to the list of just the episodes that it was made from; from there each of them opens."
COLUMNS = "What stands in the list of episodes; the files episodes.csv and episodes.parquet have the same columns."


def write_suite_report(study: SuiteStudy, folder: Path, output: Path) -> None:
    """Write the page of a suite from its folder of results: table of episodes, tables, figures and records.

    Equal inputs give equal bytes.
    """
    import pandas as pd

    frame = pd.read_parquet(folder / "episodes.parquet")
    chunks = list(packed_chunks(study, folder / "episodes"))
    title = caption_of(study.suite, REPORT, study.suite.name)
    data = [("index", packed(index(study.suite, frame, chunks)))]
    data += [(f"chunk-{number}", chunk.letters) for number, chunk in enumerate(chunks)]
    page = assembled(
        DESIGN, _sections(study, frame, folder), data, title=title.title, tagline=title.reading, suite=study.suite.name
    )
    write_whole(output, page.encode("utf-8", "backslashreplace"))


def caption_of(suite: Suite, name: str, otherwise: str) -> Caption:
    """Return the suite's caption of that name, or one that is just a title."""
    captions: Mapping[str, Caption] = suite.captions if isinstance(suite, Captions) else {}
    return captions.get(name, Caption(otherwise))


def index(suite: Suite, frame: pd.DataFrame, chunks: Sequence[PackedChunk]) -> dict[str, Any]:
    """Return the columns of all rows with their types, and in which chunk each row's episode lies."""
    places: dict[RowKey, int] = {key: number for number, chunk in enumerate(chunks) for key in chunk.keys}
    rows = rows_of(frame)
    names = ("model", "method", "condition", "group", "item", "repeat")
    keys = [tuple(row[name] for name in names) for row in rows]
    columns = [*_described(SHARED, own=False), *_described(suite.columns, own=True)]
    return {
        "columns": [{**column, "values": [_plain(row[column["name"]]) for row in rows]} for column in columns],
        "chunk": [places.get(key) for key in keys],
    }


def _described(columns: Sequence[Column], *, own: bool) -> Iterator[dict[str, Any]]:
    for column in columns:
        yield {
            "name": column.name,
            "type": column.type,
            "meaning": column.meaning,
            "averaged": column.averaged,
            "verdict": column.verdict,
            "own": own,
        }


def _plain(value: object) -> object:
    """Return the value of a cell in JSON terms."""
    plain = value.item() if hasattr(value, "item") else value
    return plain if plain is None or isinstance(plain, bool | int | float) else str(plain)


def _sections(study: SuiteStudy, frame: pd.DataFrame, folder: Path) -> Sequence[Section]:
    suite = study.suite
    controls = [
        model for model in dict.fromkeys(frame["model"]) if study.config["models"][model]["kind"] == "reference"
    ]
    whole = sheet_html(overview(frame, suite.columns), "overview", "", controls)
    return [
        Section("summary", "In short", "", joined(in_short(frame, controls), whole)),
        Section("tables", "Tables", TABLES, joined(*_tables(suite, folder, controls))),
        Section("figures", "Figures", "", joined(*_figures(suite, folder))),
        Section("conclusions", "Conclusions", "", joined(*conclusions_html(suite, folder, controls))),
        Section("columns", "Columns", COLUMNS, _columns(suite)),
    ]


def _tables(suite: Suite, folder: Path, controls: Sequence[str]) -> Iterator[Html]:
    for name in suite.tables:
        sheet = read_sheet(folder / "tables" / f"{name}.json")
        caption = caption_of(suite, name, sheet.title)
        yield sheet_html(sheet, name, caption.reading, controls, title=caption.title)


def _figures(suite: Suite, folder: Path) -> Iterator[Html]:
    for name in figure_names(suite):
        caption = caption_of(suite, name, name.replace("_", " ").capitalize())
        yield figure_html(folder / "figures" / f"{name}.svg", f"figure-{name}", caption.title, caption.reading)


def conclusions_html(suite: Suite, folder: Path, controls: Sequence[str]) -> Iterator[Html]:
    """Yield what the suite says in words, each with the tables that it says it from."""
    for number, said in enumerate(suite.conclusions(folder) if isinstance(suite, Concludes) else (), start=1):
        yield joined(element("h3", said.title), element("p", said.text))
        for place, sheet in enumerate(said.sheets, start=1):
            yield sheet_html(sheet, f"conclusion-{number}-{place}", "", controls)


def _columns(suite: Suite) -> Html:
    pairs = [
        element("div", element("dt", column.name), element("dd", column.meaning))
        for column in (*suite.columns, *SHARED)
    ]
    return element("dl", *pairs, class_="terms")
