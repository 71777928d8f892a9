"""The tools of the environment as the agent sees them, and the reading of their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.seam import IllFormedCall, Tool
from planclaims.suites.hiddenpddl.acts import act_arguments

ACT, SUBMIT, FINISH = "act", "submit", "finish"


def _truth(value: object) -> object:
    """Return the truth value that a text spells; anything else as it is."""
    spelt = {"true": True, "yes": True, "unsolvable": True, "false": False, "no": False}
    return spelt.get(value.strip().lower(), value) if isinstance(value, str) else value


def _claim(given: object) -> Mapping[str, object]:
    """Return the arguments of a claim by name; a bare value is about whether no plan exists."""
    value = given[0] if isinstance(given, list) and len(given) == 1 else given
    named = value if isinstance(value, Mapping) else {"unsolvable": value}
    return {str(key): _truth(item) for key, item in named.items()}


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
        reviewed=True,
        shape=act_arguments,
    ),
    Tool(
        SUBMIT,
        "Ends the episode with a claim: that the goal is reached, or that no sequence of actions can reach it.",
        {"unsolvable": "true to claim that the goal cannot be reached; false, or left out, to claim that it is"},
        optional=frozenset({"unsolvable"}),
        reviewed=True,
        claims=True,
        shape=_claim,
    ),
    Tool(
        FINISH,
        "Ends the episode with the claim that the goal is reached, as submit does without arguments.",
        shortcut=True,
        claims=True,
        shape=_claim,
    ),
)
STATE_QUERY = "get_state"
REVEALING = frozenset({STATE_QUERY, "describe_object"})
"""The tools whose observation tells the current state, the whole of it or that of one object."""
TRUTH: Mapping[object, bool] = {"true": True, "false": False}


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
