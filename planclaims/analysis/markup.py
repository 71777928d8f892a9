"""Tables of ready cells as Markdown, LaTeX and plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
MARKDOWN_SPECIAL = "\\`*_|"


@dataclass(frozen=True, slots=True)
class Group:
    """A header over several columns."""

    title: str
    columns: int


def number(value: float | None, digits: int = 1, factor: float = 1.0) -> str:
    """Return the number with fixed digits, or a dash."""
    return DASH if value is None else f"{value * factor:.{digits}f}"


def escape_latex(text: str) -> str:
    """Return the text with everything that LaTeX would read as a command made harmless."""
    return "".join(LATEX_SPECIAL.get(character, character) for character in text)


def escape_markdown(text: str) -> str:
    """Return the text with everything that Markdown would read as markup made harmless."""
    return "".join("\\" + character if character in MARKDOWN_SPECIAL else character for character in text)


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns under a rule: the first to the left, the others to the right."""
    widths = _widths(header, rows)
    lines = [_aligned(header, widths), "  ".join("-" * width for width in widths)]
    return "\n".join(line.rstrip() for line in [*lines, *(_aligned(row, widths) for row in rows)])


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose columns are aligned in the source too; cells are escaped already."""
    widths = [max(width, 4) for width in _widths(header, rows)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [_aligned(header, widths, " | "), " | ".join(rule), *(_aligned(row, widths, " | ") for row in rows)]
    return "\n".join(f"| {line} |" for line in lines)


def latex_table(groups: Sequence[Group], header: Sequence[str], sections: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Return a booktabs tabular with grouped columns and titled sections of rows; cells are escaped already."""
    spans, rules, place = [], [], 1
    for group in groups:
        spans.append(f"\\multicolumn{{{group.columns}}}{{c}}{{{group.title}}}" if group.title else "")
        if group.title:
            rules.append(f"\\cmidrule(lr){{{place}-{place + group.columns - 1}}}")
        place += group.columns
    lines = [f"\\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}", "\\toprule", _latex_row(spans), "".join(rules)]
    lines.append(_latex_row(header))
    for title, rows in sections.items():
        lines += ["\\midrule", f"\\multicolumn{{{len(header)}}}{{l}}{{\\emph{{{title}}}}} \\\\"]
        lines += [_latex_row(row) for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"])


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _widths(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(line[place]) for line in (header, *rows)) for place in range(len(header))]


def _aligned(cells: Sequence[str], widths: Sequence[int], gap: str = "  ") -> str:
    first, *others = zip(cells, widths, strict=True)
    return gap.join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)])
