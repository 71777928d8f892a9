"""What a record of the suite is worth: the reply is read afresh and judged by the semantic core alone."""

from __future__ import annotations

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import MALFORMED, Answer, Purpose
from planclaims.suites.contract import Column, Data, Item, Judgement
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.kinds.kind import Case, Scores
from planclaims.suites.planbench.question import PlanbenchQuestion
from planclaims.suites.planbench.reading import finished
from planclaims.suites.planbench.world import world

COLUMNS = (
    Column(
        "verdict", "text", "valid, goal_not_reached, inexecutable, no_plan_claimed, right, wrong, malformed, no_answer"
    ),
    Column("correct", "truth", "whether the answer is right, strictly", averaged=True, verdict=True),
    Column("attempts", "whole", "how often an answer was asked for"),
    Column("first_correct", "truth", "whether the first of them is right", averaged=True),
    Column("set", "text", "the set of instances that the question is from"),
    Column("size", "whole", "how many blocks, packages, crates or boxes there are"),
    Column("optimal_length", "whole", "actions of a shortest plan for what is asked"),
    Column("length", "whole", "actions of an executable plan"),
    Column("optimal_share", "number", "shortest length divided by the length", averaged=True),
    Column("failed_step", "whole", "first action that cannot be carried out, from 1"),
    Column("unmet", "text", "what is unmet at that action or of the goal, or which facts of a state are wrong"),
    Column("why", "text", "why an answer is malformed or none"),
    Column("valid", "truth", "cost-optimal: whether the plan is valid", averaged=True),
    Column("optimal", "truth", "cost-optimal: whether a valid plan takes the least time as stated", averaged=True),
    Column("total_right", "truth", "cost-optimal: whether the stated total is the plan's time", averaged=True),
    Column("cost", "whole", "cost-optimal: minutes that the plan takes"),
    Column("optimal_cost", "whole", "cost-optimal: least minutes of any plan"),
    Column("expected", "text", "verification: the true verdict"),
    Column("claimed", "text", "verification: the verdict that is claimed"),
    Column("shown_length", "whole", "verification: actions of the shown plan"),
    Column("verdict_right", "truth", "verification: whether valid or not is right", averaged=True),
    Column("kind_right", "truth", "verification: whether the sort of flaw is right too", averaged=True),
    Column("step_right", "truth", "verification: whether the first failing action is right", averaged=True),
    Column("unmet_exact", "truth", "verification: whether the unmet conditions are exactly right", averaged=True),
    Column("unmet_precision", "number", "verification: share of the named conditions that are unmet", averaged=True),
    Column("unmet_recall", "number", "verification: share of the unmet conditions that are named", averaged=True),
    Column("overlap", "truth", "verification: whether one condition in common counts as right", averaged=True),
    Column("steps", "whole", "execution: actions that are carried out"),
    Column("atom_precision", "number", "execution: share of the stated facts that hold", averaged=True),
    Column("atom_recall", "number", "execution: share of the facts that are stated", averaged=True),
    Column("changed_precision", "number", "execution: the same of facts that did not hold before", averaged=True),
    Column("changed_recall", "number", "execution: the same of facts that did not hold before", averaged=True),
    Column("copied", "truth", "whether the answer is the plan shown in the question", averaged=True),
    Column("control", "truth", "reformulation: whether the shown plan does not solve the question"),
    Column(
        "misses_only_additions",
        "truth",
        "partial to full: the plan reaches the old goal, not the new one",
        averaged=True,
    ),
    Column("is_prefix", "truth", "reuse: whether the answer is a beginning of the shown plan", averaged=True),
    Column("already_there", "truth", "replanning: whether nothing has to be done after the event"),
    Column("old_suffix", "truth", "replanning: whether the answer is the rest of the old plan", averaged=True),
    Column("old_suffix_works", "truth", "replanning: whether the rest of the old plan is valid"),
    Column("from_old_start", "truth", "replanning: whether the plan works from the old start only", averaged=True),
)
KNOWN_OF_ITEM = ("optimal_length", "control", "already_there", "old_suffix_works", "optimal_cost", "shown_length")
"""What the question alone says, whatever was answered."""


def case_of(item: Item) -> Case:
    """Return the question as it is judged."""
    shown, truth = item.shown, item.truth
    instance = Instance.read(shown["instance"])
    return Case(world(shown["world"]), instance, shown["facts"], truth["answer"], truth["notes"])


def judge_record(record: EpisodeRecord, item: Item, condition: Data) -> Judgement:
    """Return the scores of a finished record."""
    question = PlanbenchQuestion(item.kind, item.shown, condition)
    asked = [call.reply for call in record.calls if call.purpose == Purpose.PLAN]
    judged = _judged_output(record, item, question)
    first = judged if len(asked) < 2 else judge_answer(item, question.read(asked[0]))
    values = {**judged.values, "attempts": len(asked), "first_correct": first.values["correct"]}
    return Judgement(values, {name: why for name, why in judged.missing.items() if name not in values})


def _judged_output(record: EpisodeRecord, item: Item, question: PlanbenchQuestion) -> Judgement:
    output = record.output or ""
    cut = bool(record.calls) and record.calls[-1].finish_reason == "length"
    if not output.strip():
        return _judgement(item, {"verdict": "no_answer", "why": "the reply is empty"})
    if cut and not finished(output):
        return _judgement(item, {"verdict": "no_answer", "why": "the reply is cut off at the limit of tokens"})
    return judge_answer(item, question.read(output))


def judge_answer(item: Item, answer: Answer) -> Judgement:
    """Return the scores of an answer that is in plain names."""
    if answer.kind == MALFORMED:
        return _judgement(item, {"verdict": "malformed", "why": answer.reason})
    return _judgement(item, KINDS[item.kind].grade(case_of(item), answer))


def _judgement(item: Item, scores: Scores) -> Judgement:
    case, name_of_set = case_of(item), item.group.split("-")[0]
    size = case.instance.size(case.world.size, case.world.domain)
    values: Scores = {
        "correct": False,
        "set": name_of_set,
        "size": size,
    }
    notes = case.notes
    values |= {name: notes[name] for name in KNOWN_OF_ITEM if name in notes}
    if "verdict" in case.answer:
        values["expected"] = str(case.answer["verdict"])
    values |= scores
    missing = {column.name: _reason(item, values) for column in COLUMNS if values.get(column.name) is None}
    return Judgement({name: value for name, value in values.items() if value is not None}, missing)


def _reason(item: Item, values: Scores) -> str:
    unread = values["verdict"] in ("malformed", "no_answer")
    return "the answer could not be read" if unread else f"{item.kind} has no such score for this answer"
