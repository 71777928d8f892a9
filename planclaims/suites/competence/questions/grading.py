"""The grading of answers: right or wrong with a reason, a certificate and a witness; or undecided, never wrong then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from planclaims.seam import MALFORMED, Answer
from planclaims.suites.competence.questions.made import EXHAUSTED, PAIRED, RELAXED, STATIC, WITNESS, way
from planclaims.suites.contract import Data

ORDINAL = "counted from 0"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth: right, wrong or (None) undecided; why; by which certificate; and a plan that shows it.

    `overlap`, `distance` and `shorter` are further measures of some kinds, never the score.
    """

    right: bool | None
    reason: str
    certificate: str = ""
    witness: tuple[str, ...] = ()
    overlap: float | None = None
    distance: int | None = None
    shorter: bool | None = None
    malformed: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)


def grade(answer: Answer, shown: Data, truth: Data) -> Verdict:
    """Return the verdict on an answer as it was read."""
    if answer.kind == MALFORMED:
        return Verdict(False, answer.reason, malformed=True)
    if shown["form"] != "generative":
        return _equal(answer, truth)
    return GRADERS[shown["kind"]](answer, shown, truth)


def _equal(answer: Answer, truth: Data) -> Verdict:
    right = answer.value == truth["answer"]
    return Verdict(right, truth.get("reason", ""), truth.get("certificate", ""), tuple(truth.get("witness", ())))


def _app(answer: Answer, shown: Data, truth: Data) -> Verdict:
    given, wanted = set(_list(answer.value)), set(truth["applicable"])
    missing, wrong = sorted(wanted - given), sorted(given - wanted)
    parts = []
    if missing:
        parts.append(f"{len(missing)} applicable missing, such as {missing[0]}")
    if wrong:
        parts.append(f"{len(wrong)} not applicable, such as {wrong[0]}")
    return Verdict(given == wanted, "; ".join(parts) or "the exact set", WITNESS, overlap=jaccard(given, wanted))


def _prog(answer: Answer, shown: Data, truth: Data) -> Verdict:
    assert isinstance(answer.value, Mapping)
    parts, shares = [], []
    for name, what in (("gained", "made true"), ("lost", "made false")):
        given, wanted = set(_list(answer.value[name])), set(truth[name])
        shares.append(jaccard(given, wanted))
        parts += [f"not among those {what}: {fact}" for fact in sorted(given - wanted)[:1]]
        parts += [f"missing among those {what}: {fact}" for fact in sorted(wanted - given)[:1]]
    return Verdict(not parts, "; ".join(parts) or "both sets", WITNESS, overlap=sum(shares) / 2)


def _reaching(what: str) -> Callable[[Answer, Data, Data], Verdict]:
    """Return the grading of a term that must be out of reach."""

    def judged(answer: Answer, shown: Data, truth: Data) -> Verdict:
        term = answer.value
        if term is None:
            if truth["open"]:
                return Verdict(None, f"{len(truth['open'])} candidates are undecided")
            left = truth["candidates"] - len(truth["reached"])
            if not left:
                return Verdict(True, "everything is reachable", WITNESS)
            return Verdict(False, f"there are {left} unreachable ones" + _example(truth), EXHAUSTED)
        if term in truth["reached"]:
            witness = tuple(way(truth["nodes"], truth["reached"][term]))
            return Verdict(False, f"{what} after {len(witness)} actions", WITNESS, witness)
        if term in truth["open"]:
            return Verdict(None, "undecided")
        return Verdict(True, "out of reach", certificate_of(str(term), truth, shown["kind"]))

    return judged


def certificate_of(term: str, truth: Data, kind: str) -> str:
    """Return what certifies that an unreachable term is one."""
    for certificate in (RELAXED, PAIRED, EXHAUSTED):
        if term in truth["never"][certificate]:
            return certificate
    if kind == "areach":
        return STATIC
    return EXHAUSTED if truth["numeric"] else RELAXED


def _example(truth: Data) -> str:
    for names in truth["never"].values():
        if names:
            return f", such as {names[0]}"
    return ""


def _val(answer: Answer, shown: Data, truth: Data) -> Verdict:
    given, wanted = answer.value, truth["index"]
    length = len(shown["asked"]["sequence"])
    places = [length if index is None else index for index in (given, wanted)]
    assert all(isinstance(place, int) for place in places)
    why = "every action applies" if wanted is None else f"the first inapplicable one is {wanted}, {ORDINAL}"
    distance = abs(int(str(places[0])) - int(str(places[1])))
    return Verdict(given == wanted, why, WITNESS, distance=distance)


def _just(answer: Answer, shown: Data, truth: Data) -> Verdict:
    plan, given = list(shown["asked"]["plan"]), list(answer.steps)
    deleted = deletion(plan, given)
    if deleted is None:
        return Verdict(False, "not what remains when one action or two neighbours are taken out")
    if deleted in truth["right"]:
        return Verdict(True, f"without {deleted} it is still a plan", WITNESS)
    return Verdict(False, truth["faults"].get(deleted, "not a plan"), WITNESS)


def deletion(plan: Sequence[str], rest: Sequence[str]) -> str | None:
    """Return which action or pair of neighbours was taken out, first place that fits; None if it is no such rest."""
    missing = len(plan) - len(rest)
    if missing not in (1, 2):
        return None
    for start in range(len(rest) + 1):
        if list(plan[:start]) + list(plan[start + missing :]) == list(rest):
            return f"{start}" if missing == 1 else f"{start}-{start + 1}"
    return None


def _land(answer: Answer, shown: Data, truth: Data) -> Verdict:
    fact = answer.value
    if fact is None:
        if truth["open"]:
            return Verdict(None, "undecided")
        found = sorted(truth["landmarks"])
        if not found:
            return Verdict(True, "no fact is a non-trivial landmark", EXHAUSTED)
        return Verdict(False, f"there are {len(found)} landmarks, such as {found[0]}", truth["landmarks"][found[0]])
    if fact in truth["landmarks"]:
        return Verdict(True, "every plan makes it true", truth["landmarks"][fact])
    if fact in truth["initial"]:
        return Verdict(False, "trivial: it holds at the start")
    if fact in truth["goal"]:
        return Verdict(False, "trivial: the goal demands it")
    if fact in truth["open"]:
        return Verdict(None, "undecided")
    witness = tuple(way(truth["nodes"], truth["avoiding"].get(fact, truth["plan"])))
    return Verdict(False, "a plan never makes it true", WITNESS, witness)


def _nexta(answer: Answer, shown: Data, truth: Data) -> Verdict:
    action = str(answer.value)
    if action not in truth["after"]:
        return Verdict(False, "not applicable")
    before, after = truth["length"], truth["after"][action]
    told = "a dead end" if after is None else f"{after} actions"
    reason = f"{before} actions to the goal before it, {told} after it"
    return Verdict(after == before - 1, reason, EXHAUSTED)


def jaccard(one: set[str], other: set[str]) -> float:
    """Return the share of common members."""
    return len(one & other) / len(one | other) if one | other else 1.0


def _list(value: object) -> list[str]:
    assert isinstance(value, list | tuple)
    return [str(part) for part in value]


GRADERS: Mapping[str, Callable[[Answer, Data, Data], Verdict]] = {
    "app": _app,
    "prog": _prog,
    "reach": _reaching("it holds"),
    "areach": _reaching("it applies"),
    "val": _val,
    "just": _just,
    "land": _land,
    "nexta": _nexta,
}
"""How a generative answer is graded, by kind."""
