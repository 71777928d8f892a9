"""One record explained: the right answer as it would be written, what each step of a plan did, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import Answer
from planclaims.suites.contract import Data, Item, Judgement
from planclaims.suites.explanation import Block, Event, Mark, Part, Stretch, TextBlock, TimelineBlock
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.question import PlanbenchQuestion
from planclaims.suites.planbench.solving import report
from planclaims.suites.planbench.view import View
from planclaims.suites.planbench.world import world


def explained(record: EpisodeRecord, item: Item, condition: Data, judgement: Judgement) -> Sequence[Block]:
    """Return what is expected and why the answer is right or wrong."""
    question = PlanbenchQuestion(item.kind, item.shown, condition)
    expected = question.answer_text(item.truth["answer"])
    blocks: list[Block] = [TextBlock(Part.EXPECTED, "A right answer", expected, literal=True)]
    answer = question.read(record.output or "")
    if answer.kind == "plan":
        blocks.append(_run(item, answer, question.view))
    blocks.append(TextBlock(Part.WHY, "Judgement", _why(judgement)))
    return blocks


def _why(judgement: Judgement) -> str:
    values = judgement.values
    parts = [str(values["verdict"]).replace("_", " ")]
    if values.get("why"):
        parts.append(str(values["why"]))
    if values.get("failed_step"):
        parts.append(f"action {values['failed_step']} cannot be carried out")
    if values.get("unmet"):
        parts.append(f"unmet or wrong: {values['unmet']}")
    if values.get("claimed"):
        parts.append(f"claimed: {values['claimed']}; true: {values['expected']}")
    return "; ".join(parts) + "."


def _run(item: Item, answer: Answer, view: View) -> Block:
    """Return the steps of a plan as they went, and whether the goal held at the end."""
    place, instance = world(item.shown["world"]), Instance.read(item.shown["instance"])
    told = report(place, instance, answer.steps)
    events = []
    for number, step in enumerate(answer.steps, start=1):
        failed = told.failed_step == number
        reached = told.failed_step is None or number < told.failed_step
        mark = Mark.WRONG if failed else Mark.RIGHT if reached else Mark.PLAIN
        note = "; ".join(map(str, told.unmet)) if failed else "" if reached else "not reached"
        events.append(Event(str(number), view.steps([view.names.step_text(step)])[0], mark, note))
    if told.executable:
        missed = "; ".join(map(str, told.missed))
        events.append(Event("end", "the goal", Mark.WRONG if missed else Mark.RIGHT, missed))
    return TimelineBlock(Part.WHY, "The plan, carried out", (Stretch("Actions", tuple(events)),))
