from pathlib import Path

import pytest

from planclaims.errors import InputError
from planclaims.report.page.html import element, joined
from planclaims.report.page.tables import figure_html, inline, table_html
from planclaims.report.summary.results import claims, tables, titled

MARKDOWN = r"""# Table 4

Each cell: success %.

## Models

| Method | small\_model |
| ------ | -----: |
| *Offline* | |
| direct | **48.0**\* / 60.0 |
| a \| b | – |

- \*: p \< 0.05
- <img src=x onerror=alert(1)>
"""
DRAWING = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9pt" viewBox="0 0 9 9">
<metadata>made today</metadata><defs><style type="text/css">*{stroke-linecap: butt}</style><clipPath id="p1"/></defs>
<g id="g" clip-path="url(#p1)" onclick="alert(1)"><use xlink:href="#g"/><image href="http://example.org/x.png"/></g>
<script>alert(1)</script></svg>"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_text_is_escaped_and_markup_is_not() -> None:
    assert joined("a < b", element("b", "<i>")) == "a &lt; b<b>&lt;i&gt;</b>"
    assert element("a", href='"><script>', hidden=True, title=None) == '<a href="&quot;&gt;&lt;script&gt;" hidden></a>'


def test_markdown_keeps_its_emphasis_groups_and_notes(tmp_path: Path) -> None:
    shown = table_html(written(tmp_path, "table4.md", MARKDOWN), "Table 4")
    assert ">small_model</th>" in shown
    assert "<strong>48.0</strong>* / 60.0" in shown
    assert '<tr class="group"><th colspan="2" scope="rowgroup"><em>Offline</em></th></tr>' in shown
    assert "a | b" in shown
    assert "<li>*: p &lt; 0.05</li>" in shown
    assert "<img" not in shown


def test_inline_markdown_does_not_see_emphasis_in_escapes() -> None:
    assert inline(r"a\*b\*c *d* **e**") == "a*b*c <em>d</em> <strong>e</strong>"


def test_csv_is_shown_as_it_is_with_numbers_to_the_right(tmp_path: Path) -> None:
    shown = table_html(written(tmp_path, "x.csv", 'mean_cost,who,best\n1.5,"a, <b>",True\n2,c,False\n'), "X")
    assert "<caption>X</caption>" in shown
    assert ">mean cost</th>" in shown
    assert '<th class="number" scope="row">1.5</th>' in shown
    assert "<td>a, &lt;b&gt;</td>" in shown
    assert "<td>yes</td>" in shown


def test_other_files_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.tex: not a table"):
        table_html(written(tmp_path, "x.tex", ""), "X")
    with pytest.raises(InputError, match=r"gone\.md: cannot be read"):
        table_html(tmp_path / "gone.md", "X")


def test_claims_stand_apart_and_published_values_are_called_so(tmp_path: Path) -> None:
    paths = {
        "claims": written(tmp_path, "claims.csv", "claim,value,paper\nx,1,2\n"),
        "tableE1": written(tmp_path, "tableE1.csv", "model,tokens\na,1\n"),
    }
    assert "published ones, for comparison" in claims(paths)
    assert "Table E.1: tokens and cost" in tables(paths)
    assert "claim" not in tables(paths)
    assert "published" not in tables(paths)
    assert claims({}) == ""
    assert titled("my_own-table") == ("My own table", "")


def test_a_long_table_is_folded(tmp_path: Path) -> None:
    rows = "".join(f"m{number},{number}\n" for number in range(60))
    shown = tables({"table2": written(tmp_path, "table2.csv", f"model,n\n{rows}")})
    assert "(60 lines)" in shown
    assert "<details open" not in shown


def test_a_figure_is_drawing_only(tmp_path: Path) -> None:
    shown = figure_html(written(tmp_path, "f.svg", DRAWING), "figure-2b", "Figure 2b", "Up is better.")
    for gone in ("script", "onclick", "example.org", "made today", "DOCTYPE", "width="):
        assert gone not in shown
    assert 'id="figure-2b-p1"' in shown
    assert "url(#figure-2b-p1)" in shown
    assert 'xlink:href="#figure-2b-g"' in shown
    assert "#drawing-figure-2b *{stroke-linecap: butt}" in shown
    assert 'role="img" aria-label="Figure 2b. Up is better."' in shown


def test_what_is_no_svg_is_refused_by_name(tmp_path: Path) -> None:
    for text in ("<svg", "<html/>"):
        with pytest.raises(InputError, match=r"f\.svg"):
            figure_html(written(tmp_path, "f.svg", text), "f", "F", "")
