"""The report of the guest suite: as bytes, by what its addresses select, and as Chromium shows it if there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from test_report_page import needs_chromium, shown, words

from planclaims.analysis.filters import Filter, Span, selected
from planclaims.analysis.formats.sheet import Sheet, read_sheet
from planclaims.episodes.record import failed_path
from planclaims.errors import InfrastructureError, InputError
from planclaims.report.page.address import list_address
from planclaims.report.page.packing import unpacked
from planclaims.report.suite import build
from planclaims.report.suite.build import write_suite_report
from planclaims.report.suite.overview import overview
from planclaims.seam import Reply, Request
from planclaims.suites.check_outputs import check_outputs
from planclaims.suites.chunk import play_chunk_job
from planclaims.suites.contract import Control, Item
from planclaims.suites.explanation import Part, TableBlock, TextBlock
from planclaims.suites.load import load_suite
from planclaims.suites.outputs import chunk_at, judge_suite, plot_suite_figure, write_suite_table
from planclaims.suites.study import SuiteStudy

GUEST = Path(__file__).parents[1] / "guest" / "lamps"
HOSTILE = "</script><img src=x onerror=alert(1)>\"'& <b>none</b>\n${style} $data"
NODE = shutil.which("node")
METHODS: Mapping[str, Mapping[str, object]] = {"direct": {"regime": "offline"}, "react": {"regime": "online"}}


class Hostile:
    """A model whose every reply tries to be markup."""

    def reply(self, request: Request) -> Reply:
        return Reply(HOSTILE, "stop", 50, 5, 0.001, 0.5)


class Absent:
    """A model that cannot be asked."""

    def reply(self, request: Request) -> Reply:
        raise InfrastructureError("the service answered 429 <b>")


def study() -> SuiteStudy:
    suite: Any = copy(load_suite("lamps", GUEST))
    others = {
        "hostile": Control(lambda *_: Hostile(), lambda _: None),
        "absent": Control(lambda *_: Absent(), lambda _: None),
    }
    suite.controls = {**suite.controls, **others}
    models = {name: {"kind": "reference", "script": name, "tasks": "all"} for name in ("optimal", "hostile", "absent")}
    models["hostile"]["kind"] = "embedded"
    entry = {"models": list(models), "methods": list(METHODS), "settings": {"items": 4}}
    return SuiteStudy(suite, entry, {"models": models, "methods": METHODS, "seed": 1, "repeats": 1})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, played = tmp_path_factory.mktemp("suite"), study()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("planclaims.suites.chunk.open_model", lambda chunk, item, *_: control(chunk.player.model, item))
        for key in played.chunks():
            play_chunk_job(chunk_at(played, key), folder / "episodes" / f"{key.path}.json", folder, None)
    judge_suite(played, folder / "episodes", folder / "episodes.csv", folder / "episodes.parquet")
    paths = [folder / "tables" / f"right.{ending}" for ending in ("json", "md", "csv", "tex", "txt")]
    write_suite_table(played, "right", folder / "episodes.parquet", paths)
    figures = {ending: folder / "figures" / f"presses.{ending}" for ending in ("pdf", "png", "svg")}
    plot_suite_figure(played, "presses", folder / "episodes.parquet", figures)
    write_suite_report(played, folder, folder / "report.html")
    return folder


def control(model: str, item: Item) -> object:
    return study().suite.controls[model].model(item, "plain", 1)


@pytest.fixture(scope="module")
def page(run: Path) -> Path:
    return run / "report.html"


def chunks(page: Path) -> list[Any]:
    found = re.findall(r'<script type="text/plain" id="chunk-\d+">([^<]*)</script>', page.read_text(encoding="utf-8"))
    return [unpacked(letters) for letters in found]


def test_the_same_records_give_the_same_bytes(run: Path, tmp_path: Path) -> None:
    write_suite_report(study(), run, tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == (run / "report.html").read_bytes()
    again = {ending: tmp_path / f"presses.{ending}" for ending in ("pdf", "png", "svg")}
    plot_suite_figure(study(), "presses", run / "episodes.parquet", again)
    for path in again.values():
        assert path.read_bytes() == (run / "figures" / path.name).read_bytes()


def test_the_page_stands_alone_and_holds_no_markup_of_models(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    for outside in ("http://", "https://", "//cdn", "@import", "<link", " src=", "innerHTML", "onerror"):
        assert outside not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert any(HOSTILE in chunk["texts"] for chunk in chunks(page))


def test_controls_are_called_so_in_every_format_and_on_the_page(run: Path, page: Path) -> None:
    for ending in ("md", "tex", "txt", "json"):
        assert "Scripted controls, not language models: optimal, absent." in re.sub(
            r"\s+", " ", (run / "tables" / f"right.{ending}").read_text(encoding="utf-8")
        )
    text = page.read_text(encoding="utf-8")
    assert text.count('optimal <span class="tag" title="scripted control, not a language model">control</span>') == 8
    assert "hostile <span" not in text


def test_every_number_leads_to_the_episodes_that_it_was_made_from(run: Path, page: Path) -> None:
    frame = pd.read_parquet(run / "episodes.parquet")
    text = page.read_text(encoding="utf-8")
    sheet = read_sheet(run / "tables" / "right.json")
    assert len(sheet.rows) == 12
    for row, sources in zip(sheet.rows, sheet.sources, strict=True):
        if row[0] == "absent":
            assert row[3] == "–"
            continue
        episodes = selected(frame, sources[3] or {})
        assert row[3] == f"{int(episodes['right'].sum())} of {len(episodes)}"
        assert f'href="{list_address(sources[3] or {})}" class="source">{row[3]}</a>'.replace("&", "&amp;") in text
    counts = [row[3:5] for row in overview(frame, study().suite.columns).rows if row[0] == "absent"]
    assert counts == [("4", "4")] * 4


def test_the_outputs_keep_the_contract_and_the_checker_sees_where_they_do_not(run: Path) -> None:
    frame = pd.read_parquet(run / "episodes.parquet")
    suite: Any = study().suite
    assert check_outputs(suite, frame) == []
    header, rows = ("a", "b"), (("x", "1"),)
    for sheet, told in [
        (Sheet("T", header, (("x",),)), "table t, row 1: 1 cells under 2 headings"),
        (Sheet("T", header, (("x", 1),)), "table t, row 1: 1 is no text"),  # type: ignore[arg-type]
        (Sheet("T", header, rows, (), ((None,),)), "table t: the sources are not as many as the cells"),
        (Sheet("T", header, rows, (), ((None, {"colour": 1}),)), "there is no such column; found 'colour'"),
        (Sheet("T", header, rows, (), ((None, {"item": "77"}),)), "row 1, b: the filter selects no episode"),
    ]:
        suite.tables = {"t": lambda _, sheet=sheet: sheet}
        assert any(told in fault for fault in check_outputs(suite, frame)), told
    suite.tables, suite.figures = {}, {"f": lambda _: "drawing"}
    assert check_outputs(suite, frame) == [
        "figure f: str is no matplotlib Figure",
        "the caption 'presses' is of no table and no figure",
    ]


def test_every_episode_has_its_view_and_the_suite_explains_it(run: Path, page: Path) -> None:
    views = {key: (view, chunk) for chunk in chunks(page) for key, view in chunk["episodes"].items()}
    assert len(views) == 3 * 2 * 2 * 4
    view, chunk = views["hostile/direct/plain/long/00/0"]
    blocks = [chunk["blocks"][place] for place in view["blocks"]]
    assert [block["part"] for block in blocks] == ["asked", "asked", "answered", "read", "expected", "expected", "why"]
    assert blocks[2]["text"] == HOSTILE
    assert blocks[-1]["text"].endswith(HOSTILE)
    assert view["missing"] == {"presses": "nothing is pressed offline"}
    failed, _ = views["absent/react/plain/long/00/0"]
    assert failed["calls"] == []
    assert failed["blocks"] == []
    assert failed_path(run / "episodes/absent/react/plain/long/00.json").exists()


def test_a_suite_that_cannot_explain_is_named(run: Path, tmp_path: Path) -> None:
    broken = study()
    suite: Any = broken.suite
    place = "suite lamps: long/00 with optimal and direct cannot be explained"
    for explain, told in [
        (lambda record, item: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda record, item: ["text"], "ValueError: block 1 of the explanation is none"),
        (lambda record, item: [TextBlock(Part.WHY, "label", 7)], r"ValueError: block 1 \(label\): 7 is no text"),  # type: ignore[arg-type]
        (lambda record, item: [TableBlock(Part.WHY, "label", ("a",), (("b", "c"),))], "a row has not as many cells"),
    ]:
        suite.explain = explain
        with pytest.raises(InputError, match=rf"{place}: .*{told}"):
            write_suite_report(broken, run, tmp_path / "never.html")
        assert not (tmp_path / "never.html").exists()


def test_a_suite_without_figures_captions_and_explanations_has_a_report(run: Path, tmp_path: Path) -> None:
    plain = study()

    class Bare:
        """The guest with nothing but what a suite must have."""

    bare: Any = Bare()
    for name in (
        "name",
        "version",
        "schema",
        "defaults",
        "conditions",
        "controls",
        "items",
        "judge",
        "ask",
        "enter",
        "budget",
    ):
        setattr(bare, name, getattr(plain.suite, name))
    bare.columns, bare.tables = plain.suite.columns[:0], {}
    bare.judge = lambda record, item: type("Empty", (), {"values": {}, "missing": {}})()
    frame = pd.read_parquet(run / "episodes.parquet").drop(columns=["right", "presses"])
    (tmp_path / "episodes").symlink_to(run / "episodes")
    frame.to_parquet(tmp_path / "episodes.parquet")
    write_suite_report(SuiteStudy(bare, plain.entry, plain.config), tmp_path, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h1>lamps</h1>" in text
    assert 'id="figures"' not in text
    view = next(iter(chunks(tmp_path / "report.html")))["episodes"]["optimal/direct/plain/long/00/0"]
    assert len(view["blocks"]) == 4


FILTERS: tuple[Filter, ...] = (
    {},
    {"model": "hostile", "right": False},
    {"presses": None, "scored": True},
    {"presses": Span(1, None)},
    {"presses": [0, None], "model": ["optimal", "hostile"]},
    {"seconds": Span(0.25, 100)},
    {"item": "00", "group": ["long", "short"]},
    {"ending": "done"},
)


@pytest.mark.skipif(NODE is None, reason="there is no Node to run the program of the page in")
def test_the_page_selects_the_rows_that_the_filter_selects(run: Path, page: Path) -> None:
    frame = pd.read_parquet(run / "episodes.parquet")
    found = re.search(r'id="index">([^<]*)<', page.read_text(encoding="utf-8"))
    assert found
    assets = build.SHARED_ASSETS / "filters.js", build.ASSETS / "rows.js"
    parts = (path.read_text(encoding="utf-8") for path in assets)
    program = f"""
        const unpack = async () => ({json.dumps(unpacked(found[1]))});
        {"".join(parts)}
        const addresses = {json.dumps([list_address(one) for one in FILTERS])};
        const chosen = ({{ rows, ...index }}, address) => {{
            const filter = filterIn(index, address);
            return rows.map((row, place) => (holds(filter, row) ? place : -1)).filter((place) => place >= 0);
        }};
        loadIndex().then((index) => console.log(JSON.stringify(addresses.map((address) => chosen(index, address)))));
    """
    assert NODE
    ended = subprocess.run([NODE, "-e", program], capture_output=True, text=True, timeout=60, check=True)
    for wanted, places in zip(FILTERS, json.loads(ended.stdout), strict=True):
        assert places == list(selected(frame, wanted).index), wanted
    assert len(selected(frame, FILTERS[4])) > 0


@needs_chromium
def test_the_list_shows_what_its_address_asks_for(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#episodes?model=optimal&scored=true&method=direct", tmp_path)
    assert built.count('class="cell v-right"') == 8
    seen = words(built)
    assert "8 of 48 episodes; right: 8 of 8." in seen
    assert "model: optimal" in seen


@needs_chromium
def test_a_hostile_reply_stays_text_in_its_view(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#episode/hostile/direct/plain/long/00/0?model=hostile", tmp_path / "one")
    assert "&lt;img src=x onerror=alert(1)&gt;" in built
    assert "<img" not in built
    seen = words(built)
    assert "All 16 episodes of the list" in seen
    assert "nothing is pressed offline" in seen
    unscored = words(shown(page, "#episode/absent/direct/plain/long/00/0", tmp_path / "two"))
    assert "Not scored: the service answered 429 <b>" in unscored
