"""Tables of ready cells as Markdown, LaTeX and plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from planclaims.analysis.formats.shown import Shown, fixed, full

DASH = "–"
"""Stands where there is nothing to report."""

LATEX_SPECIAL: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "†": r"\(^{\dagger}\)",
    "*": r"\(^{*}\)",
    "<": r"\(<\)",
    "≤": r"\(\le\)",
}
NUMERIC = re.compile(r"(\\textbf\{|\\\(.*?\\\)|[\d.,\s/%*†–+\[\]{}\\-])*")
"""Cells that are numbers, with the marks and the markup that may surround them."""

FIT_WIDTH = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"
FIT_HEIGHT = r"\resizebox*{!}{\ifdim\totalheight>0.8\textheight 0.8\textheight\else\totalheight\fi}{%"
"""Open a box that is shrunk if it is wider, or higher, than the page has room for."""

MARKDOWN_SPECIAL = "\\`*_|"


@dataclass(frozen=True, slots=True)
class Group:
    """A header over several columns."""

    title: str
    columns: int


def number(value: float | None, digits: int = 1, factor: float = 1.0, unit: str = "") -> Shown:
    """Return the number with fixed digits, halves away from zero, and its unit behind it; or a dash."""
    named = {"unit": unit.strip()} if unit else {}
    if value is None:
        return Shown(DASH, {"": None, **named})
    return Shown(fixed(value, digits, factor) + unit, {"": full(value, factor), **named})


def signed(value: float, digits: int = 1, unit: str = "") -> Shown:
    """Return the number with its sign, none on zero, and its unit behind it."""
    text = fixed(value, digits)
    plus = "+" if value > 0 and float(text) else ""
    return Shown(plus + text + unit, {"": full(value), **({"unit": unit.strip()} if unit else {})})


LEAST_P = 0.0001
"""A p value below this one is shown as such."""


def p_value(p: float) -> Shown:
    """Return a p value to four digits, or that it is smaller than they can tell."""
    return Shown(f"<{LEAST_P:.4f}" if p < LEAST_P else fixed(p, 4), {"": p})


def ranged(
    bounds: tuple[float, float] | None,
    digits: int = 1,
    factor: float = 1.0,
    *,
    unit: str = "",
    to: str = "–",
    write: Callable[[float, int], str] | None = None,
    otherwise: str = "",
) -> Shown:
    """Return an interval, or what stands where there is none.

    Its bounds get as many more digits as they need to differ: a reader takes bounds that look equal for certainty.
    """
    if bounds is None:
        return Shown(otherwise, {"low": None, "high": None})
    low, high = (full(bound, factor) for bound in bounds)
    form = write or number
    while (text := form(low, digits)) == form(high, digits):
        digits += 1
    return Shown(f"{text}{to}{form(high, digits)}{unit}", {"low": low, "high": high})


def spread(values: Sequence[float], digits: int = 0, factor: float = 100, *, unit: str = "%", to: str = "–") -> Shown:
    """Return the least and the greatest of some numbers, or a dash of nothing."""
    if not values:
        return Shown(DASH, {"unit": unit.strip(), "low": None, "high": None})
    low, high = min(values), max(values)
    text = f"{fixed(low, digits, factor)}{to}{fixed(high, digits, factor)}{unit}"
    return Shown(text, {"unit": unit.strip(), "low": full(low, factor), "high": full(high, factor)})


def tally(count: float) -> Shown:
    """Return how many there are, to two digits: several runs of a task count by halves, thirds and so on."""
    text = fixed(count, 2)
    return Shown(text.rstrip("0").rstrip("."), {"": full(count)})


def counted(part: float, whole: float, otherwise: str = "") -> Shown:
    """Return numerator and denominator, in a form that no spreadsheet takes for a date; nothing of nothing."""
    if not whole:
        return Shown(otherwise, {"numerator": None, "denominator": None})
    parts = {"numerator": full(part), "denominator": full(whole)}
    return Shown(f"{tally(part)} of {tally(whole)}", parts)


def plural(count: float, noun: str, several: str | None = None) -> str:
    """Return a number with its noun in the right form; 1.5 tasks are several."""
    return f"{tally(count)} {noun if count == 1 else several or noun + ('es' if noun.endswith('s') else 's')}"


def means_of(count: int, noun: str) -> str:
    """Return what a number over so many means rests on."""
    return f"{'mean' if count == 1 else 'means'} of {plural(count, noun)}"


def percent(part: float, whole: float) -> Shown:
    """Return a share in percent, or a dash of nothing."""
    return number(part / whole if whole else None, 1, 100, "%")


def escape_latex(text: str) -> str:
    """Return the text with everything that LaTeX would read as a command made harmless."""
    return "".join(LATEX_SPECIAL.get(character, character) for character in text)


def escape_markdown(text: str) -> str:
    """Return the text with everything that Markdown would read as markup made harmless."""
    return "".join("\\" + character if character in MARKDOWN_SPECIAL else character for character in text)


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns under a rule: numbers to the right, everything else to the left."""
    widths, right = _widths(header, rows), numeric_columns(len(header), rows)
    lines = [_aligned(header, widths, right), "  ".join("-" * width for width in widths)]
    return "\n".join(line.rstrip() for line in [*lines, *(_aligned(row, widths, right) for row in rows)])


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose columns are aligned in the source too; cells are escaped already."""
    widths = [max(width, 4) for width in _widths(header, rows)]
    right = numeric_columns(len(header), rows)
    rule = ["-" * (width - 1) + (":" if to_right else "-") for width, to_right in zip(widths, right, strict=True)]
    lines = [_aligned(header, widths, right, " | "), " | ".join(rule)]
    lines += [_aligned(row, widths, right, " | ") for row in rows]
    return "\n".join(f"| {line} |" for line in lines)


def numeric_columns(width: int, rows: Sequence[Sequence[str]]) -> list[bool]:
    """Return which columns hold nothing but numbers, their marks and dashes; the first one names the rows."""
    return [place > 0 and all(NUMERIC.fullmatch(row[place]) for row in rows) for place in range(width)]


def latex_table(groups: Sequence[Group], header: Sequence[str], sections: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Return a booktabs tabular, its columns under groups and its rows in titled sections, if there are any.

    Cells are escaped already.
    """
    right = numeric_columns(len(header), [row for rows in sections.values() for row in rows])
    columns = "".join("r" if to_right else "l" for to_right in right)
    lines = [f"\\begin{{tabular}}{{{columns}}}", "\\toprule"]
    lines += [*_latex_groups(groups), _latex_row(header)]
    for title, rows in sections.items():
        lines.append("\\midrule")
        if title:
            lines.append(f"\\multicolumn{{{len(header)}}}{{l}}{{\\emph{{{title}}}}} \\\\")
        lines += [_latex_row(row) for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"])


def _latex_groups(groups: Sequence[Group]) -> list[str]:
    """Return the line of group titles and the rules below them."""
    spans, rules, place = [], [], 1
    for group in groups:
        spans.append(f"\\multicolumn{{{group.columns}}}{{c}}{{{group.title}}}" if group.title else "")
        if group.title:
            rules.append(f"\\cmidrule(lr){{{place}-{place + group.columns - 1}}}")
        place += group.columns
    return [_latex_row(spans), "".join(rules)] if groups else []


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _widths(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(line[place]) for line in (header, *rows)) for place in range(len(header))]


def _aligned(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], gap: str = "  ") -> str:
    padded = [
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    ]
    return gap.join(padded)
