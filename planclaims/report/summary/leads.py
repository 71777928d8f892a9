"""The lead sentences of the report, computed from the episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.table.row import EpisodeEnding, Outcome
from planclaims.report.page.numbers import count, dollars, listing, percent, plural, times, tokens
from planclaims.report.summary.failures import failing_place, failure_shares, sensing
from planclaims.report.summary.methods import MethodSummary, best_configuration
from planclaims.report.summary.pool import CONTROL, Pool, Row, tallied, total

OUTCOME_WORDS = {
    Outcome.SUCCESS: "solved",
    Outcome.DETECTION: "recognised as unsolvable",
    Outcome.PRECONDITION_VIOLATION: "requirement violated",
    Outcome.GOAL_NOT_REACHED: "goal not reached",
    Outcome.TIMEOUT: "calls spent",
    Outcome.MALFORMED: "answer unreadable",
    Outcome.FALSE_ABSTENTION: "gave up wrongly",
    Outcome.MISSED_INFEASIBILITY: "unsolvability missed",
}
FAILURE_PHRASES = {
    Outcome.PRECONDITION_VIOLATION: "use an action whose requirements are not met",
    Outcome.GOAL_NOT_REACHED: "carry out every action and still miss the goal",
    Outcome.TIMEOUT: "spend all their calls without a final claim",
    Outcome.MALFORMED: "give an answer that cannot be read as a plan",
    Outcome.FALSE_ABSTENTION: "claim that no plan exists although one does",
}
ENDING_PHRASES = {
    EpisodeEnding.PRECONDITION_VIOLATION: "break a requirement",
    EpisodeEnding.GOAL_NOT_REACHED: "hand in a plan that misses the goal",
    EpisodeEnding.TIMEOUT: "spend all their calls",
    EpisodeEnding.MALFORMED: "give an unreadable answer",
}


@dataclass(frozen=True, slots=True)
class Lead:
    """A key figure with its topic and the sentence that explains it."""

    topic: str
    figure: str
    sentence: str


def scope(rows: Sequence[Row]) -> str:
    """Return what was played, in one sentence."""
    methods = len({row["method"] for row in rows})
    models = {row["model"] for row in rows if not row["reference"]}
    controls = {row["model"] for row in rows if row["reference"]}
    known = {(row["domain"], row["task"]): row["solvable"] for row in rows if row["scored"]}
    unsolvable = sum(not solvable for solvable in known.values())
    players = [plural(len(models), "language model")] if models else []
    players += [plural(len(controls), "scripted control")] if controls else []
    return (
        f"{plural(len(rows), 'episode')}: {listing(players)}, {plural(methods, 'method')}, "
        f"{plural(len(known), 'task')} in {plural(len({domain for domain, _ in known}), 'domain')} "
        f"({len(known) - unsolvable} solvable, {unsolvable} without any plan)."
    )


def warnings(pool: Pool, rows: Sequence[Row]) -> list[str]:
    """Return what a reader must know before any number."""
    return [*_controls_only(pool), *_unscored(rows), *_constrained(rows), *_partial(pool, rows)]


def _controls_only(pool: Pool) -> Iterator[str]:
    if pool.controls_only:
        yield (
            f"No language model has a scored episode in this run. Every number is that of a {CONTROL}, and says "
            "something about the measuring, nothing about models; its tokens are words."
        )


def _unscored(rows: Sequence[Row]) -> Iterator[str]:
    missing = Counter(row["model"] for row in rows if not row["scored"])
    if missing:
        names = listing([f"{count(number)} of {model}" for model, number in missing.items()])
        yield (
            f"{plural(missing.total(), 'episode is', 'episodes are')} not scored ({names}): the model could not be "
            "asked. They enter no number."
        )


def _constrained(rows: Sequence[Row]) -> Iterator[str]:
    names = sorted({row["model"] for row in rows if row["constrained"]})
    if names:
        yield (
            f"Replies of {listing(names)} were forced into the right format by a grammar, so nothing here says "
            "whether the model keeps a format by itself."
        )


def _partial(pool: Pool, rows: Sequence[Row]) -> Iterator[str]:
    everything = len({(row["domain"], row["task"]) for row in rows})
    played = {model: {(r["domain"], r["task"]) for r in pool.rows if r["model"] == model} for model in _models(pool)}
    sizes = [f"{model} {len(tasks)}" for model, tasks in played.items() if len(tasks) < everything]
    if sizes:
        yield (
            f"Not every model played all {plural(everything, 'task')} ({listing(sizes)}): such rates rest on the "
            "tasks played and compare with no others."
        )


def leads(pool: Pool, methods: Sequence[MethodSummary]) -> list[Lead]:
    """Return the key figures, the most important first."""
    return [*_best(pool), *_worth(methods), *_failing(pool), *_unsolvable(pool), *_abstention(pool), *_looking(pool)]


def _best(pool: Pool) -> Iterator[Lead]:
    for regime in ("offline", "online"):
        played = [row for row in pool.solvable if row["regime"] == regime]
        if not played:
            continue
        best = best_configuration(pool, regime)
        if best is None:
            sentence = f"No {regime} configuration solves any of its tasks, in {plural(total(played), 'episode')}."
            yield Lead(f"Best {regime} configuration", "none", sentence)
        else:
            yield Lead(f"Best {regime} configuration", percent(best.success_rate or 0.0), _praise(best))


def _praise(best: Configuration) -> str:
    cost = f" ({dollars(best.mean_cost)})" if best.mean_cost else ""
    who = f"{best.model}{f', a {CONTROL},' if best.reference else ''} with {best.method}"
    return (
        f"{who} solves {count(best.successes)} of {plural(best.solvable, 'solvable task')}, "
        f"for {tokens(best.mean_tokens or 0)} tokens{cost} an episode."
    )


def _worth(methods: Sequence[MethodSummary]) -> Iterator[Lead]:
    solving = [method for method in methods if method.successes]
    worth = [method for method in solving if method.beaten_by is None]
    if not worth:
        return
    names = listing([f"{m.method} ({percent(m.rate)} for {tokens(m.tokens)})" for m in worth])
    costliest = max(methods, key=lambda method: method.tokens)
    sentence = f"No method solves more for fewer tokens than {names}."
    better = next((method for method in methods if method.method == costliest.beaten_by), None)
    if better is not None and better.tokens:
        sentence += (
            f" The most expensive, {costliest.method}, takes {times(costliest.tokens / better.tokens)} the tokens of "
            f"{better.method} and solves {percent(costliest.rate)} against {percent(better.rate)}."
        )
    yield Lead("Methods worth their tokens", f"{len(worth)} of {len(methods)}", sentence)


def _failing(pool: Pool) -> Iterator[Lead]:
    for regime in ("offline", "online"):
        shares = failure_shares(pool, regime)
        if not shares:
            continue
        outcome, number = next(iter(shares.items()))
        failed = sum(shares.values())
        sentence = f"of {plural(failed, f'failed {regime} episode')} {FAILURE_PHRASES[outcome]}."
        place = failing_place(pool, regime)
        if place and outcome is Outcome.PRECONDITION_VIOLATION:
            sentence += f" Half of them do so by step {place[0]:g}, where a shortest plan has {place[1]:g} (medians)."
        yield Lead(f"How {regime} episodes fail", percent(number, failed), sentence)


def _unsolvable(pool: Pool) -> Iterator[Lead]:
    rows = pool.unsolvable
    if not rows:
        return
    found, played = total(row for row in rows if row["detection"]), total(rows)
    missed = tallied((row for row in rows if not row["detection"]), "ending")
    ends = listing(
        [f"{count(number)} {ENDING_PHRASES[EpisodeEnding(ending)]}" for ending, number in missed.most_common()]
    )
    sentence = f"{count(found)} of {plural(played, 'episode')} on tasks without a plan say so"
    sentence += f"; of the others, {ends}." if ends else "."
    yield Lead("Unsolvable tasks recognised", percent(found, played), sentence)


def _abstention(pool: Pool) -> Iterator[Lead]:
    given_up, played = total(row for row in pool.solvable if row["false_abstention"]), total(pool.solvable)
    if given_up:
        sentence = f"{count(given_up)} of {plural(played, 'episode')} on solvable tasks claim that no plan exists."
        yield Lead("Given up wrongly", percent(given_up, played), sentence)


def _looking(pool: Pool) -> Iterator[Lead]:
    found = sensing(pool)
    if found is None:
        return
    sentence = (
        f"of {plural(found.acts, 'action')} of agents come after a look at the state since the action before"
        + ("" if found.informed is None else f", {percent(found.informed, found.acts)} after any call that tells of it")
        + ". "
        f"{count(found.never)} of {plural(found.acting, 'acting episode')} never look at the complete state."
    )
    yield Lead("Looking before acting", percent(found.inspected, found.acts), sentence)


def _models(pool: Pool) -> list[str]:
    return list(dict.fromkeys(row["model"] for row in pool.rows))
