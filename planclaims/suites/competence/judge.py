"""What a record of a question is worth: the verdict with its reason and certificate, and further measures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from planclaims.episodes.record import EpisodeRecord
from planclaims.sandbox import program_output
from planclaims.seam import Answer, Purpose
from planclaims.suites.competence.conditions.desk import last_answer
from planclaims.suites.competence.questions.evidence import ARMS, tokens
from planclaims.suites.competence.questions.grading import Verdict, grade
from planclaims.suites.competence.questions.official import official_verdict, shorter_plan
from planclaims.suites.competence.questions.reading import read_answer
from planclaims.suites.contract import Column, Data, Item, Judgement, Value

COLUMNS = (
    Column(
        "right",
        "truth",
        "whether the answer is right; malformed answers are not; empty where undecided",
        averaged=True,
        verdict=True,
    ),
    Column("malformed", "truth", "whether the answer could not be read", averaged=True),
    Column("reason", "text", "why the answer is right, wrong or malformed"),
    Column("certificate", "text", "what certifies the verdict"),
    Column("witness", "text", "a plan that refutes the answer, or shows the statement, one action after the other"),
    Column("extracted", "text", "what the answer was read as"),
    Column("form", "text", "generative, boolean or choice"),
    Column("domain", "text", "the domain of the question"),
    Column("state", "text", "a hash of the state that the question is about"),
    Column("none", "truth", "whether the right answer to the generative question is None"),
    Column("overlap", "number", "Jaccard overlap with the right sets (app, prog)", averaged=True),
    Column("distance", "whole", "distance of the index from the right one (val)", averaged=True),
    Column("answers", "whole", "size of the set of right answers, generative"),
    Column("share", "number", "right answers among the candidates, generative"),
    Column("length", "whole", "actions of the plan or the sequence, or of a shortest plan"),
    Column("wanted", "whole", "questions asked for of this domain, kind and form"),
    Column("objects", "whole", "objects of the task"),
    Column("atoms", "whole", "fluent facts of the state"),
    Column("applicable", "whole", "actions applicable in the state"),
    Column("relaxed_settles", "truth", "whether the delete relaxation settles all that is unreachable (reach, areach)"),
    Column("official", "truth", "what the published grader would say to the same reply, where it can be emulated"),
    Column("shorter", "truth", "whether the answer is any shorter plan out of the plan's actions (just)"),
    Column("program", "text", "how the program that the model wrote ended, its answer included"),
    Column("extraction", "truth", "whether the program printed the reachable set rightly and yet answered wrongly"),
    Column(
        "arm",
        "text",
        "which evidence stood beside the question; empty if none did, also where the condition has some but not for it",
    ),
    Column("evidence_tokens", "whole", "about how many tokens of evidence stood beside the question"),
    Column("edits", "whole", "by how many edits the distracting evidence differs from the full one"),
    Column("ill_typed", "truth", "whether a false statement names an object of a wrong type"),
)
"""The measures of the suite."""


def answer_of(record: EpisodeRecord) -> str:
    """Return the text that is graded: the output, or what the file for the answer held at the end."""
    return record.output or "" if record.turns is None else last_answer(record.turns)


def judged(record: EpisodeRecord, item: Item) -> Judgement:
    """Return the measures of a finished record."""
    reply = answer_of(record)
    answer = read_answer(reply, item.shown)
    verdict = grade(answer, item.shown, item.truth)
    extracted = " ".join(answer.steps) if answer.steps else "" if answer.value is None else _text(answer.value)
    values: dict[str, Value] = {
        "right": verdict.right,
        "malformed": verdict.malformed,
        "reason": verdict.reason,
        "certificate": verdict.certificate,
        "witness": " ".join(verdict.witness),
        "extracted": extracted or ("" if verdict.malformed else "None"),
        **_about(item),
        "overlap": verdict.overlap,
        "distance": verdict.distance,
        "official": official_verdict(reply, item.shown, item.truth),
        "shorter": _shorter(answer, item),
        **_program(record, verdict, item),
        **_evidence(record, item),
    }
    given = {name: value for name, value in values.items() if value is not None}
    missing = {column.name: _why_missing(column.name, verdict) for column in COLUMNS if column.name not in given}
    return Judgement(given, missing)


def _arm(record: EpisodeRecord) -> str | None:
    """Return which evidence the condition of a record shows."""
    return record.condition if record.condition in ARMS else None


def _shorter(answer: Answer, item: Item) -> bool | None:
    machine = item.truth.get("machine")
    if item.kind != "just" or item.shown["form"] != "generative" or machine is None:
        return None
    return shorter_plan(item.shown["asked"]["plan"], answer.steps, machine)


def _program(record: EpisodeRecord, verdict: Verdict, item: Item) -> Mapping[str, Value]:
    """Return the outcome of a written program, exactly one, and whether only the extraction failed."""
    output = program_output(record.output or "")
    if output is None or not any(call.purpose == Purpose.PROGRAM for call in record.calls):
        return {"program": None, "extraction": None}
    outcome = output.outcome
    if outcome == "ran":
        outcome = "malformed" if verdict.malformed else "correct" if verdict.right else "translation"
    printed = re.search(r"(?im)^reachable:\s*\[(.*)\]\s*$", output.printed)
    reached = item.truth.get("reached")
    if printed is None or reached is None:
        return {"program": outcome, "extraction": None}
    given = {"(" + " ".join(term.lower().split()) + ")" for term in re.findall(r"\(([^()]*)\)", printed[1])}
    return {"program": outcome, "extraction": outcome == "translation" and given == set(reached)}


def _evidence(record: EpisodeRecord, item: Item) -> Mapping[str, Value]:
    arm = _arm(record)
    lines = item.shown.get("evidence", {}).get(arm) if arm else None
    if lines is None:
        return {"arm": None, "evidence_tokens": None, "edits": None}
    edits = item.shown["evidence_made"]["edits"] if arm == "distractor" else None
    return {"arm": arm, "evidence_tokens": tokens(lines), "edits": edits}


def _about(item: Item) -> Mapping[str, Value]:
    features: Data = item.truth["features"]
    return {
        "form": item.shown["form"],
        "domain": item.shown["domain"],
        "state": item.shown["state"],
        "none": bool(features["none"]),
        "answers": features.get("answers"),
        "share": features.get("share"),
        "length": features.get("length"),
        "wanted": features["wanted"],
        "objects": features["objects"],
        "atoms": features["atoms"],
        "applicable": features["applicable"],
        "relaxed_settles": features.get("relaxed"),
        "ill_typed": bool(features["ill_typed"]),
    }


def _why_missing(name: str, verdict: Verdict) -> str:
    if name == "right":
        return f"unscored: {verdict.reason}"
    return "this kind of question has no such measure"


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"[{_text(part)}]" for part in value.values())
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
