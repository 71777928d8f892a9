from __future__ import annotations

from pathlib import Path

import pytest
from stages import TaskStage

from planclaims.language.audit import leaks
from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_task
from planclaims.seam import CallKind, LimitEnding, Observation, ToolCall, Turn
from planclaims.semantics.formula import Atom
from planclaims.suites.hiddenpddl.environment import Ending

DOMAINS = Path(__file__).parents[2] / "domains"
TOOLS = [
    "get_task_overview",
    "list_objects",
    "describe_object",
    "list_actions",
    "describe_action",
    "get_state",
    "get_history",
    "act",
    "submit",
]


def open_task(domain: str, number: str, budget: int = 20, *, finish: bool = False) -> TaskStage:
    folder = DOMAINS / domain
    task = read_task(folder / "domain.pddl", folder / "problems" / f"{number}.pddl")
    return TaskStage(task, Phrases.load(task.domain, folder / "domain.json"), budget, finish=finish)


def servers(budget: int = 20, *, finish: bool = False) -> TaskStage:
    """Return load-balancing 01: b1 on s1_eu, b2 on s2_eu, b3 waiting; wanted all on s1_eu and s2_eu off."""
    return open_task("load-balancing", "01", budget, finish=finish)


def call(environment: TaskStage, tool: str, **arguments: object) -> Observation:
    return environment.call(Turn("I wonder.", ToolCall(tool, arguments)))


def act(environment: TaskStage, action: object, *arguments: object) -> Observation:
    return call(environment, "act", action=action, arguments=list(arguments))


UNASSIGNED: Atom = ("bucket-waiting", "b2")


class TestTools:
    def test_there_are_nine_and_finish_if_wanted(self) -> None:
        assert [tool.name for tool in servers().tools] == TOOLS
        assert [tool.name for tool in servers(finish=True).tools] == [*TOOLS, "finish"]

    def test_no_tool_discloses_the_budget(self) -> None:
        told = " ".join(f"{tool.description} {' '.join(tool.arguments.values())}" for tool in servers().tools)
        assert "budget" not in told
        assert "20" not in told

    def test_overview_tells_the_goal(self) -> None:
        seen = call(servers(), "get_task_overview")
        assert seen.kind is CallKind.EPISTEMIC
        assert "b3 is assigned to s1_eu" in seen.text
        assert "s2_eu is powered off" in seen.text

    def test_object_listing_names_every_object(self) -> None:
        environment = servers()
        seen = call(environment, "list_objects")
        assert all(name in seen.text for name in environment.task.objects)

    def test_action_catalogue_names_every_action(self) -> None:
        environment = servers()
        seen = call(environment, "list_actions")
        assert all(name in seen.text for name in environment.task.domain.actions)

    def test_an_action_is_described_with_its_parameters(self) -> None:
        seen = call(servers(), "describe_action", name="Power-Off")
        assert seen.kind is CallKind.EPISTEMIC
        assert "power-off" in seen.text
        assert "server" in seen.text

    def test_state_and_object_follow_the_actions(self) -> None:
        environment = servers()
        assert "b2 is assigned to s2_eu" in call(environment, "get_state").text
        act(environment, "unassign-bucket", "b2", "s2_eu")
        assert "b2 is assigned to s2_eu" not in call(environment, "get_state").text
        assert "b2 is waiting for a server" in call(environment, "get_state").text
        assert "the load of s2_eu is 0" in call(environment, "describe_object", name=" S2_EU ").text

    def test_history_lists_what_was_carried_out_and_nothing_else(self) -> None:
        environment = servers()
        before = call(environment, "get_history").text
        assert "unassign-bucket" not in before
        act(environment, "unassign-bucket", "b2", "s2_eu")
        act(environment, "unassign-bucket", "b9", "s2_eu")
        after = call(environment, "get_history").text
        assert "unassign-bucket b2 s2_eu" in after
        assert "b9" not in after

    @pytest.mark.parametrize("tool", ["get_task_overview", "list_objects", "list_actions", "get_state", "get_history"])
    def test_looking_changes_nothing_but_the_budget(self, tool: str) -> None:
        environment = servers()
        assert call(environment, tool).kind is CallKind.EPISTEMIC
        assert environment.state == environment.task.initial
        assert (environment.calls_used, environment.ending) == (1, None)


