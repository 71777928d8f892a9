"""One answer explained: what was due with its certificates, how the answer was read, and what refutes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.sandbox import program_output
from planclaims.suites.competence.judge import answer_of
from planclaims.suites.competence.questions.grading import Verdict, certificate_of, grade
from planclaims.suites.competence.questions.reading import answer_text, read_answer
from planclaims.suites.contract import Data, Item
from planclaims.suites.explanation import Block, Mark, Part, TableBlock, TextBlock

MOST = 40
"""Entries of a long list that are shown."""


def explained(record: EpisodeRecord, item: Item) -> Sequence[Block]:
    """Return what is asked, what was read, the right answers with their certificates, and the witness against it."""
    reply = answer_of(record)
    answer = read_answer(reply, item.shown)
    verdict = grade(answer, item.shown, item.truth)
    blocks: list[Block] = [
        TextBlock(
            Part.READ, "The part of the reply that is its answer", answer_text(reply) or "(nothing)", literal=True
        )
    ]
    told = program_output(record.output or "")
    if told is not None:
        ended = told.outcome + (f": {told.reason}" if told.reason else "")
        blocks.append(TextBlock(Part.READ, "How the program ended", ended))
    blocks += _expected(item)
    blocks += _why(verdict)
    return blocks


def _expected(item: Item) -> Iterator[Block]:
    shown, truth = item.shown, item.truth
    if shown["form"] != "generative":
        right = {True: "yes", False: "no"}.get(truth["answer"], truth["answer"])
        yield TextBlock(Part.EXPECTED, "The right answer", f"{right}: {truth['reason']} ({truth['certificate']})")
        return
    yield TextBlock(Part.EXPECTED, "A right answer", truth["scripts"]["exact"] or "[]", literal=True)
    yield from _all_right(shown, truth)


def _all_right(shown: Data, truth: Data) -> Iterator[Block]:
    """Yield all right answers of kinds with sets of them, each with what certifies it."""
    kind = shown["kind"]
    rows: list[tuple[str, ...]] = []
    if kind in ("reach", "areach"):
        listed = sorted({name for names in truth["never"].values() for name in names})
        rows = [(name, certificate_of(name, truth, kind)) for name in listed]
        left = truth["candidates"] - len(truth["reached"])
        told = f"{left} of {truth['candidates']} candidates are out of reach; {len(truth['reached'])} have a witness."
        yield TextBlock(Part.EXPECTED, "How many are right", told)
    elif kind == "land":
        rows = sorted(truth["landmarks"].items())
    elif kind == "nexta":
        rows = [(name, f"h* is {truth['after'][name]} after it") for name in truth["nearer"]]
    elif kind == "just":
        rows = [(f"without {deleted}", "the rest is a plan") for deleted in truth["right"]]
    if rows:
        label = "Right answers" + (f", {MOST} of {len(rows)}" if len(rows) > MOST else "")
        yield TableBlock(Part.EXPECTED, label, ("answer", "certificate"), tuple(rows[:MOST]))


def _why(verdict: Verdict) -> Iterator[Block]:
    word = "unscored" if verdict.right is None else "malformed" if verdict.malformed else "wrong"
    if verdict.right:
        yield TextBlock(Part.WHY, "Why it is right", _with_certificate(verdict))
    else:
        yield TextBlock(Part.WHY, f"Why it is {word}", _with_certificate(verdict))
    if verdict.witness:
        rows = tuple((str(number), action) for number, action in enumerate(verdict.witness))
        marks = (Mark.PLAIN,) * len(rows)
        yield TableBlock(Part.WHY, "The plan that shows it", ("", "action"), rows, marks)


def _with_certificate(verdict: Verdict) -> str:
    told = verdict.reason or "the answer is compared with the right one"
    return f"{told} (certificate: {verdict.certificate})" if verdict.certificate else told
