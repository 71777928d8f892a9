"""Play a task in the terminal with the tools that an online agent has.

Type a tool and its arguments, such as `get_state`, `describe_object NAME`, `act ACTION OBJECT ...`, `submit` or
`submit unsolvable`; whatever is read from an agent is read here, such as `submit {"unsolvable": true}`. `help` lists
the tools, `quit` or the end of the input leaves the game. At the end the verdict is told as `show` tells it; finding
the length of a shortest plan for that is given up after a while.
The exit code is 0 if the episode was a success or was left, 1 if it failed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from planclaims.cli.numbers import count, counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import (
    add_memory_argument,
    add_task_arguments,
    check_quantifiers,
    read_phrases,
    read_task_files,
)
from planclaims.errors import LimitExceeded

if TYPE_CHECKING:
    from planclaims.episodes.record import EpisodeRecord
    from planclaims.episodes.stage import RecordingStage
    from planclaims.language.hidden_task import HiddenTask
    from planclaims.seam import Tool, ToolCall
    from planclaims.suites.hiddenpddl.environment import TaskEnvironment

LINE = re.compile(r"(?P<tool>[A-Za-z_]+)\b[,\s]*(?P<rest>.*)")
KEYWORD = re.compile(r"^(unsolvable)\s+(?=true|false|yes|no)", re.IGNORECASE)
SEARCH_SECONDS = 60.0
"""How long the length of a shortest plan is searched for."""
WELCOME = "You are in a world that you can ask about and act in. Type help for the tools."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser, json=False)
    add_memory_argument(parser)
    parser.add_argument("--budget", type=count, metavar="N", help="end the episode after N calls (default: no limit)")
    parser.add_argument(
        "--violations",
        default="fatal",
        choices=("fatal", "refused", "explained"),
        help="what an action comes to whose requirements are not met (default: fatal, the end)",
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether the episode was a success, after playing it with the person at the terminal."""
    from planclaims.episodes.stage import RecordingStage
    from planclaims.language.hidden_task import HiddenTask
    from planclaims.report.viewer.verdict import UNBOUNDED
    from planclaims.seam import Turn
    from planclaims.suites.hiddenpddl.environment import TaskEnvironment
    from planclaims.suites.hiddenpddl.violations import Violations

    task = read_task_files(options)
    check_quantifiers(options, task, task.domain.actions)
    budget = UNBOUNDED if options.budget is None else options.budget
    hidden = HiddenTask(task, read_phrases(options, task))
    environment = TaskEnvironment(task, hidden.phrases, Violations(options.violations))
    stage = RecordingStage(environment, budget)
    stage.withhold_shortcuts()
    print(WELCOME)
    for line in _lines():
        words = line.split()
        if not words:
            continue
        if words[0].lower() in ("quit", "exit"):
            break
        if words[0].lower() == "help":
            print(_help(stage.tools))
            continue
        call = call_of(line, stage.tools)
        turn = Turn("", None, call) if isinstance(call, str) else Turn("", call)
        print(stage.call(turn).text)
        if stage.ending is not None:
            return _verdict(hidden, environment, stage)
    print(f"You left after {counted(stage.calls_used, 'call')}, without a claim.")
    return ExitCode.POSITIVE


def call_of(line: str, tools: Sequence[Tool]) -> ToolCall | str:
    """Return the call in a line as an agent's is read, or in prose why it is none; misfits are the environment's."""
    from planclaims.turns.argument_text import UnreadableArguments, read_arguments
    from planclaims.turns.calls import call_of as read_call

    found = LINE.fullmatch(line.strip())
    tool, rest = (found["tool"].lower(), found["rest"]) if found else (line, "")
    try:
        return read_call(tool, read_arguments(KEYWORD.sub(r"\1=", rest)), tools)
    except UnreadableArguments as problem:
        return str(problem)


def _lines() -> Iterator[str]:
    """Yield the lines of the person, with a prompt where one is seen."""
    stream = sys.stdin or StringIO()  # a stream that was closed before the start is None
    while True:
        if stream.isatty():
            print("> ", end="", flush=True)
        line = stream.readline()
        if not line:
            print()
            return
        yield line


def _help(tools: Sequence[Tool]) -> str:
    forms = {"act": "act ACTION OBJECT ...", "submit": "submit [unsolvable]"}
    rows = [(forms.get(t.name, " ".join([t.name, *map(str.upper, t.arguments)])), t.description) for t in tools]
    return "\n".join(f"{form:24} {text}" for form, text in [*rows, ("quit", "Leaves the game.")])


def _verdict(hidden: HiddenTask, environment: TaskEnvironment, stage: RecordingStage) -> ExitCode:
    """Return whether the ending is a success, and tell the verdict; without a search's answer, what is known."""
    from planclaims.report.viewer.told import told
    from planclaims.search import Limits, solve

    spent = f"{counted(len(environment.steps), 'action')}, {counted(stage.calls_used, 'call')}"
    try:
        length = solve(hidden.task, Limits(seconds=SEARCH_SECONDS)).optimal_length
    except LimitExceeded as limit:
        return _without_search(hidden, environment, f"{spent}; the shortest plan and the score are not known: {limit}")
    found = told(_record(stage, length, environment.violations), hidden)
    print(*found.lines(), f"You took {spent}.", sep="\n")
    return ExitCode.POSITIVE if found.outcome in ("success", "detection") else ExitCode.NEGATIVE


def _without_search(hidden: HiddenTask, environment: TaskEnvironment, spent: str) -> ExitCode:
    """Return whether the episode claims a goal that is reached, and tell what can be told without a search."""
    from planclaims.suites.hiddenpddl.environment import Ending

    reached = hidden.task.goal_reached(environment.state)
    print(f"The goal is {'' if reached else 'not '}reached ({spent}).")
    return ExitCode.POSITIVE if reached and environment.ending is Ending.GOAL_CLAIM else ExitCode.NEGATIVE


def _record(stage: RecordingStage, optimal_length: int | None, violations: str) -> EpisodeRecord:
    """Return what was played as the record of an episode."""
    from planclaims.episodes.record import FORMAT, EpisodeRecord, Regime, RunOutcome

    return EpisodeRecord(
        format=FORMAT,
        model="you",
        method="play",
        regime=Regime.ONLINE,
        domain="task",
        task="played",
        repeat=0,
        model_settings={},
        model_identity={},
        method_settings={"finish_tool": False, "violations": violations},
        reference=False,
        task_facts={
            "solvable": optimal_length is not None,
            "optimal_length": optimal_length,
            "budget": stage.budget,
        },
        outcome=RunOutcome.FINISHED,
        failure=None,
        messages=(),
        calls=(),
        output=None,
        parsed=None,
        turns=tuple(stage.turns),
        ending=str(stage.ending),
    )
