"""Grade one reply on its own, for any suite that has questions.

  planclaims grade --export SUITE                          list the suite's questions
  planclaims grade --export SUITE ITEM [-o QUESTION.json]  write one question, with its truth, as a file or as output
  planclaims grade QUESTION.json REPLY ...                 grade replies to it

A reply is a text; or JSON with `question` (the hash in the question file) and `reply`; or the record of an episode.
The suite's settings are those of config.yaml in this folder, each --config merged over it; its defaults without one.
With --json: reply, suite, item, kind, condition, answer, right (the suite's verdict, null if it has none), measures,
missing (why a measure has no value), explanation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.cli.files import check_names, print_json, read_text
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_json_argument
from planclaims.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from planclaims.suites.contract import Item, Suite
    from planclaims.suites.explanation import Block
    from planclaims.suites.grading import Grade, QuestionFile

CONFIG = Path("config.yaml")

ADVICE = "export the question again, or correct the reply; docs/suites.md tells what is graded"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("names", nargs="+", metavar="NAME", help="QUESTION.json and replies, or SUITE and ITEM")
    parser.add_argument("--export", action="store_true", help="write a question of a suite, or list its questions")
    parser.add_argument("--condition", metavar="NAME", help="the condition of an exported question; the suite's first")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where a suite outside the package lies")
    parser.add_argument(
        "--config", action="append", type=Path, default=[], metavar="CONFIG", help="changes entries of config.yaml"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write the exported question")
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether every reply is right, its grade printed; success for an export."""
    return _export(options) if options.export else _grade(options)


def _export(options: argparse.Namespace) -> ExitCode:
    from planclaims.storage import write_whole
    from planclaims.suites.grading import export_question, question_text

    name, *wanted = options.names
    suite, items = _items(name, options, wanted[0].rpartition("/")[0] if wanted else None)
    condition = options.condition or next(iter(suite.conditions))
    if condition not in suite.conditions:
        told = f"--condition: suite {name} has no condition {condition!r}{did_you_mean(condition, suite.conditions)}"
        raise InputError(told, allowed=", ".join(suite.conditions))
    if not wanted:
        print("".join(f"{item.key}\t{item.kind}\n" for item in items), end="")
        return ExitCode.POSITIVE
    if len(wanted) > 1:
        raise InputError("one item is exported at a time", found=", ".join(wanted), allowed="one ITEM")
    found = next((item for item in items if item.key == wanted[0]), None)
    if found is None:
        some = ", ".join(item.key for item in items[:4])
        near = did_you_mean(wanted[0], (item.key for item in items))
        raise InputError(
            f"suite {name} has no item {wanted[0]!r}{near}",
            allowed=f"{some} and others; `planclaims grade --export {name}` lists all",
        )
    text = question_text(export_question(suite, found, condition))
    if options.output is None:
        print(text, end="")
    else:
        write_whole(options.output, text.encode("utf-8", "backslashreplace"))
    return ExitCode.POSITIVE


def _items(name: str, options: argparse.Namespace, group: str | None) -> tuple[Suite, list[Item]]:
    """Return a suite, and its items by the settings of the configuration here.

    Of a suite whose items take long to make, those of the batch with the group, where one is told that there is.
    """
    from planclaims.suites.contract import Makes
    from planclaims.suites.entry import checked_settings
    from planclaims.suites.keeping import told_while_drawing
    from planclaims.suites.load import load_suite

    suite = load_suite(name, _folder(name, options))
    settings = checked_settings(suite, _entry(name, options).get("settings", {}))
    if isinstance(suite, Makes):
        batches = suite.batches(settings, Path())
        made = [batch for batch, groups in batches.items() if group in groups] if group else list(batches)
        if not made:
            known = [one for groups in batches.values() for one in groups]
            told = f"{group!r}{did_you_mean(group, known)}"
            some = f"{', '.join(known[:3])} and others"
            raise InputError(f"suite {name} has no such group of questions", found=told, allowed=some)
        return suite, [item for batch in made for item in suite.make(settings, batch, Path())]
    with told_while_drawing(name):
        return suite, list(suite.items(settings))


def _folder(name: str, options: argparse.Namespace) -> Path | None:
    """Return where a suite outside the package lies: as the command or the configuration says."""
    told: str | None = options.folder or _entry(name, options).get("folder")
    return None if told is None else Path(told).resolve()


def _entry(name: str, options: argparse.Namespace) -> Mapping[str, Any]:
    """Return the suite's entry in the configuration here, empty if there is none."""
    from planclaims.study.config_files import read_config

    files = [*([CONFIG] if CONFIG.exists() else []), *options.config]
    suites = read_config(*files).get("suites")
    return suites.get(name, {}) if isinstance(suites, dict) else {}


def _grade(options: argparse.Namespace) -> ExitCode:
    from planclaims.suites.grading import grade, read_question, read_reply

    path, *names = options.names
    if not names:
        raise InputError("there is no reply to grade", allowed="QUESTION.json REPLY ...")
    check_names(names)
    question, suite = read_question(Path(path), lambda name: _folder(name, options))
    grades = [(name, grade(question, suite, read_reply(read_text(name), name, question))) for name in names]
    for name, found in grades:
        if options.json:
            print_json(json_of(name, question, found))
        else:
            print("\n".join(_lines(name, found)))
    return ExitCode.NEGATIVE if any(found.right is False for _, found in grades) else ExitCode.POSITIVE


def json_of(name: str, question: QuestionFile, found: Grade) -> dict[str, object]:
    """Return the grade as plain values."""
    answer = None if found.answer is None else {"kind": found.answer.kind, "reason": found.answer.reason or None}
    return {
        "reply": name,
        "suite": question.suite,
        "item": question.item.key,
        "kind": question.item.kind,
        "condition": question.condition,
        "answer": answer,
        "right": found.right,
        "measures": dict(found.judgement.values),
        "missing": dict(found.judgement.missing),
        "explanation": [asdict(block) for block in found.blocks],
    }


VERDICTS = {True: "right", False: "wrong", None: "graded"}


def _lines(name: str, found: Grade) -> Iterator[str]:
    read = "" if found.answer is None else f", read as {found.answer.kind}"
    reason = f" ({found.answer.reason})" if found.answer is not None and found.answer.reason else ""
    yield f"{name}: {VERDICTS[found.right]}{read}{reason}"
    for column, value in found.judgement.values.items():
        if value is not None:
            yield f"  {column}: {value}"
    for column, why in found.judgement.missing.items():
        yield f"  {column}: none, because {why}"
    for block in found.blocks:
        yield from (f"  {line}" for line in _told(block))


def _told(block: Block) -> Iterator[str]:
    """Yield the lines of a block of text that says why; what is laid out is for the report and for --json."""
    from planclaims.suites.explanation import Part, TextBlock

    if isinstance(block, TextBlock) and block.part is Part.WHY:
        first, *others = block.text.splitlines() or [""]
        yield f"{block.label}: {first}"
        yield from (f"  {line}" for line in others)
