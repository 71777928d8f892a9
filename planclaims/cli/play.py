"""Play a task in the terminal with the tools that an online agent has.

Type a tool and its arguments, such as `get_state`, `describe_object NAME`, `act ACTION OBJECT ...`, `submit` or
`submit unsolvable`; `help` lists the tools, `quit` or the end of the input leaves the game.
The exit code is 0 if the episode was a success or was left, 1 if it failed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from planclaims.cli.numbers import count, counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_task_arguments, read_phrases, read_task_files

if TYPE_CHECKING:
    from planclaims.episodes.stage import RecordingStage
    from planclaims.seam import Tool, ToolCall
    from planclaims.semantics.task import Task
    from planclaims.suites.hiddenpddl.environment import TaskEnvironment

ONE_NAME = ("describe_object", "describe_action")
WELCOME = "You are in a world that you can ask about and act in. Type help for the tools."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser, json=False)
    parser.add_argument("--budget", type=count, metavar="N", help="end the episode after N calls (default: no limit)")


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether the episode was a success, after playing it with the person at the terminal."""
    from planclaims.episodes.stage import RecordingStage
    from planclaims.seam import Turn
    from planclaims.suites.hiddenpddl.environment import TaskEnvironment

    task = read_task_files(options)
    budget = sys.maxsize if options.budget is None else options.budget
    environment = TaskEnvironment(task, read_phrases(options, task))
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
        print(stage.call(Turn("", call_of(words))).text)
        if stage.ending is not None:
            return _verdict(task, environment, stage)
    print(f"You left after {counted(stage.calls_used, 'call')}, without a claim.")
    return ExitCode.POSITIVE


def call_of(words: list[str]) -> ToolCall:
    """Return the call that the words of a line spell; what does not fit the tool is for the environment to refuse."""
    from planclaims.seam import ToolCall

    tool, *rest = [word.strip("(),") for word in words]
    if tool == "act" and rest:
        return ToolCall(tool, {"action": rest[0], "arguments": rest[1:]})
    if tool in ONE_NAME and len(rest) == 1:
        return ToolCall(tool, {"name": rest[0]})
    if tool == "submit" and rest == ["unsolvable"]:
        return ToolCall(tool, {"unsolvable": True})
    return ToolCall(tool, dict.fromkeys(rest, ""))


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


def _verdict(task: Task, environment: TaskEnvironment, stage: RecordingStage) -> ExitCode:
    """Return whether the ending is a success, and say so; only a claim that no plan exists needs a search."""
    from planclaims.suites.hiddenpddl.environment import Ending

    spent = f"{counted(len(environment.steps), 'action')}, {counted(stage.calls_used, 'call')}"
    if environment.ending is Ending.GOAL_CLAIM:
        right = task.goal_reached(environment.state)
        print(f"The goal is {'' if right else 'not '}reached ({spent}).")
    elif environment.ending is Ending.UNSOLVABLE_CLAIM:
        from planclaims.search import solve

        right = not solve(task).solvable
        print(f"That is {'right: no plan exists' if right else 'wrong: there is a plan'} ({spent}).")
    else:
        right = False
        print(f"The episode ended in a {str(stage.ending).replace('_', ' ')} ({spent}).")
    return ExitCode.POSITIVE if right else ExitCode.NEGATIVE
