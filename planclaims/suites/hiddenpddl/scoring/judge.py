"""The judge: from a record and the hidden task to a row of measures. Pure; nothing recorded is taken on trust."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from planclaims.analysis.table.row import EpisodeEnding, EpisodeRow, outcome_of
from planclaims.episodes.method import behind, planner_of
from planclaims.episodes.record import EpisodeRecord, RecordedTurn, RunOutcome
from planclaims.errors import InputError, LimitExceeded
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.reading.flag import claims_in_words
from planclaims.seam import CallKind
from planclaims.semantics.action import unmet_parts
from planclaims.semantics.formula import bind, conjuncts
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Report, Status, validate
from planclaims.suites.hiddenpddl.scoring.commitment import Commitment, commitment
from planclaims.suites.hiddenpddl.scoring.rounds import round_measures
from planclaims.suites.hiddenpddl.tools import REVEALING, STATE_QUERY
from planclaims.suites.hiddenpddl.violations import violations_of

Measures = dict[str, Any]
"""Columns of a row by name."""
ACTS = (CallKind.ONTIC, CallKind.REFUSED)
"""Well-formed act calls, whatever the world made of them."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The row of an episode, and notes where the record's own reading of itself differs."""

    row: EpisodeRow
    notes: tuple[str, ...] = ()


def judge(record: EpisodeRecord, hidden: HiddenTask, *, optimal_length: int | None) -> Judgement:
    """Return the measures of an episode (protocol 6); without an optimal length the task is unsolvable.

    An episode that the infrastructure broke off is unscored: its measures are None. So is one whose numbers grow too
    long to compute with. InputError if the record and the facts exclude each other, such as a valid plan shorter than
    the optimal length.
    """
    if record.outcome is not RunOutcome.FINISHED:
        return Judgement(_row(record, {"scored": False, "failure": record.failure}))
    if record.task_facts["optimal_length"] != optimal_length:
        raise InputError(
            f"{_name(record)} was played when the optimal length was {record.task_facts['optimal_length']}, "
            f"now it is {optimal_length}: play it again"
        )
    try:
        return _judged(record, hidden, optimal_length)
    except LimitExceeded as limit:
        return Judgement(_row(record, {"scored": False, "failure": str(limit), **_costs(record)}))


def _judged(record: EpisodeRecord, hidden: HiddenTask, optimal_length: int | None) -> Judgement:
    made = commitment(record, hidden)
    report = validate(hidden.task, made.steps)
    ending = _ending(made, report)
    _check(record, made, report, optimal_length)
    row: Measures = {
        "scored": True,
        "variant_of": behind(record.method, {**record.method_settings, "regime": record.regime}),
        **_measures(made, ending, optimal_length),
        **_failure(made, report, hidden),
        **_conduct(record, made),
        **_violations(record, made, report),
        **round_measures(record, hidden, solvable=optimal_length is not None),
        **_costs(record),
    }
    return Judgement(_row(record, row), made.notes)


def _ending(made: Commitment, report: Report) -> EpisodeEnding:
    if made.malformed:
        return EpisodeEnding.MALFORMED
    if not report.executable:
        return EpisodeEnding.PRECONDITION_VIOLATION
    if made.claims_unsolvable:
        return EpisodeEnding.UNSOLVABLE_CLAIM
    if made.timeout:
        return EpisodeEnding.TIMEOUT
    return EpisodeEnding.GOAL_REACHED if report.status is Status.VALID else EpisodeEnding.GOAL_NOT_REACHED


def _measures(made: Commitment, ending: EpisodeEnding, optimal_length: int | None) -> Measures:
    solvable = optimal_length is not None
    claimed = ending is EpisodeEnding.UNSOLVABLE_CLAIM
    success = claimed if optimal_length is None else ending is EpisodeEnding.GOAL_REACHED
    score = 0.0
    if success:
        score = optimal_length / len(made.steps) if optimal_length and made.steps else 1.0
    return {
        "solvable": solvable,
        "optimal_length": optimal_length,
        "plan_length": None if made.malformed else len(made.steps),
        "executable": ending not in (EpisodeEnding.MALFORMED, EpisodeEnding.PRECONDITION_VIOLATION),
        "success": success,
        "detection": claimed and not solvable,
        "false_abstention": claimed and solvable,
        "score": score,
        "outcome": outcome_of(ending, solvable=solvable),
        "ending": ending,
    }


def _failure(made: Commitment, report: Report, hidden: HiddenTask) -> Measures:
    """Return where execution failed and which rule it broke."""
    if report.failed_step is None:
        return {}
    step = made.steps[report.failed_step - 1]
    return {
        "failed_step": report.failed_step,
        "failed_action": str(step),
        "unmet_rule": unmet_rule(hidden.task, step, report.trace[-1]),
    }