class TestAct:
    def test_an_applicable_action_changes_the_state_and_is_only_acknowledged(self) -> None:
        environment = servers()
        seen = act(environment, "unassign-bucket", "b2", "s2_eu")
        assert seen == Observation("The action has been carried out.", CallKind.ONTIC, "(unassign-bucket b2 s2_eu)")
        assert UNASSIGNED in environment.state.facts
        assert environment.trace[-1].step == "(unassign-bucket b2 s2_eu)"
        assert environment.ending is None

    def test_names_are_read_in_any_case(self) -> None:
        environment = servers()
        act(environment, "UNASSIGN-bucket", "B2", "S2_eu")
        assert environment.trace[-1].step == "(unassign-bucket b2 s2_eu)"

    def test_an_inapplicable_action_ends_the_episode_and_changes_nothing(self) -> None:
        environment = servers()
        seen = act(environment, "power-off", "s2_eu")
        assert seen.kind is CallKind.ONTIC
        assert environment.ending is Ending.PRECONDITION_VIOLATION
        assert environment.state == environment.task.initial
        assert environment.steps == []
        assert environment.trace[-1].step == "(power-off s2_eu)"
        assert "over" in seen.text

    def test_nothing_follows_an_ending(self) -> None:
        environment = servers()
        act(environment, "power-off", "s2_eu")
        with pytest.raises(RuntimeError, match="precondition_violation"):
            call(environment, "get_state")
        with pytest.raises(RuntimeError, match="ended"):
            environment.reject(Turn("", ToolCall("submit")), "no")
        assert environment.calls_used == 1


ILL_FORMED = [
    (Turn("", None, "there is no next_tool_name"), "there is no next_tool_name"),
    (Turn("", None), "could not be read"),
    (Turn("", ToolCall("teleport")), "there is no tool 'teleport'"),
    (Turn("", ToolCall("finish")), "there is no tool 'finish'"),
    (Turn("", ToolCall("get_state", {"verbose": True})), "get_state takes no arguments; given: verbose"),
    (Turn("", ToolCall("describe_object")), "describe_object takes the arguments name; given: none"),
    (Turn("", ToolCall("describe_object", {"object": "b1"})), "given: object"),
    (Turn("", ToolCall("describe_object", {"name": 7})), "not 7"),
    (Turn("", ToolCall("describe_object", {"name": "b9"})), "there is no object 'b9'"),
    (Turn("", ToolCall("describe_object", {"name": "power-off"})), "there is no object 'power-off'"),
    (Turn("", ToolCall("describe_action", {"name": "fly"})), "there is no action 'fly'"),
    (Turn("", ToolCall("act")), "act takes the arguments action and arguments; given: none"),
    (Turn("", ToolCall("act", {"action": "power-off"})), "given: action"),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": ["s2_eu"], "force": 1})), "force"),
    (Turn("", ToolCall("act", {"action": "fly", "arguments": []})), "fly"),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": ["s9"]})), "s9"),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": ["b1"]})), "b1"),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": []})), "power-off"),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": ["s2_eu", "s1_eu"]})), "power-off"),
    (Turn("", ToolCall("act", {"action": 3, "arguments": ["s2_eu"]})), ""),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": None})), ""),
    (Turn("", ToolCall("act", {"action": "power-off", "arguments": [["s2_eu"]]})), ""),
    (Turn("", ToolCall("submit", {"unsolvable": "perhaps"})), "'perhaps'"),
    (Turn("", ToolCall("submit", {"unsolvable": 1})), "not 1"),
    (Turn("", ToolCall("submit", {"unsolvable": None})), "not None"),
    (Turn("", ToolCall("submit", {"solved": True})), "submit takes the arguments unsolvable; given: solved"),
]


@pytest.mark.parametrize(("turn", "told"), ILL_FORMED)
def test_an_ill_formed_call_is_explained_costs_its_unit_and_changes_nothing(turn: Turn, told: str) -> None:
    environment = servers()
    seen = environment.call(turn)
    assert seen.kind is CallKind.ILL_FORMED
    assert told in seen.text
    assert not seen.text.endswith("..")
    assert environment.state == environment.task.initial
    assert (environment.calls_used, environment.ending, environment.steps) == (1, None, [])
    assert environment.trace[-1].step is None
    assert leaks(environment.task.domain, seen.text, environment.task.objects) == ()


