import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from golden_files import assert_golden
from scoring_worlds import DOMAINS, OPTIMAL, block, hidden_task

from planclaims.episodes.play import EpisodeSetup, Player, play_to_file
from planclaims.episodes.record import EpisodeRecord, RunOutcome, failed_path, load_record
from planclaims.errors import BudgetExhausted, ConfigError, InfrastructureError, InputError
from planclaims.seam import Reply, Request
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile
from planclaims.suites.hiddenpddl.episode import TaskFiles, open_task, play_episode
from planclaims.suites.hiddenpddl.scoring.judge import judge
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, TaskFacts, read_facts, solve_to_file, write_facts

BUDGET = BudgetRule(floor=20, factor=3, unsolvable=40)
FACTS = TaskFacts("load-balancing", "01", True, 4, OPTIMAL, 31, False, False)


@dataclass
class Scripted:
    """A model that says its lines in order; an error among them is raised."""

    lines: Sequence[str | Exception]
    closed: int = 0
    identity: dict[str, object] = field(default_factory=lambda: {"script": "by hand"})

    def __post_init__(self) -> None:
        self._next: Iterator[str | Exception] = iter(self.lines)

    def reply(self, request: Request) -> Reply:
        line = next(self._next)
        if isinstance(line, Exception):
            raise line
        words = sum(len(message.content.split()) for message in request.messages)
        return Reply(line, "stop", words, len(line.split()), cost_usd=0.001, seconds=0.5)

    def close(self) -> None:
        self.closed += 1


def turn(tool: str, **arguments: object) -> str:
    return f"next_thought: go on\nnext_tool_name: {tool}\nnext_tool_args: {json.dumps(arguments)}"


def act(step: str) -> str:
    name, *arguments = step.strip("()").split()
    return turn("act", action=name, arguments=arguments)


def setup(method: str, regime: str, **settings: object) -> EpisodeSetup:
    briefs = BriefFile("Servers carry buckets.", "Move everything to s1_eu.", "template")
    return EpisodeSetup(
        open_task(hidden_task("load-balancing", "01"), briefs, FACTS, BUDGET.calls(4)),
        Player("scripted", {"kind": "litellm", "model": "none"}, method, {"regime": regime, **settings}),
    )


DRAFT, PLAN = block("(power-off s9_eu)"), block(*OPTIMAL)
REACTING = [turn("get_state"), "I will think.", act(OPTIMAL[0]), turn("submit", unsolvable=False)]


GROWING = [
    f"1. {OPTIMAL[0]} {OPTIMAL[1]}\n2. {OPTIMAL[3]}\n3. NONE",
    "1: 8\n2: 3\n3: 1",
]


@pytest.mark.parametrize(
    ("made", "lines"),
    [
        (setup("direct", "offline"), [PLAN]),
        (setup("zero-shot-cot", "offline"), ["First b2 must leave s2_eu.", PLAN]),
        (setup("plan-and-solve", "offline"), ["1. Empty s2_eu.\n2. Fill s1_eu.", PLAN]),
        (setup("step-back", "offline"), ["1. A server that is off takes no bucket.", "UNSOLVABLE"]),
        (setup("self-refine", "offline", rounds=3), [DRAFT, "There is no server s9_eu.", PLAN, "NO_ISSUES"]),
        (setup("tree-of-thoughts", "offline", depth=6), [*GROWING * 11, PLAN]),
        (setup("react", "online"), REACTING),
        (setup("reflexion", "online"), [*REACTING[:2], "Write the three fields.", *REACTING[2:]]),
        (setup("critic", "online"), [act(OPTIMAL[3]), "REJECT: the load is 1", turn("submit"), "APPROVE"]),
    ],
    ids=lambda value: value.player.method if isinstance(value, EpisodeSetup) else "",
)
def test_recorded_replies_give_the_golden_record(tmp_path: Path, made: EpisodeSetup, lines: list[str]) -> None:
    path = tmp_path / "01.json"
    record = play_to_file(made, lambda: Scripted(lines), path)
    assert load_record(path) == record
    assert len(record.calls) == len(lines)
    assert_golden(f"record_{made.player.method}.json", path.read_bytes())


def test_messages_are_kept_once_and_calls_point_at_them(tmp_path: Path) -> None:
    record = play_to_file(setup("react", "online"), lambda: Scripted(REACTING), tmp_path / "01.json")
    assert len({(message.role, message.content) for message in record.messages}) == len(record.messages)
    assert [call.messages[: len(record.calls[0].messages)] for call in record.calls] == [record.calls[0].messages] * 4
    assert record.turns is not None
    assert [turn.call for turn in record.turns] == [0, 1, 2, 3]
    assert [turn.kind for turn in record.turns] == ["epistemic", "ill_formed", "ontic", "terminal"]
    assert record.calls[0].seconds == 0.5


def test_a_review_is_no_proposal(tmp_path: Path) -> None:
    lines = [act(OPTIMAL[3]), "REJECT: the load is 1", turn("submit"), "APPROVE"]
    record = play_to_file(setup("critic", "online"), lambda: Scripted(lines), tmp_path / "01.json")
    assert record.turns is not None
    assert [(turn.call, turn.kind) for turn in record.turns] == [(0, "rejected"), (2, "terminal")]
    row = judge(record, hidden_task("load-balancing", "01"), optimal_length=4).row
    assert (row.rejected_proposals, row.acts, row.outcome) == (1, 0, "goal_not_reached")


