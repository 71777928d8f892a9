"""Plan verification: whether a plan is valid, and if not, where it fails first and what is unmet there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planclaims.seam import Answer
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, Status
from planclaims.suites.planbench.kinds.kind import VERDICTS, Case, Draw, Drawn, Facts, Kind, Scores, fenced, unmet_atoms
from planclaims.suites.planbench.solving import applicable_steps, report, states_along
from planclaims.suites.planbench.verdict_reading import read_verdict
from planclaims.suites.planbench.view import View

SORTS = ("valid", "goal_not_reached", "inexecutable")
MOST_TRIES = 40


class PlanVerification(Kind):
    """A plan with its first flaw, if it has one; the three verdicts come in turn."""

    name = "plan_verification"
    spare = 6

    def draw(self, draw: Draw) -> Drawn | None:
        """Return a plan of the sort that is due; its label is the validator's verdict."""
        sort = SORTS[draw.ordinal % 3]
        plan = _MAKERS[sort](draw)
        if plan is None:
            return None
        told = report(draw.world, draw.source.instance, plan)
        if VERDICTS[told.status] != sort:
            return None
        notes = {"optimal_length": len(draw.source.plan), "shown_length": len(plan)}
        return Drawn(draw.source.instance, {"plan": list(plan)}, verdict_of(told, plan), notes)

    def examples(self, draw: Draw, drawn: Drawn, earlier: Sequence[Drawn]) -> Sequence[Drawn]:
        """Return one earlier question per verdict, in a random order."""
        chosen = []
        for sort in SORTS:
            alike = [drawn for drawn in earlier if drawn.answer["verdict"] == sort]
            if alike:
                chosen.append(draw.chance.choice(alike))
        draw.chance.shuffle(chosen)
        return chosen

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return the verdict with its reason."""
        if answer["verdict"] == "valid":
            return fenced(["VALID"])
        unmet = "; ".join(view.facts(answer["unmet"]))
        if answer["verdict"] == "goal_not_reached":
            return fenced(["INVALID", f"unmet goal: {unmet}"])
        action = view.steps([answer["action"]])[0]
        return fenced(["INVALID", f"step: {answer['step']}", f"action: {action}", f"unmet: {unmet}"])

    def read(self, view: View, task: Task, text: str) -> Answer:
        """Return the verdict with its reason as the value."""
        return read_verdict(view, task, text)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return verdict, kind, step and unmet conditions apart; correct is all of them exact."""
        value = answer.value
        assert isinstance(value, dict)
        return verdict_scores(case.answer, value, case.facts["plan"])


def verdict_of(told: Report, plan: Sequence[str]) -> dict[str, object]:
    """Return a validator's report as the right answer."""
    answer: dict[str, object] = {"verdict": VERDICTS[told.status]}
    if told.status is Status.VALID:
        return answer
    answer["unmet"] = unmet_atoms(told)
    if told.failed_step is not None:
        answer |= {"step": told.failed_step, "action": plan[told.failed_step - 1]}
    return answer


def verdict_scores(truth: Facts, claimed: Facts, plan: Sequence[str]) -> Scores:
    """Return the scores of a claimed verdict against the true one."""
    true, said = str(truth["verdict"]), str(claimed["verdict"])
    verdict_right = (true == "valid") == (said == "valid")
    scores: Scores = {"verdict": "right", "expected": true, "claimed": said, "verdict_right": verdict_right}
    scores |= {"kind_right": true == said, "shown_length": len(plan)}
    right = true == said
    if true == "inexecutable":
        scores["step_right"] = right and _same_step(truth, claimed, plan)
        right = right and bool(scores["step_right"])
    if true != "valid":
        wanted, named = set(truth["unmet"]), set(claimed.get("unmet") or ()) if true == said else set()
        hits = len(wanted & named)
        scores |= {"unmet_exact": wanted == named, "unmet_recall": hits / len(wanted), "overlap": right and hits > 0}
        if named:
            scores["unmet_precision"] = hits / len(named)
        right = right and wanted == named
    else:
        scores["overlap"] = right
    return {**scores, "correct": right, "verdict": "right" if right else "wrong"}


