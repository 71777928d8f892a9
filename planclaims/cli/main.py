"""The entry point: parses the command line, runs one subcommand, turns errors into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from planclaims import __version__
from planclaims.cli import brief, extract, fit, grade, play, show, solve, validate
from planclaims.cli.outcome import EXIT_CODES, ExitCode
from planclaims.cli.study import analyse, appendix, archive, compare, cost, judge, power, rehearse, replay
from planclaims.cli.study import run as run_study
from planclaims.errors import InputError, LimitExceeded, PlanclaimsError

CORRECT_PDDL = "correct it there; docs/pddl.md tells what is read, docs/replies.md how replies are"
"""What to do about a file that cannot be used, where neither the message nor the command says it."""
COMMANDS = (
    validate,
    solve,
    brief,
    extract,
    grade,
    judge,
    play,
    show,
    run_study,
    cost,
    compare,
    analyse,
    fit,
    appendix,
    archive,
    replay,
    power,
    rehearse,
)
UNREADABLE = "give the path of a file that is there and that you may read"
DESCRIPTION = "Validate plans, solve tasks, read model replies, look at and analyse episodes, by formal PDDL semantics."


class Parser(argparse.ArgumentParser):
    """A parser that reports bad usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with the message and where to find help."""
        self.exit(ExitCode.BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    form = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="planclaims", description=DESCRIPTION, epilog=EXIT_CODES, formatter_class=form)
    parser.add_argument("--version", action="version", version=f"planclaims {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in COMMANDS:
        doc = module.__doc__ or ""
        name = module.__name__.rpartition(".")[2]
        command = commands.add_parser(
            name, help=doc.splitlines()[0], description=doc, epilog=EXIT_CODES, formatter_class=form
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run, advice=getattr(module, "ADVICE", CORRECT_PDDL))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of the command line."""
    options = argparse.Namespace(advice=CORRECT_PDDL)
    try:
        options = build_parser().parse_args(arguments)
        code = int(options.run(options))
        print(end="", flush=True)
    except LimitExceeded as error:
        return _told(error, ExitCode.LIMIT_EXCEEDED)
    except PlanclaimsError as error:
        return _told(_advised(error, options.advice), ExitCode.BAD_INPUT)
    except KeyboardInterrupt:
        return _told("interrupted", ExitCode.INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        return ExitCode.OUTPUT_CLOSED
    except OSError as error:
        _discard_output()
        return _told(f"cannot write the output ({error.strerror}); make room, or send it elsewhere", ExitCode.BAD_INPUT)
    return code


def run() -> NoReturn:
    """Run the command line of this process and exit."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main())


def _advised(error: PlanclaimsError, advice: str) -> str:
    """Return the message with what to do at its end, where it does not say so itself."""
    if not isinstance(error, InputError) or error.advised:
        return str(error)
    return f"{error}; {UNREADABLE if error.problem.startswith('cannot be read (') else advice}"


def _discard_output() -> None:
    """Send what is still buffered nowhere, so that closing the stream at exit does not fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _told(problem: object, code: ExitCode) -> int:
    print(f"planclaims: {problem}", file=sys.stderr)
    return code


if __name__ == "__main__":
    run()