def test_the_model_is_closed_and_its_identity_kept(tmp_path: Path) -> None:
    model = Scripted([PLAN])
    record = play_to_file(setup("direct", "offline"), lambda: model, tmp_path / "01.json")
    assert model.closed == 1
    assert record.model_identity == {"script": "by hand"}
    assert (record.output, record.outcome) == (PLAN, RunOutcome.FINISHED)


@pytest.mark.parametrize("failure", [InfrastructureError("rate limit"), BudgetExhausted("5 USD are spent")])
def test_an_episode_that_breaks_off_leaves_a_side_file_and_no_output(tmp_path: Path, failure: Exception) -> None:
    path = tmp_path / "01.json"
    model = Scripted([REACTING[0], failure])
    with pytest.raises(type(failure), match=str(failure)):
        play_to_file(setup("react", "online"), lambda: model, path)
    assert not path.exists()
    assert model.closed == 1
    broken = load_record(failed_path(path))
    assert (broken.outcome, broken.failure) == (RunOutcome.INFRASTRUCTURE_FAILURE, str(failure))
    assert (len(broken.calls), len(broken.turns or ())) == (1, 1)

    play_to_file(setup("react", "online"), lambda: Scripted(REACTING), path)
    assert path.exists()
    assert not failed_path(path).exists()


def test_a_model_that_cannot_be_opened_is_an_infrastructure_failure_too(tmp_path: Path) -> None:
    def refuse() -> Scripted:
        raise InfrastructureError("no weights")

    with pytest.raises(InfrastructureError):
        play_to_file(setup("direct", "offline"), refuse, tmp_path / "01.json")
    assert load_record(failed_path(tmp_path / "01.json")).failure == "no weights"


def test_any_other_error_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        play_to_file(setup("direct", "offline"), lambda: Scripted([ZeroDivisionError()]), tmp_path / "01.json")
    assert list(tmp_path.iterdir()) == []


def test_a_method_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    made = setup("my-direct", "offline", strategy="direct", temperature=0.5)
    record = play_to_file(made, lambda: Scripted([PLAN]), tmp_path / "01.json")
    assert (record.method, record.calls[0].temperature) == ("my-direct", 0.5)
    with pytest.raises(ConfigError, match="my-direct"):
        play_to_file(setup("my-direct", "sideways"), lambda: Scripted([]), tmp_path / "02.json")


@pytest.mark.parametrize(("length", "calls"), [(2, 20), (6, 20), (7, 21), (63, 189), (None, 40)])
def test_the_budget_follows_from_the_optimal_length(length: int | None, calls: int) -> None:
    assert BUDGET.calls(length) == calls


def files_of(tmp_path: Path, domain: str) -> TaskFiles:
    folder = DOMAINS / domain
    brief = tmp_path / "brief.json"
    brief.write_text(json.dumps({"domain_brief": "a", "instance_brief": "b", "source": "template"}), encoding="utf-8")
    facts = tmp_path / "facts.json"
    solve_to_file(folder / "domain.pddl", folder / "problems/01.pddl", facts, states=10_000, memory_gib=1)
    return TaskFiles(folder / "domain.pddl", folder / "problems/01.pddl", folder / "domain.json", facts, brief)


def play_optimally(tmp_path: Path, files: TaskFiles, method: str, regime: str) -> EpisodeRecord:
    player = Player("reference-optimal", {"kind": "reference", "script": "optimal"}, method, {"regime": regime})
    budget = {"floor": 20, "factor": 3, "unsolvable": 40}
    return play_episode(files, player, tmp_path / "01.json", budget=budget, seed=1, replies=None)


@pytest.mark.parametrize(("domain", "outcome"), [("load-balancing", "success"), ("gripper", "detection")])
@pytest.mark.parametrize(("method", "regime"), [("direct", "offline"), ("react", "online")])
def test_an_episode_is_played_from_files(tmp_path: Path, domain: str, outcome: str, method: str, regime: str) -> None:
    record = play_optimally(tmp_path, files_of(tmp_path, domain), method, regime)
    assert (record.domain, record.task, record.reference) == (domain, "01", True)
    optimal_length = read_facts(tmp_path / "facts.json").optimal_length
    row = judge(load_record(tmp_path / "01.json"), hidden_task(domain, "01"), optimal_length=optimal_length).row
    assert (row.outcome, row.score) == (outcome, 1.0)


def test_facts_with_a_plan_that_is_none_are_refused(tmp_path: Path) -> None:
    files = files_of(tmp_path, "load-balancing")
    write_facts(tmp_path / "facts.json", TaskFacts("load-balancing", "01", True, 1, (OPTIMAL[3],), 9, False, False))
    with pytest.raises(InputError, match="no valid plan of the task"):
        play_optimally(tmp_path, files, "direct", "offline")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (TaskFacts("d", "01", False, 4, None, 1, True, False), "contradict one another"),
        (TaskFacts("d", "01", True, None, OPTIMAL, 1, True, False), "contradict one another"),
        (TaskFacts("d", "01", True, 3, OPTIMAL, 1, True, False), "the plan has 4 steps, optimal_length is 3"),
    ],
)
def test_facts_that_contradict_themselves_are_refused(tmp_path: Path, facts: TaskFacts, message: str) -> None:
    write_facts(tmp_path / "facts.json", facts)
    with pytest.raises(InputError, match=message):
        read_facts(tmp_path / "facts.json")
