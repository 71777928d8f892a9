"""Make every table, figure and test of a study from an episodes table.

The table may come from anywhere: a .csv or .parquet file with the columns that docs/episodes.md explains, one row per
episode. A missing column, or a row that contradicts itself, is named and nothing is written. Tables go to OUT/tables
(csv, md, tex, txt) and figures to OUT/figures (pdf, png, svg); equal tables and seeds give equal bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from planclaims.cli.numbers import count, counted, seed
from planclaims.cli.outcome import ExitCode
from planclaims.errors import InputError, did_you_mean

SEED, RESAMPLES = 20260101, 10_000
"""What the bootstrap starts from and how often it draws, if nothing else is said."""

ADVICE = "correct the table, or have a run write its own anew: snakemake results/episodes.csv"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("episodes", metavar="EPISODES", type=Path, help="the episodes table, .csv or .parquet")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="folder to write into")
    parser.add_argument(
        "--tier",
        nargs=2,
        action="append",
        metavar=("LOWER", "HIGHER"),
        help="two models of a family whose gap the claims tell; repeatable (default: the pairs of the paper)",
    )
    parser.add_argument("--seed", type=seed, default=SEED, metavar="N", help=f"seed of the bootstrap ({SEED})")
    parser.add_argument(
        "--resamples", type=count, default=RESAMPLES, metavar="N", help=f"resamples of the bootstrap ({RESAMPLES})"
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, everything written and table 4 printed."""
    from planclaims.analysis.outputs import Study, write_all
    from planclaims.analysis.table.episodes_table import read_episodes

    frame = read_episodes(options.episodes)
    if not len(frame):
        raise InputError("the table has no episode", file=options.episodes)
    if options.output.exists() and not options.output.is_dir():
        raise InputError("is no folder to write into; name another with -o", file=options.output)
    for model in [name for pair in options.tier or () for name in pair]:
        known = list(dict.fromkeys(map(str, frame["model"])))
        if model not in known:
            told = f"--tier: the table has no model {model!r}{did_you_mean(model, known)}"
            raise InputError(told, allowed=", ".join(known))
    tiers = options.tier and [{"lower": lower, "higher": higher} for lower, higher in options.tier]
    study = Study(frame, resamples=options.resamples, seed=options.seed, tiers=tiers)
    written = write_all(study, options.output)
    print((options.output / "tables" / "table4.txt").read_text(encoding="utf-8"))
    unscored = int((~frame["scored"]).sum())
    print(f"{counted(len(frame), 'episode')}, {unscored} unscored: {counted(len(written), 'file')} in {options.output}")
    return ExitCode.POSITIVE
