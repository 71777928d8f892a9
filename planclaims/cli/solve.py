"""Find a shortest plan of a task, or show that there is none.

The plan is printed in the form that `validate` reads. Unsolvable means that every reachable state was searched.
With --json: solvable, optimal_length, plan, reachable_states (the states met; of an unsolvable task, all of them).
"""

from __future__ import annotations

import argparse

from planclaims.cli.files import print_json
from planclaims.cli.numbers import amount, count, counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_task_arguments, read_task_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser)
    parser.add_argument("--states", type=count, metavar="N", help="give up after meeting N states")
    parser.add_argument("--memory-gib", type=amount, metavar="N", help="give up beyond N GiB of memory")


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether the task is solvable, the answer printed."""
    from planclaims.search import Limits, solve

    limits = Limits()
    solution = solve(
        read_task_files(options),
        Limits(
            states=options.states or limits.states,
            memory_bytes=limits.memory_bytes if options.memory_gib is None else int(options.memory_gib * 2**30),
        ),
    )
    plan = None if solution.plan is None else list(map(str, solution.plan))
    if options.json:
        print_json(
            {
                "solvable": solution.solvable,
                "optimal_length": solution.optimal_length,
                "plan": plan,
                "reachable_states": solution.reachable_states,
            }
        )
    elif plan is None:
        print(f"; unsolvable: searched all of the {counted(solution.reachable_states, 'reachable state')}")
    else:
        met = counted(solution.reachable_states, "state")
        print(f"; solvable: no plan has fewer than {counted(len(plan), 'step')} ({met} met)")
        print("".join(f"{step}\n" for step in plan), end="")
    return ExitCode.POSITIVE if solution.solvable else ExitCode.NEGATIVE
