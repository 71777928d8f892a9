"""Two annotated runs: an offline plan that fails, and an online episode that ends in a violation or a success."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.table.episodes_table import read_episodes
from planclaims.analysis.table.row import Outcome
from planclaims.episodes.key import EpisodeKey
from planclaims.episodes.record import EpisodeRecord, load_record
from planclaims.errors import InputError
from planclaims.language.prose.unmet import reason
from planclaims.language.reading.extract import OutputKind
from planclaims.pddl_io import read_plan
from planclaims.report.appendix.document import Block, Heading, Listing, Paragraph
from planclaims.report.appendix.material import Example, play, read_example
from planclaims.semantics.validation import Status, validate
from planclaims.suites.hiddenpddl.controls.reference import reference_model
from planclaims.suites.hiddenpddl.scoring.judge import judge

if TYPE_CHECKING:
    import pandas as pd

SCRIPTS = {"offline": ("direct", "heedless"), "online": ("react", "optimal")}
"""Which method and which scripted model show a run where there are no results."""

SHOWN_ONLINE = (Outcome.PRECONDITION_VIOLATION, Outcome.SUCCESS)


def run_blocks(example: Example, domains: Path, results: Path | None) -> Iterator[Block]:
    """Yield both runs, of the results folder if there is one, else of a scripted model, which is said."""
    yield Heading(0, "Annotated runs")
    for regime, (method, script) in SCRIPTS.items():
        if results is None:
            opened = reference_model(script, example.oracle)
            record, task = play(example, script, opened, method=method, regime=regime), example
        else:
            record = _chosen(results, example, regime)
            task = read_example(domains, f"{record.domain}/{record.task}", results)
        yield from _annotated(record, task)


def _chosen(results: Path, example: Example, regime: str) -> EpisodeRecord:
    """Return an offline record that fails, or an online one in a violation or success; on the example's task if any."""
    frame = read_episodes(results / "episodes.csv")
    held = frame[frame["scored"] & (frame["regime"] == regime) & frame["solvable"].fillna(False)]
    held = held[held["outcome"].isin(SHOWN_ONLINE) if regime == "online" else ~held["success"]]
    if not len(held):
        wanted = "an offline failure" if regime == "offline" else "an online violation or success"
        raise InputError(f"no scored episode is {wanted}: leave out --results", file=results / "episodes.csv")
    elsewhere = (held["domain"] != example.facts.domain) | (held["task"] != example.facts.task)
    order = held.assign(elsewhere=elsewhere, calm=held["outcome"] != Outcome.PRECONDITION_VIOLATION)
    best = order.sort_values(["reference", "elsewhere", "calm"], kind="stable").iloc[0]
    return load_record(results / "episodes" / f"{_key(best).path}.json")


def _key(row: pd.Series[str]) -> EpisodeKey:
    return EpisodeKey(row["model"], row["method"], row["domain"], row["task"], int(row["repeat"]))


def _annotated(record: EpisodeRecord, example: Example) -> Iterator[Block]:
    judged = judge(record, example.hidden, optimal_length=example.facts.optimal_length).row
    yield Heading(1, f"{record.regime.capitalize()}: {record.model} with {record.method} on {example.name}")
    if record.reference:
        yield Paragraph("Played by a scripted reference model, which is no language model.")
    if record.output is not None:
        yield Paragraph("The last output:")
        yield Listing(record.output)
        yield Paragraph("Step by step:")
    else:
        yield Paragraph("Turn by turn: the call, its kind, and what the agent was told.")
        yield Listing("\n\n".join(_turns(record)))
        yield Paragraph("The actions alone:")
    yield Listing("\n".join(_steps(record, example)))
    words = str(judged.outcome).replace("_", " ")
    yield Paragraph(f"Outcome: {words}. Score: {judged.score:.2f}.")


def _turns(record: EpisodeRecord) -> Iterator[str]:
    for number, turn in enumerate(record.turns or (), start=1):
        arguments = ", ".join(f"{name}={value}" for name, value in turn.arguments.items())
        call = f"{turn.tool}({arguments})" if turn.tool else "no readable call"
        thought = f"   thought: {turn.thought}\n" if turn.thought else ""
        yield f"{number}. {call} [{turn.kind}]\n{thought}   told: {turn.observation}"


def _steps(record: EpisodeRecord, example: Example) -> Iterator[str]:
    """Yield the plan's actions, up to the first that is inapplicable, and why; then what of the goal is missed."""
    parsed = record.parsed
    if parsed is not None and parsed.kind != OutputKind.PLAN:
        yield f"read as {parsed.kind}" + (f": {parsed.reason}" if parsed.reason else "")
        return
    texts = parsed.steps if parsed else tuple(turn.step for turn in record.turns or () if turn.step)
    report = validate(example.hidden.task, read_plan("\n".join(texts), source=example.name))
    phrases = example.hidden.phrases
    for number, text in enumerate(texts, start=1):
        if number == report.failed_step:
            yield f"{number}. {text}: inapplicable"
            yield from (f"   required: {reason(phrases, unmet)}" for unmet in report.unmet)
            left = len(texts) - number
            if left:
                yield f"   ({left} later {'action' if left == 1 else 'actions'} not reached)"
            return
        yield f"{number}. {text}: applicable"
    if report.status is Status.VALID:
        yield "The goal holds at the end."
    yield from (f"missed: {reason(phrases, unmet)}" for unmet in report.missed)