def _same_step(truth: Facts, claimed: Facts, plan: Sequence[str]) -> bool:
    """Return whether number and action agree; one of them may be left out if the other settles it."""
    step, action = claimed.get("step"), claimed.get("action")
    if step is None:
        return action == truth["action"] and list(plan).count(str(action)) == 1
    return step == truth["step"] and action in (None, truth["action"])


def _valid(draw: Draw) -> list[str] | None:
    """Return an optimal plan, or one with a detour at some place, so that no length tells a valid plan."""
    plan = list(draw.source.plan)
    if draw.chance.random() < 0.5:
        return plan
    for _ in range(MOST_TRIES):
        place = draw.chance.randrange(len(plan))
        longer = [*plan[:place], *_loop(draw, plan[:place]), *plan[place:]]
        if report(draw.world, draw.source.instance, longer).goal_reached:
            return longer
    return plan


def _loop(draw: Draw, prefix: Sequence[str]) -> list[str]:
    """Return two steps after a prefix that may lead back to where they began."""
    return walk(draw, prefix, 2)[len(prefix) :]


def walk(draw: Draw, prefix: Sequence[str], steps: int) -> list[str]:
    """Return the prefix and so many random applicable steps, fewer where nothing is applicable."""
    plan = list(prefix)
    instance = draw.source.instance
    for _ in range(steps):
        state = states_along(draw.world, instance, plan)[-1]
        options = applicable_steps(draw.world, instance, state)
        if not options:
            break
        plan.append(draw.chance.choice(options))
    return plan


def _goal_missing(draw: Draw) -> list[str] | None:
    """Return a prefix of any length, a plan of full length with a wrong detour, or one that leaves the goal again."""
    plan, how = list(draw.source.plan), draw.chance.randrange(3)
    for _ in range(MOST_TRIES):
        if how == 0 and len(plan) > 1:
            made = plan[: draw.chance.randint(1, len(plan) - 1)]
        elif how == 1:
            kept = draw.chance.randrange(len(plan))
            made = walk(draw, plan[:kept], len(plan) - kept)
        else:
            made = walk(draw, plan, draw.chance.randint(1, 3))
        if report(draw.world, draw.source.instance, made).status is Status.GOAL_NOT_REACHED:
            return made
        how = draw.chance.randrange(3)
    return None


def _inexecutable(draw: Draw) -> list[str] | None:
    """Return an optimal plan with one step deleted, swapped or replaced that fails first at a place drawn before."""
    plan = list(draw.source.plan)
    for _ in range(MOST_TRIES):
        place = draw.chance.randint(1, len(plan))
        made = list(_edits(plan, place))
        draw.chance.shuffle(made)
        for candidate in [*made, *_replacements(draw, plan, place)]:
            if report(draw.world, draw.source.instance, candidate).failed_step == place:
                return candidate
    return None


def _edits(plan: list[str], place: int) -> Iterator[list[str]]:
    """Yield the plans with one step deleted or two steps swapped that can fail first at the place, from 1."""
    first = place - 1
    for gone in range(place):
        if len(plan) > 1:
            yield [*plan[:gone], *plan[gone + 1 :]]
    for other in range(len(plan)):
        if other != first:
            swapped = list(plan)
            swapped[first], swapped[other] = swapped[other], swapped[first]
            yield swapped


def _replacements(draw: Draw, plan: list[str], place: int) -> Iterator[list[str]]:
    """Yield the plans in which the step at the place has another object, in a random order."""
    name, *arguments = plan[place - 1].split()
    task = draw.source.instance.task(draw.world.domain)
    parameters = draw.world.domain.actions[name].parameters
    options = [
        [*arguments[:at], other, *arguments[at + 1 :]]
        for at, parameter in enumerate(parameters)
        for other in task.objects_of(parameter)
        if other != arguments[at]
    ]
    draw.chance.shuffle(options)
    for changed in options:
        yield [*plan[: place - 1], " ".join([name, *changed]), *plan[place:]]


_MAKERS = {"valid": _valid, "goal_not_reached": _goal_missing, "inexecutable": _inexecutable}
