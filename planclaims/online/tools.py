"""The tools of the environment as the agent sees them, and which calls to them are well-formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.interfaces import Tool, ToolCall, Turn

ACT, SUBMIT = "act", "submit"

TOOLS: Sequence[Tool] = (
    Tool("get_task_overview", "Tells the scenario, a summary of the initial situation, and the goal."),
    Tool("list_objects", "Lists every object and its type."),
    Tool("describe_object", "Tells the current situation of one object.", {"name": "the name of the object"}),
    Tool("list_actions", "Lists every action with what it takes, requires and does, and the rules for all actions."),
    Tool(
        "describe_action",
        "Tells the parameters, requirements and effects of one action.",
        {"name": "the name of the action"},
    ),
    Tool("get_state", "Tells the current state of the world, completely."),
    Tool("get_history", "Lists the actions carried out so far."),
    Tool(
        ACT,
        "Carries out one action. If the requirements of the action are not met, the episode ends in failure.",
        {
            "action": "the name of the action",
            "arguments": "a list of object names, in the order of the parameters of the action",
        },
    ),
    Tool(
        SUBMIT,
        "Ends the episode with a claim: that the goal is reached, or that no sequence of actions can reach it.",
        {"unsolvable": "true to claim that the goal cannot be reached; false, or left out, to claim that it is"},
    ),
)
FINISH = Tool("finish", "Ends the episode with the claim that the goal is reached, as submit does without arguments.")
STATE_QUERY = "get_state"
REVEALING = frozenset({STATE_QUERY, "describe_object"})
"""The tools whose observation tells the current state, the whole of it or that of one object."""
OPTIONAL = {(SUBMIT, "unsolvable")}
TRUTH: Mapping[object, bool] = {"true": True, "false": False}


class IllFormedCall(Exception):
    """A turn is no well-formed call; the message is a clause that says why, for the agent to read."""


def well_formed(turn: Turn, tools: Sequence[Tool]) -> ToolCall:
    """Return the turn's call if it names a tool and exactly the arguments the tool takes."""
    call = turn.call
    if call is None:
        raise IllFormedCall(turn.problem.rstrip(". ") or "the turn could not be read as a call")
    tool = next((tool for tool in tools if tool.name == call.tool), None)
    if tool is None:
        raise IllFormedCall(f"there is no tool {call.tool!r}; the tools are {', '.join(tool.name for tool in tools)}")
    unknown = [name for name in call.arguments if name not in tool.arguments]
    missing = [name for name in tool.arguments if name not in call.arguments and (tool.name, name) not in OPTIONAL]
    if unknown or missing:
        wanted = "the arguments " + " and ".join(tool.arguments) if tool.arguments else "no arguments"
        given = ", ".join(call.arguments) or "none"
        raise IllFormedCall(f"{tool.name} takes {wanted}; given: {given}")
    return call


def name_in(arguments: Mapping[str, object]) -> str:
    """Return the name that a call asks about, in lower case."""
    name = arguments["name"]
    if not isinstance(name, str):
        raise IllFormedCall(f"the argument name must be one name as text, not {name!r}")
    return name.strip().lower()


def claims_unsolvable(arguments: Mapping[str, object]) -> bool:
    """Return whether a terminal call claims that no plan exists; true and false may be written as text."""
    value = arguments.get("unsolvable", False)
    if isinstance(value, bool):
        return value
    written = value.strip().lower() if isinstance(value, str) else None
    if written not in TRUTH:
        raise IllFormedCall(f"the argument unsolvable must be true or false, not {value!r}")
    return TRUTH[written]
