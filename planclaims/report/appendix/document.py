"""A document of headings, paragraphs, listings and tables, written as Markdown and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planclaims.analysis.formats.markup import LATEX_SPECIAL, escape_latex, escape_markdown, latex_table, markdown_table

LEVELS = ("section", "subsection", "subsubsection", "paragraph")
VERBATIM: Mapping[str, str] = {
    **{character: LATEX_SPECIAL[character] for character in "\\{}_%&#$~^"},
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": "-{}",
    "\t": r"\ \ \ \ ",
}
"""What a listing writes for a character that LaTeX would read, or draw, as something else; `-{}` joins no dashes."""

PREAMBLE = "% needs \\usepackage[T1]{fontenc}, \\usepackage[utf8]{inputenc} and \\usepackage{textcomp,booktabs}"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a part; level 0 is the highest."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Prose."""

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Text that is shown as it is, line by line."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under a header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Listing | Table


def as_markdown(blocks: Sequence[Block]) -> str:
    """Return the document as Markdown."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def as_latex(blocks: Sequence[Block]) -> str:
    """Return the document as LaTeX to be put after an appendix command; nothing in it is read as a command."""
    return "\n\n".join([PREAMBLE, *map(_latex, blocks)]) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * (block.level + 1)} {escape_markdown(block.text)}"
    if isinstance(block, Paragraph):
        return escape_markdown(block.text)
    if isinstance(block, Listing):
        longest = max(map(len, re.findall("`+", block.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}text\n{block.text}\n{fence}"
    header, *rows = [[escape_markdown(_line(cell)) for cell in line] for line in (block.header, *block.rows)]
    return markdown_table(header, rows)


def _latex(block: Block) -> str:
    if isinstance(block, Heading):
        return f"\\{LEVELS[min(block.level, len(LEVELS) - 1)]}{{{escape_latex(block.text)}}}"
    if isinstance(block, Paragraph):
        return escape_latex(block.text)
    if isinstance(block, Listing):
        lines = "\\\\{}\n".join(map(_verbatim, block.text.split("\n")))
        return f"\\begin{{flushleft}}\\footnotesize\\ttfamily\n{lines}\n\\end{{flushleft}}"
    header, *rows = [[escape_latex(_line(cell)) for cell in line] for line in (block.header, *block.rows)]
    columns = "p{0.3\\linewidth}" * len(header) if len(header) < 4 else None
    table = latex_table((), header, {"": rows})
    if columns is not None:
        table = re.sub(r"\\begin\{tabular\}\{[lr]+\}", lambda _: f"\\begin{{tabular}}{{{columns}}}", table, count=1)
    return f"\\begin{{center}}\\small\n{table}\n\\end{{center}}"


def _line(text: str) -> str:
    """Return a cell's text on one line."""
    return " ".join(text.split())


def _verbatim(line: str) -> str:
    """Return a line of a listing with its indent kept; an empty line stands for itself."""
    indent = len(line) - len(line.lstrip(" "))
    shown = "".join(map(_shown, line[indent:]))
    return r"\mbox{}" + r"\ " * indent + shown


def _shown(character: str) -> str:
    """Return a character as LaTeX sets it; one that cannot be seen is a question mark."""
    return VERBATIM.get(character, character if character.isprintable() else "?")
