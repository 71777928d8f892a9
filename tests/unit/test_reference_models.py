"""The scripted reference models on two hand-made worlds: each behaves as its name says, whatever it is asked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction

import pytest

from planclaims.seam import Message, Purpose, Request
from planclaims.semantics.formula import And, Compare, Constant, Formula, Holds, Not, Parameter, Read
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate
from planclaims.suites.hiddenpddl.controls.reference import REFERENCES, Oracle, ReferenceModel, reference_model

DOOR = Parameter("?d", ("door",))
DOORS = Domain(
    name="doors",
    types={"door": ("object",)},
    constants={},
    predicates={"is-open": (DOOR,), "is-locked": (DOOR,)},
    functions={"visits": (DOOR,)},
    actions={
        "open": ActionSchema(
            "open",
            (DOOR,),
            Not(Holds(("is-locked", "?d"))),
            (Effect(add=(("is-open", "?d"),), changes=(Change("increase", ("visits", "?d"), Constant(Fraction(1))),)),),
        ),
        "unlock": ActionSchema("unlock", (DOOR,), Holds(("is-locked", "?d")), (Effect(delete=(("is-locked", "?d"),)),)),
        "close": ActionSchema("close", (DOOR,), Holds(("is-open", "?d")), (Effect(delete=(("is-open", "?d"),)),)),
    },
)
OPEN_BOTH = And((Holds(("is-open", "d1")), Holds(("is-open", "d2"))))
PLAN = (Step("open", ("d1",)), Step("unlock", ("d2",)), Step("open", ("d2",)))


def doors(goal: Formula = OPEN_BOTH, locked: Iterable[str] = ("d2",)) -> Task:
    facts = frozenset(("is-locked", name) for name in locked)
    objects = {"d1": ("door",), "d2": ("door",)}
    return Task(DOORS, Problem("doors-1", "doors", objects, facts, {("visits", d): Fraction(0) for d in objects}, goal))


def oracle(*, solvable: bool = True, seed: int = 1, budget: int = 20, task: Task | None = None) -> Oracle:
    return Oracle(task or doors(), PLAN if solvable else None, solvable, seed, budget)


def ask(model: ReferenceModel, purpose: Purpose, text: str = "Go on.") -> str:
    return model.reply(Request((Message("user", text),), purpose)).text


def planned(model: ReferenceModel) -> tuple[Step, ...]:
    lines = ask(model, Purpose.PLAN).splitlines()
    assert lines[0] == lines[-1] == "```"
    words = [line.strip("()").split() for line in lines[1:-1]]
    return tuple(Step(name, tuple(rest)) for name, *rest in words)


def calls(model: ReferenceModel, budget: int) -> list[tuple[str, dict[str, object]]]:
    """Return the calls of an online episode up to the first submit or the end of the budget."""
    made: list[tuple[str, dict[str, object]]] = []
    while len(made) < budget and (not made or made[-1][0] != "submit"):
        fields = dict(line.split(": ", 1) for line in ask(model, Purpose.ACT).splitlines())
        assert list(fields) == ["next_thought", "next_tool_name", "next_tool_args"]
        made.append((fields["next_tool_name"], json.loads(fields["next_tool_args"])))
    return made


def acts(made: list[tuple[str, dict[str, object]]]) -> tuple[Step, ...]:
    return tuple(Step(str(a["action"]), tuple(map(str, a["arguments"]))) for tool, a in made if tool == "act")  # type: ignore[call-overload]


@pytest.mark.parametrize("script", list(REFERENCES))
@pytest.mark.parametrize("solvable", [True, False])
def test_every_purpose_gets_an_answer_counted_in_words_at_no_cost(script: str, *, solvable: bool) -> None:
    model = reference_model(script, oracle(solvable=solvable))
    for purpose in Purpose:
        for messages in ((), (Message("system", "Two words"), Message("user", "and three more"))):
            reply = model.reply(Request(messages, purpose))
            assert reply.text
            assert reply.finish_reason == "stop"
            assert reply.input_tokens == (5 if messages else 0)
            assert reply.output_tokens == len(reply.text.split())
            assert (reply.cost_usd, reply.seconds, reply.stored) == (0.0, 0.0, False)


@pytest.mark.parametrize("script", list(REFERENCES))
def test_reviewers_approve_and_critics_find_nothing(script: str) -> None:
    model = reference_model(script, oracle())
    assert ask(model, Purpose.REVIEW) == "APPROVE"
    assert ask(model, Purpose.CRITIQUE) == "NO_ISSUES"


@pytest.mark.parametrize("script", list(REFERENCES))
def test_a_revision_equals_the_draft(script: str) -> None:
    model = reference_model(script, oracle())
    assert ask(model, Purpose.PLAN) == ask(model, Purpose.PLAN, "Revise.")


def test_optimal_gives_the_shortest_plan_offline_and_carries_it_out_online() -> None:
    assert planned(reference_model("optimal", oracle())) == PLAN
    made = calls(reference_model("optimal", oracle()), 20)
    assert [tool for tool, _ in made] == ["get_task_overview", "get_state", "act", "act", "act", "submit"]
    assert acts(made) == PLAN
    assert made[-1] == ("submit", {})
    assert validate(doors(), PLAN).status is Status.VALID


def test_optimal_claims_unsolvable_exactly_when_it_is() -> None:
    model = reference_model("optimal", oracle(solvable=False))
    assert ask(model, Purpose.PLAN) == "UNSOLVABLE"
    assert calls(model, 40) == [("get_task_overview", {}), ("get_state", {}), ("submit", {"unsolvable": True})]


def test_proposals_continue_the_prefix_that_the_request_lists() -> None:
    model = reference_model("optimal", oracle())
    start = ask(model, Purpose.PROPOSE, "No steps yet.")
    assert start == "1. (open d1) (unlock d2) (open d2)\n2. (open d1) (unlock d2)\n3. (open d1)"
    later = ask(model, Purpose.PROPOSE, "So far:\n(open d1)\n(unlock d2)\nContinue.")
    assert later == "1. (open d2)\n2. (open d2)\n3. (open d2)"
    done = ask(model, Purpose.PROPOSE, "So far:\n(open d1)\n(unlock d2)\n(open d2)")
    assert done == "1. NONE\n2. NONE\n3. NONE"


def test_every_proposal_gets_a_rating_the_earlier_the_better() -> None:
    model = reference_model("abstainer", oracle())
    rated = ask(model, Purpose.RATE, "Rate:\n1. (open d1) (open d2)\n2. (open d1)\n3. NONE\n")
    assert rated == "1: 10\n2: 9\n3: 8"


def test_abstainer_always_claims_unsolvable() -> None:
    for solvable in (True, False):
        model = reference_model("abstainer", oracle(solvable=solvable))
        assert ask(model, Purpose.PLAN) == "UNSOLVABLE"
        assert calls(model, 20) == [("submit", {"unsolvable": True})]


@pytest.mark.parametrize("solvable", [True, False])
def test_wanderer_is_always_executable_and_never_longer_than_allowed(*, solvable: bool) -> None:
    endings = set()
    for seed in range(60):
        known = oracle(solvable=solvable, seed=seed)
        steps = planned(reference_model("wanderer", known))
        assert 1 <= len(steps) <= (3 if solvable else 10)
        assert validate(doors(), steps).executable
        made = calls(reference_model("wanderer", known), known.budget)
        assert validate(doors(), acts(made)).executable
        assert len(acts(made)) >= 1
        endings.add(made[-1][0])
    assert endings == {"act", "submit"}, "some episodes end in a goal claim and some in a timeout"


def test_wanderer_is_drawn_from_the_seed_alone() -> None:
    same = {ask(reference_model("wanderer", oracle(seed=7)), Purpose.PLAN) for _ in range(3)}
    other = {ask(reference_model("wanderer", oracle(seed=seed)), Purpose.PLAN) for seed in range(20)}
    assert len(same) == 1
    assert len(other) > 3


def test_wanderer_with_nothing_to_do_gives_no_step_and_claims_no_infeasibility() -> None:
    nothing = Domain("still", {}, {}, {"is-done": ()}, {}, {})
    task = Task(nothing, Problem("p", "still", {}, frozenset(), {}, Holds(("is-done",))))
    model = reference_model("wanderer", oracle(solvable=False, task=task))
    assert planned(model) == ()
    assert calls(model, 40) == [("submit", {})]


def test_heedless_opens_the_locked_door_for_the_goal() -> None:
    steps = planned(reference_model("heedless", oracle()))
    assert steps == (Step("open", ("d1",)), Step("open", ("d2",)))
    report = validate(doors(), steps)
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 2)
    assert acts(calls(reference_model("heedless", oracle()), 20)) == steps


@pytest.mark.parametrize(
    ("goal", "locked"),
    [
        (OPEN_BOTH, ()),
        (OPEN_BOTH, ("d1", "d2")),
        (Holds(("is-open", "d2")), ()),
        (Not(Holds(("is-locked", "d2"))), ("d2",)),
        (Holds(("is-locked", "d1")), ()),
        (Compare(">=", Read(("visits", "d2")), Constant(Fraction(2))), ("d2",)),
        (Compare(">=", Read(("visits", "d2")), Constant(Fraction(2))), ()),
    ],
)
def test_heedless_ends_in_a_precondition_violation_whatever_the_goal(goal: Formula, locked: tuple[str, ...]) -> None:
    task = doors(goal, locked)
    report = validate(task, planned(reference_model("heedless", oracle(task=task))))
    assert report.status is Status.PRECONDITION_VIOLATED


def test_an_oracle_must_be_of_one_mind() -> None:
    with pytest.raises(ValueError, match="exactly when"):
        Oracle(doors(), None, solvable=True, seed=1, budget=20)
    with pytest.raises(ValueError, match="exactly when"):
        Oracle(doors(), PLAN, solvable=False, seed=1, budget=20)