def _conduct(record: EpisodeRecord, made: Commitment) -> Measures:
    """Return how an agent spent its budget; of an offline planner, whether it claims in words only."""
    if made.turns is None:
        claimed = made.malformed and claims_in_words(record.output or "")
        return {"budget": record.budget, "claims_without_flag": claimed}
    kinds = [turn.kind for turn in made.turns]
    return {
        "budget": record.budget,
        "acts": sum(kind in ACTS for kind in kinds),
        "state_queries": _calls_of(made.turns, {STATE_QUERY}),
        "inspected_acts": acts_after(made.turns, {STATE_QUERY}),
        "revealing_calls": _calls_of(made.turns, REVEALING),
        "informed_acts": acts_after(made.turns, REVEALING),
        "ill_formed_calls": kinds.count(CallKind.ILL_FORMED),
        "rejected_proposals": kinds.count(CallKind.REJECTED),
        "surplus_calls": sum(turn.surplus_calls for turn in record.turns or ()),
        "calls_used": len(kinds),
    }


def _violations(record: EpisodeRecord, made: Commitment, report: Report) -> Measures:
    """Return how often an agent violated a precondition, what that came to, and who made its plans."""
    if made.turns is None:
        return {}
    planner = planner_of(record.method_settings)
    refused = sum(turn.kind is CallKind.REFUSED for turn in made.turns)
    return {
        "violation_rule": violations_of(record.method_settings),
        "violations": refused + (report.failed_step is not None),
        "planner": planner[0] if planner else None,
    }


def acts_after(turns: Sequence[RecordedTurn], tools: Set[str]) -> int:
    """Return how many act calls come after a well-formed call of one of the tools since the act call before them.

    Act calls are the well-formed ones that were carried out or violated a precondition.
    """
    count, fresh = 0, False
    for turn in turns:
        if turn.kind in ACTS:
            count += fresh
            fresh = False
        elif _calls(turn, tools):
            fresh = True
    return count


def _calls_of(turns: Sequence[RecordedTurn], tools: Set[str]) -> int:
    return sum(_calls(turn, tools) for turn in turns)


def _calls(turn: RecordedTurn, tools: Set[str]) -> bool:
    return turn.kind is CallKind.EPISTEMIC and turn.tool in tools


def _costs(record: EpisodeRecord) -> Measures:
    """Return what an episode took; a sum of which a part is not known is not known."""
    calls = record.calls
    read = [call.input_tokens for call in calls if call.input_tokens is not None]
    written = [call.output_tokens for call in calls if call.output_tokens is not None]
    costs = [call.cost_usd for call in calls if call.cost_usd is not None]
    return {
        "model_calls": len(calls),
        "input_tokens": sum(read) if len(read) == len(calls) else None,
        "output_tokens": sum(written) if len(written) == len(calls) else None,
        "cost_usd": math.fsum(costs) if len(costs) == len(calls) else None,
        "seconds": math.fsum(call.seconds for call in record.calls),
        "first_request": _first_request(record),
    }


def _first_request(record: EpisodeRecord) -> str | None:
    """Return a hash of what the model was asked first: two episodes of a model that ask the same share the reply."""
    if not record.calls:
        return None
    call = record.calls[0]
    said = [(record.messages[place].role, record.messages[place].content) for place in call.messages]
    asked = json.dumps([said, call.temperature, call.max_tokens], ensure_ascii=False)
    return hashlib.sha256(asked.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _check(record: EpisodeRecord, made: Commitment, report: Report, optimal_length: int | None) -> None:
    """Raise InputError if a valid plan proves the facts of the task wrong."""
    if made.malformed or report.status is not Status.VALID:
        return
    if optimal_length is None or len(made.steps) < optimal_length:
        found = f"a valid plan of {len(made.steps)} {'step' if len(made.steps) == 1 else 'steps'}"
        raise InputError(f"{_name(record)}: {found} where the optimal length is said to be {optimal_length}")


def _row(record: EpisodeRecord, measures: Measures) -> EpisodeRow:
    return EpisodeRow(
        model=record.model,
        method=record.method,
        regime=record.regime,
        domain=record.domain,
        task=record.task,
        repeat=record.repeat,
        reference=record.model_settings.get("kind") == "reference",
        constrained=bool(record.model_settings.get("grammar")),
        **measures,
    )


def _name(record: EpisodeRecord) -> str:
    return f"{record.model}/{record.method}/{record.domain}/{record.task}"


def unmet_rule(task: Task, step: Step, state: State) -> str | None:
    """Return the first unmet precondition of the step as its action states it, or None if the step is applicable.

    It is written with parameters instead of objects, such as `power-off: (= (load ?server) 0)`, so that failures
    can be counted by rule. A numeric effect without a defined result counts as a requirement of its own.
    """
    schema = task.domain.actions[step.name]
    binding = dict(zip((parameter.name for parameter in schema.parameters), step.arguments, strict=True))
    for part in conjuncts(schema.precondition):
        if unmet_parts(bind(part, binding, task.objects_of), state):
            return f"{step.name}: {part}"
    unmet = task.bind(step).unmet(state)
    return f"{step.name}: effect {unmet[0].shortfall}" if unmet else None
