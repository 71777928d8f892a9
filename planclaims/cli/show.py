"""Show the record of an episode as a readable trace, and the verdict on it.

EPISODE is the name of an episode in the results folder, such as gpt-4o/react/hospital/01, or the path of a record; a
repeat is a fifth part of the name. The verdict is judged afresh: what became of the episode, the failing step, the
requirements that were not met, the length of a shortest plan, the score. It needs the task's files; without them the
trace is shown all the same, and standard error says what is missing.
With --json: one object a line, first the episode, then each model call or turn, then the end, then the verdict; each
has an `event`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import print_json
from planclaims.cli.outcome import ExitCode
from planclaims.cli.recorded import hidden_task_of, record_path
from planclaims.cli.task_files import add_json_argument
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.episodes.record import EpisodeRecord, RecordedCall, RecordedTurn

Event = dict[str, object]

AGAIN = "delete it and run snakemake again: the episode is played anew, and stored replies are not paid again"
"""What to do about a record of the results folder that cannot be used."""
ADVICE = "this is no record of an episode; name one, such as results/episodes/MODEL/METHOD/DOMAIN/TASK.json"
"""What to do about any other file that cannot be used."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("episode", metavar="EPISODE", help="MODEL/METHOD/DOMAIN/TASK, or the path of a record")
    parser.add_argument(
        "--results", type=Path, default=Path("results"), metavar="DIR", help="the results folder (results)"
    )
    parser.add_argument(
        "--domains", type=Path, default=Path("domains"), metavar="DIR", help="the folder of domains (domains)"
    )
    parser.add_argument("--messages", action="store_true", help="also show what the model was sent")
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, the trace printed."""
    from planclaims.episodes.record import load_record

    path = record_path(options.episode, options.results)
    if options.results.resolve() in path.resolve().parents and "episodes" in path.parts and path.suffix == ".json":
        options.advice = AGAIN
    record = load_record(path)
    for event in events(record, messages=options.messages):
        if options.json:
            print_json(event)
        else:
            print(readable(event))
    _tell_verdict(record, options)
    return ExitCode.POSITIVE


def _tell_verdict(record: EpisodeRecord, options: argparse.Namespace) -> None:
    """Print the verdict; why there is none goes to standard error."""
    from planclaims.report.viewer.told import told

    try:
        found = told(record, hidden_task_of(record, options.domains))
    except InputError as problem:
        print(f"planclaims: no verdict: {problem}", file=sys.stderr)
        return
    if options.json:
        print_json({"event": "verdict", **asdict(found)})
    else:
        print("\n== verdict", *found.lines(), sep="\n")


def events(record: EpisodeRecord, *, messages: bool) -> Iterator[Event]:
    """Yield the episode's head, its calls and turns in order, and its end."""
    yield {
        "event": "episode",
        "suite": record.suite,
        "condition": record.condition or None,
        "model": record.model,
        "method": record.method,
        "regime": str(record.regime),
        "domain": record.domain,
        "task": record.task,
        "repeat": record.repeat,
        "solvable": record.task_facts.get("solvable"),
        "optimal_length": record.task_facts.get("optimal_length"),
        "budget": record.budget,
    }
    shown: set[int] = set()
    turns = record.turns or ()
    for number, call in enumerate(record.calls):
        yield _call(record, number, call, shown if messages else None)
        yield from (_turn(place, turn) for place, turn in enumerate(turns, start=1) if turn.call == number)
    yield from (_turn(place, turn) for place, turn in enumerate(turns, start=1) if turn.call is None)
    yield _end(record)


def _call(record: EpisodeRecord, number: int, call: RecordedCall, shown: set[int] | None) -> Event:
    """Return a model call with the messages not yet shown, or with none where they are not wanted."""
    event: Event = {
        "event": "call",
        "number": number + 1,
        "purpose": call.purpose,
        "reply": call.reply,
        "finish_reason": call.finish_reason,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
    }
    if shown is not None:
        new = [place for place in call.messages if place not in shown]
        shown.update(new)
        event["messages"] = [{"role": record.messages[i].role, "content": record.messages[i].content} for i in new]
    return event


def _turn(number: int, turn: RecordedTurn) -> Event:
    return {
        "event": "turn",
        "number": number,
        "kind": str(turn.kind),
        "thought": turn.thought,
        "tool": turn.tool,
        "arguments": dict(turn.arguments),
        "step": turn.step,
        "observation": turn.observation,
    }


def _end(record: EpisodeRecord) -> Event:
    parsed = record.parsed
    return {
        "event": "end",
        "outcome": str(record.outcome),
        "failure": record.failure,
        "ending": None if record.ending is None else str(record.ending),
        "kind": None if parsed is None else str(parsed.kind),
        "plan": None if parsed is None else list(parsed.steps),
        "reason": None if parsed is None else parsed.reason or None,
    }


def readable(event: Event) -> str:
    """Return the event as text for a person."""
    return {"episode": _head_text, "call": _call_text, "turn": _turn_text, "end": _end_text}[str(event["event"])](event)


def _head_text(event: Event) -> str:
    if event["solvable"] is None:
        facts = f"suite {event['suite']}, condition {event['condition']}"
    else:
        facts = f"shortest plan {event['optimal_length']}" if event["solvable"] else "unsolvable"
    told = f", budget {event['budget']}" if event["regime"] == "online" else ""
    where = f"{event['domain']} {event['task']} ({facts}{told})"
    return f"{event['model']}, {event['method']} ({event['regime']}), {where}, repeat {event['repeat']}"


def _call_text(event: Event) -> str:
    read, written = ("–" if event[side] is None else event[side] for side in ("input_tokens", "output_tokens"))
    tokens = f"{read} + {written} tokens"
    lines = [f"\n== call {event['number']}: {event['purpose']} ({tokens}, {event['finish_reason']})"]
    sent = event.get("messages", [])
    for message in sent if isinstance(sent, list) else []:
        lines.append(f"-- {message['role']}\n{message['content']}\n-- reply")
    return "\n".join([*lines, str(event["reply"])])


def _turn_text(event: Event) -> str:
    arguments = event["arguments"]
    given = ", ".join(f"{key}={value}" for key, value in arguments.items()) if isinstance(arguments, dict) else ""
    call = event["step"] or (f"{event['tool']}({given})" if event["tool"] else "no readable call")
    observation = str(event["observation"]).replace("\n", "\n   ")
    return f"\n-- turn {event['number']} ({event['kind']}): {call}\n   {observation}"


def _end_text(event: Event) -> str:
    if event["failure"]:
        return f"\n== {str(event['outcome']).replace('_', ' ')}: {event['failure']}"
    if event["ending"]:
        return f"\n== ended by {str(event['ending']).replace('_', ' ')}"
    plan = event["plan"]
    steps = "".join(f"\n   {step}" for step in plan) if isinstance(plan, list) else ""
    return f"\n== read as {event['kind']}" + (f": {event['reason']}" if event["reason"] else "") + steps
