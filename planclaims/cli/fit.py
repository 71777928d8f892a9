"""Fit models of item response theory to a matrix of right and wrong answers.

MATRIX is a CSV file with a row per respondent and a column per item. The column `respondent` names the respondent (or
`model` and `condition`); a column of an item is named KIND/ITEM, or a second file says of which kind each item is
(columns `item` and `kind`). Cells are 1 (right), 0 (wrong) or empty. Respondents with more than 5% empty cells are left
out and named. A model whose estimator does not converge is named and has no numbers.
With --json: the comparison as one line, with its title, header, rows and notes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import print_sheets
from planclaims.cli.numbers import count, seed
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_json_argument
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.analysis.formats.sheet import Sheet

MODELS = "1d,comp-2,prod-2"
STARTS = 8
ADVICE = "correct it there; `planclaims fit --help` and docs/irt.md tell what a matrix looks like"

ADVICE = "correct it there; `planclaims fit --help` and docs/irt.md tell what a matrix holds"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("matrix", metavar="MATRIX", type=Path, help="the response matrix, .csv")
    parser.add_argument("--items", metavar="ITEMS", type=Path, help="a CSV file with the kind of every item")
    parser.add_argument(
        "--models", default=MODELS, metavar="NAMES", help=f"models, by commas: 1d, prod-K, comp-K, K to 4 ({MODELS})"
    )
    parser.add_argument("--starts", type=count, default=STARTS, metavar="N", help=f"starts of a model ({STARTS})")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the starts (0)")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, help="folder for fits and tables")
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success if every model was fitted, the comparison printed and, if asked for, everything written."""
    from planclaims.analysis.formats.sheet import as_plain
    from planclaims.storage import write_whole
    from planclaims.suites.competence.irt.estimators.estimation import estimate
    from planclaims.suites.competence.irt.estimators.fit_files import estimation_json
    from planclaims.suites.competence.irt.estimators.forms import specification
    from planclaims.suites.competence.irt.estimators.matrix import read_matrix, sorted_out
    from planclaims.suites.competence.irt.tables.fits import abilities_sheet, fits_sheet, kinds_sheet

    if options.output is not None and options.output.exists() and not options.output.is_dir():
        raise InputError("is no folder to write into", file=options.output)
    wanted = list(dict.fromkeys(specification(name.strip()) for name in options.models.split(",")))
    matrix, left_out = sorted_out(read_matrix(options.matrix, options.items), file=options.matrix)
    for model in wanted:
        if model.dimensions > len(matrix.kinds):
            raise InputError(f"{model.name} needs as many kinds as dimensions", found=f"{len(matrix.kinds)} kinds")
    found = [estimate(matrix, model, starts=options.starts, seed=options.seed) for model in wanted]
    comparison = fits_sheet(found, matrix, left_out)
    if options.json:
        print_sheets([comparison])
    else:
        print(as_plain(comparison), end="")
    if options.output is not None:
        _write(comparison, options.output / "fits")
        for estimation in found:
            name = estimation.specification.name
            write_whole(options.output / f"{name}.json", estimation_json(estimation).encode())
            if estimation.fit:
                _write(kinds_sheet(estimation.fit, matrix), options.output / f"{name}.kinds")
                _write(abilities_sheet(estimation.fit, matrix), options.output / f"{name}.abilities")
    return ExitCode.POSITIVE if all(estimation.fit for estimation in found) else ExitCode.NEGATIVE


def _write(sheet: Sheet, stem: Path) -> None:
    from planclaims.analysis.formats.sheet import FORMATS, write_sheet

    write_sheet(sheet, [stem.with_name(stem.name + ending) for ending in FORMATS])
