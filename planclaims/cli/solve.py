"""Find a shortest plan of a task, or show that there is none.

The plan is printed in the form that `validate` reads. Unsolvable means that every reachable state was searched.
Where some objects are alike, states that differ only by exchanging like objects are searched and counted once; the
answer then says "up to interchange of like objects" and, where all were searched and it is cheap to find, how many
there are with every object told apart.
With --json: solvable, optimal_length, plan, reachable_states (of an unsolvable task, all of them; of a solvable one,
those nearer than the goal, and a goal state), up_to_interchange (whether like objects were exchanged in that count),
reachable_states_told_apart (the number without such exchanges; null where it is not known).
The limits hold in every phase: grounding actions, preparing the search, searching.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from planclaims.cli.files import print_json
from planclaims.cli.numbers import amount, count, counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_task_arguments, read_task_files

if TYPE_CHECKING:
    from planclaims.search import Solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser)
    parser.add_argument(
        "--states",
        type=count,
        metavar="N",
        help="give up after meeting N states (or trying as many bindings, at least a million, while grounding)",
    )
    parser.add_argument(
        "--memory-gib", type=amount, metavar="N", help="give up when solving takes more than N GiB of memory"
    )
    parser.add_argument("--seconds", type=amount, metavar="N", help="give up after N seconds")


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether the task is solvable, the answer printed."""
    from planclaims.search import GIBIBYTE, Limits, solve

    limits = Limits()
    solution = solve(
        read_task_files(options),
        Limits(
            states=options.states or limits.states,
            memory_bytes=limits.memory_bytes if options.memory_gib is None else int(options.memory_gib * GIBIBYTE),
            seconds=options.seconds,
        ),
        tell_apart=True,
    )
    plan = None if solution.plan is None else list(map(str, solution.plan))
    if options.json:
        print_json(
            {
                "solvable": solution.solvable,
                "optimal_length": solution.optimal_length,
                "plan": plan,
                "reachable_states": solution.reachable_states,
                "up_to_interchange": solution.canonical,
                "reachable_states_told_apart": _told_apart(solution),
            }
        )
    elif plan is None:
        print(f"; unsolvable: searched all of the {_counted(solution, 'reachable state')}")
    else:
        print(f"; solvable: no plan has fewer than {counted(len(plan), 'step')} ({_counted(solution, 'state')} met)")
        print("".join(f"{step}\n" for step in plan), end="")
    return ExitCode.POSITIVE if solution.solvable else ExitCode.NEGATIVE


def _told_apart(solution: Solution) -> int | None:
    """Return how many states were met or are reachable if no two objects count as alike."""
    return solution.told_apart if solution.canonical else solution.reachable_states


def _counted(solution: Solution, noun: str) -> str:
    """Return the number of states and which number it is."""
    number = counted(solution.reachable_states, noun)
    if not solution.canonical:
        return number
    apart = "" if solution.told_apart is None else f" ({solution.told_apart} with every object told apart)"
    return f"{number} up to interchange of like objects{apart}"
