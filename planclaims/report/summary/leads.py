"""The lead sentences of the report, computed from the episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planclaims.analysis.claims.claim import Evidence
from planclaims.analysis.filters import Filter, Span
from planclaims.analysis.statistics.configurations import Configuration, configurations
from planclaims.analysis.statistics.pools import of_regime, scored, solvable, unsolvable
from planclaims.analysis.table.row import EpisodeEnding, Outcome
from planclaims.report.page.numbers import count, dollars, listing, percent, plural, times, tokens
from planclaims.report.page.sourced import Piece, Sourced, told
from planclaims.report.summary.failures import failing_place, failure_shares, sensing
from planclaims.report.summary.methods import MethodSummary, best_configuration
from planclaims.report.summary.pool import CONTROL, Pool, Row, tallied, total

if TYPE_CHECKING:
    import pandas as pd

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
    """A key figure with its topic, the episodes behind it, and the sentence that explains it."""

    topic: str
    figure: str
    source: Filter
    pieces: tuple[Piece, ...]

    @property
    def sentence(self) -> str:
        """Return the sentence as bare text."""
        return told(*self.pieces)


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
    return [
        *_best(pool),
        *_worth(pool, methods),
        *_failing(pool),
        *_unsolvable(pool),
        *_abstention(pool),
        *_looking(pool),
    ]


def _best(pool: Pool) -> Iterator[Lead]:
    for regime in ("offline", "online"):
        played = [row for row in pool.solvable if row["regime"] == regime]
        if not played:
            continue
        best = best_configuration(pool, regime)
        if best is None:
            source = {**pool.source, "solvable": True, "regime": regime}
            episodes = Sourced(plural(total(played), "episode"), source)
            pieces: tuple[Piece, ...] = (f"No {regime} configuration solves any of its tasks, in ", episodes, ".")
            yield Lead(f"Best {regime} configuration", "none", source, pieces)
        else:
            source = {**pool.source, "solvable": True, "model": best.model, "method": best.method}
            pieces = (*_praise(pool, best), *_chosen(pool, best))
            yield Lead(f"Best {regime} configuration", percent(best.success_rate or 0.0), source, pieces)


def _praise(pool: Pool, best: Configuration) -> Iterator[Piece]:
    played = {**pool.source, "model": best.model, "method": best.method}
    cost = f" ({dollars(best.mean_cost)})" if best.mean_cost else ""
    who = f"{best.model}{f', a {CONTROL},' if best.reference else ''} with {best.method}"
    yield f"{who} solves "
    yield Sourced(count(best.successes), {**played, "solvable": True, "success": True})
    yield " of "
    yield Sourced(plural(best.solvable, "solvable task"), {**played, "solvable": True})
    won = pool.frame[(pool.frame["model"] == best.model) & (pool.frame["method"] == best.method)]
    plans = solvable(scored(won))
    yield f"{_within(pool, plans, plans['success'])}, for "
    yield Sourced(f"{tokens(best.mean_tokens or 0)} tokens", played)
    yield f"{cost} an episode."


def _chosen(pool: Pool, best: Configuration) -> Iterator[Piece]:
    """Yield from how many configurations the best one was selected, and those that solve as much."""
    rivals = [c for c in configurations(pool.frame) if c.regime == best.regime and c.solvable]
    equals = [c for c in rivals if c.success_rate == best.success_rate and c is not best and c != best]
    if equals:
        yield f" As much is solved by {listing([f'{c.model} with {c.method}' for c in equals])}."
    if len(rivals) > 1:
        yield f" It is the best of {count(len(rivals))}, chosen by this very rate: expect less on new tasks."


def _within(pool: Pool, of: pd.DataFrame, part: pd.Series[Any], whole: pd.Series[Any] | None = None) -> str:
    """Return the 95% interval over tasks of a share of scored episodes, in brackets; nothing where none is drawn."""
    if not pool.resamples or not len(of):
        return ""
    evidence = Evidence(scored(pool.frame), pool.resamples, pool.seed)
    bounds = evidence.ratio("", part, whole, of=of, basis="", about=of).interval
    return f" (95% interval {bounds})" if bounds else ""


def _worth(pool: Pool, methods: Sequence[MethodSummary]) -> Iterator[Lead]:
    solving = [method for method in methods if method.successes]
    worth = [method for method in solving if method.beaten_by is None]
    if not worth:
        return
    source = {**pool.source, "solvable": True}
    pieces: list[Piece] = ["No method solves more for fewer tokens than "]
    for place, m in enumerate(worth):
        pieces.append("" if not place else " and " if place == len(worth) - 1 else ", ")
        rate = Sourced(percent(m.rate), {**source, "method": m.method})
        pieces += [f"{m.method} (", rate, f" for {tokens(m.tokens)})"]
    pieces.append(".")
    unsure = [m for m in worth if m.unsure]
    if unsure:
        tasks = plural(max(m.pairs for m in unsure), "task")
        pieces.append(
            f" Whether {listing([m.method for m in unsure])} solves more than the best cheaper method cannot be told "
            f"from {tasks}."
        )
    costliest = max(methods, key=lambda method: method.tokens)
    better = next((method for method in methods if method.method == costliest.beaten_by), None)
    if better is not None and better.tokens:
        pieces += [
            f" The most expensive, {costliest.method}, takes {times(costliest.tokens / better.tokens)} the tokens of "
            f"{better.method} and solves ",
            Sourced(percent(costliest.rate), {**source, "method": costliest.method}),
            " against ",
            Sourced(percent(better.rate), {**source, "method": better.method}),
            "." if not costliest.unsure else f", which {plural(costliest.pairs, 'task')} cannot tell apart.",
        ]
    chosen = {**source, "method": [m.method for m in worth]}
    yield Lead("Methods worth their tokens", f"{len(worth)} of {len(methods)}", chosen, tuple(pieces))


def _failing(pool: Pool) -> Iterator[Lead]:
    for regime in ("offline", "online"):
        shares = failure_shares(pool, regime)
        if not shares:
            continue
        outcome, number = next(iter(shares.items()))
        failed = sum(shares.values())
        source = {**pool.source, "solvable": True, "regime": regime, "success": False}
        lost = of_regime(solvable(scored(pool.frame)), regime)
        lost = lost[~lost["success"].astype(bool)]
        bounds = _within(pool, lost, lost["outcome"] == outcome)
        pieces: list[Piece] = ["of ", Sourced(plural(failed, f"failed {regime} episode"), source)]
        pieces.append(f"{bounds} {FAILURE_PHRASES[outcome]}.")
        place = failing_place(pool, regime)
        if place and outcome is Outcome.PRECONDITION_VIOLATION:
            pieces.append(
                f" Half of them do so by step {place[0]:g}, where a shortest plan has {place[1]:g} (medians)."
            )
        yield Lead(
            f"How {regime} episodes fail", percent(number, failed), {**source, "outcome": outcome}, tuple(pieces)
        )


def _unsolvable(pool: Pool) -> Iterator[Lead]:
    rows = pool.unsolvable
    if not rows:
        return
    found, played = total(row for row in rows if row["detection"]), total(rows)
    missed = tallied((row for row in rows if not row["detection"]), "ending")
    source = {**pool.source, "solvable": False}
    hits = {**source, "detection": True}
    pieces: list[Piece] = [Sourced(count(found), hits), " of ", Sourced(plural(played, "episode"), source)]
    frame = unsolvable(scored(pool.frame))
    pieces.append(f"{_within(pool, frame, frame['detection'])} on tasks without a plan say so")
    for place, (ending, number) in enumerate(missed.most_common()):
        pieces.append("; of the others, " if not place else " and " if place == len(missed) - 1 else ", ")
        pieces.append(Sourced(count(number), {**source, "detection": False, "ending": ending}))
        pieces.append(f" {ENDING_PHRASES[EpisodeEnding(ending)]}")
    yield Lead("Unsolvable tasks recognised", percent(found, played), hits, (*pieces, "."))


def _abstention(pool: Pool) -> Iterator[Lead]:
    given_up, played = total(row for row in pool.solvable if row["false_abstention"]), total(pool.solvable)
    if given_up:
        source = {**pool.source, "solvable": True}
        claimed = {**source, "false_abstention": True}
        frame = solvable(scored(pool.frame))
        bounds = _within(pool, frame, frame["false_abstention"])
        episodes = Sourced(plural(played, "episode"), source)
        rest = f"{bounds} on solvable tasks claim that no plan exists."
        pieces = (Sourced(count(given_up), claimed), " of ", episodes, rest)
        yield Lead("Given up wrongly", percent(given_up, played), claimed, pieces)


def _looking(pool: Pool) -> Iterator[Lead]:
    found = sensing(pool)
    if found is None:
        return
    source = {**pool.source, "regime": "online", "acts": Span(1)}
    frame = of_regime(scored(pool.frame), "online")
    bounds = _within(pool, frame, frame["inspected_acts"], frame["acts"])
    pieces: list[Piece] = ["of ", Sourced(plural(found.acts, "action"), source)]
    pieces.append(f" of agents come after a look at the state since the action before{bounds}")
    if found.informed is not None:
        pieces += [", ", Sourced(percent(found.informed, found.acts), source), " after any call that tells of it"]
    pieces += [". ", Sourced(count(found.never), {**source, "state_queries": [0, None]}), " of "]
    pieces += [Sourced(plural(found.acting, "acting episode"), source), " never look at the complete state."]
    yield Lead("Looking before acting", percent(found.inspected, found.acts), source, tuple(pieces))


def _models(pool: Pool) -> list[str]:
    return list(dict.fromkeys(row["model"] for row in pool.rows))