class TestSubmit:
    @pytest.mark.parametrize("written", [True, "true", "True", " TRUE "])
    def test_unsolvable_may_be_claimed_in_several_spellings(self, written: object) -> None:
        environment = servers()
        assert call(environment, "submit", unsolvable=written).kind is CallKind.TERMINAL
        assert environment.ending is Ending.UNSOLVABLE_CLAIM

    @pytest.mark.parametrize("arguments", [{}, {"unsolvable": False}, {"unsolvable": "false"}])
    def test_otherwise_the_goal_is_claimed(self, arguments: dict[str, object]) -> None:
        environment = servers()
        call(environment, "submit", **arguments)
        assert environment.ending is Ending.GOAL_CLAIM

    def test_finish_is_submit_without_arguments(self) -> None:
        environment = servers(finish=True)
        assert call(environment, "finish").kind is CallKind.TERMINAL
        assert environment.ending is Ending.GOAL_CLAIM

    def test_finish_takes_no_arguments(self) -> None:
        environment = servers(finish=True)
        assert call(environment, "finish", unsolvable=True).kind is CallKind.ILL_FORMED

    @pytest.mark.parametrize("claim", [{}, {"unsolvable": True}])
    def test_the_end_tells_whether_the_goal_holds(self, claim: dict[str, object]) -> None:
        reached, missed = open_task("hospital", "01"), open_task("hospital", "01")
        for patient, bed in (("p1", "b1"), ("p2", "b2")):
            act(reached, "admit", patient, bed, "w_med")
        assert reached.task.goal_reached(reached.state)
        assert "The goal holds in the final state." in call(reached, "submit", **claim).text
        assert "The goal does not hold in the final state." in call(missed, "submit", **claim).text

    def test_the_last_unit_without_a_claim_is_a_timeout(self) -> None:
        environment = servers(budget=2)
        call(environment, "get_state")
        assert environment.ending is None
        call(environment, "get_state")
        assert environment.ending is LimitEnding.TIMEOUT

    def test_a_claim_with_the_last_unit_counts(self) -> None:
        environment = servers(budget=2)
        call(environment, "get_state")
        call(environment, "submit")
        assert environment.ending is Ending.GOAL_CLAIM

    def test_a_violation_with_the_last_unit_is_a_violation(self) -> None:
        environment = servers(budget=1)
        act(environment, "power-off", "s2_eu")
        assert environment.ending is Ending.PRECONDITION_VIOLATION

    def test_an_action_with_the_last_unit_is_carried_out_and_then_time_is_out(self) -> None:
        environment = servers(budget=1)
        act(environment, "unassign-bucket", "b2", "s2_eu")
        assert UNASSIGNED in environment.state.facts
        assert environment.ending is LimitEnding.TIMEOUT

    def test_ill_formed_calls_and_rejections_use_it_up(self) -> None:
        environment = servers(budget=2)
        environment.call(Turn("", None, "unreadable"))
        seen = environment.reject(Turn("", ToolCall("submit")), "b3 still {waits}.")
        assert seen.kind is CallKind.REJECTED
        assert "b3 still {waits}." in seen.text
        assert environment.ending is LimitEnding.TIMEOUT
        assert environment.calls_used == 2


def test_the_trace_has_one_entry_per_unit() -> None:
    environment = servers()
    call(environment, "get_state")
    environment.call(Turn("Hm.", None, "no fields"))
    environment.reject(Turn("Now.", ToolCall("act", {"action": "power-off", "arguments": ["s2_eu"]})), "too early")
    act(environment, "unassign-bucket", "b2", "s2_eu")
    call(environment, "submit")
    rows = [(turn.thought, turn.tool, turn.kind, turn.step) for turn in environment.trace]
    assert rows == [
        ("I wonder.", "get_state", CallKind.EPISTEMIC, None),
        ("Hm.", None, CallKind.ILL_FORMED, None),
        ("Now.", "act", CallKind.REJECTED, None),
        ("I wonder.", "act", CallKind.ONTIC, "(unassign-bucket b2 s2_eu)"),
        ("I wonder.", "submit", CallKind.TERMINAL, None),
    ]
    assert environment.trace[2].arguments == {"action": "power-off", "arguments": ["s2_eu"]}
    assert all(turn.observation for turn in environment.trace)


DETERMINING = ["get_task_overview", "list_objects", "list_actions", "get_state"]
PLANS: dict[tuple[str, str], list[tuple[str, ...]]] = {
    ("load-balancing", "01"): [
        ("unassign-bucket", "b2", "s2_eu"),
        ("assign-bucket", "b2", "s1_eu", "eu_west", "search"),
        ("assign-bucket", "b3", "s1_eu", "eu_west", "search"),
        ("power-off", "s2_eu"),
    ],
    ("hospital", "01"): [("admit", "p1", "b1", "w_med"), ("admit", "p2", "b2", "w_med")],
}


@pytest.mark.parametrize(("domain", "number"), PLANS)
def test_an_agent_that_looks_four_times_then_executes_a_plan_loses_nothing(domain: str, number: str) -> None:
    plan = PLANS[domain, number]
    environment = open_task(domain, number, budget=max(20, 3 * len(plan)))
    for tool in DETERMINING:
        call(environment, tool)
    for action, *arguments in plan:
        act(environment, action, *arguments)
    call(environment, "submit")
    assert environment.ending is Ending.GOAL_CLAIM
    assert environment.task.goal_reached(environment.state)
    assert environment.calls_used == 4 + len(plan) + 1


def test_a_shortest_plan_always_fits_the_budget_after_the_four_calls() -> None:
    assert all(4 + length + 1 <= max(20, 3 * length) for length in range(1, 500))
