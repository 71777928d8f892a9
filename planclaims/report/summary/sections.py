"""The sections of the page that are computed from the episodes: summary, methods, failures, controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter
from planclaims.analysis.statistics.configurations import configurations
from planclaims.analysis.table.row import Outcome
from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.numbers import count, dollars, percent, plural, times, tokens
from planclaims.report.page.sourced import Sourced, linked
from planclaims.report.summary.failures import BrokenRule, OutcomeCounts, broken_rules, outcome_counts
from planclaims.report.summary.leads import OUTCOME_WORDS, Lead, leads, scope, warnings
from planclaims.report.summary.methods import MethodSummary
from planclaims.report.summary.pool import CONTROL, Pool, Row
from planclaims.report.viewer.task_chunk import EpisodeId

if TYPE_CHECKING:
    import pandas as pd

RULES_SHOWN = 12


def summary(pool: Pool, rows: Sequence[Row], methods: Sequence[MethodSummary]) -> Html:
    """Return the lead sentences with what to know before any number."""
    notes = [element("p", note, class_="warning") for note in warnings(pool, rows)]
    cards = [_card(lead) for lead in leads(pool, methods)]
    return joined(element("p", scope(rows), class_="scope"), *notes, element("dl", *cards, class_="leads"))


def _card(lead: Lead) -> Html:
    return element(
        "div",
        element("dt", lead.topic),
        element("dd", element("b", linked(Sourced(lead.figure, lead.source))), element("span", linked(*lead.pieces))),
    )


def methods_table(pool: Pool, methods: Sequence[MethodSummary]) -> Html:
    """Return what each method solves, what it takes, and whether another one does better."""
    header = ("Method", "Solved", "Tokens an episode", "Tokens per solved task", "Against the baseline", "Worth it?")
    head = element("tr", *(element("th", text, scope="col") for text in header))
    most = max((method.tokens for method in methods), default=0.0)
    known = {method.method: method for method in methods}
    rows: list[Html] = []
    for regime in ("offline", "online"):
        group = [method for method in methods if method.regime == regime]
        if group:
            rows.append(_group_row(REGIMES[regime], len(header)))
            rows += [
                _method_row(pool.source, method, most, known)
                for method in sorted(group, key=lambda m: (-m.rate, m.tokens))
            ]
    return _scrolling("Methods, what they solve and what they take", head, rows)


REGIMES = {
    "offline": "Offline: one plan is handed in whole",
    "online": "Online: the model acts step by step and may look",
}


def _method_row(source: Filter, method: MethodSummary, most: float, known: Mapping[str, MethodSummary]) -> Html:
    own = {**source, "method": method.method}
    plans = {**own, "solvable": True}
    solved = _of(method.successes, method.solvable, {**plans, "success": True}, plans)
    played = method.solvable + method.unsolvable
    each = tokens(method.tokens * played / method.successes) if method.successes else "–"
    cost = f" · {dollars(method.cost)}" if method.cost else ""
    taken = linked(Sourced(f"{tokens(method.tokens)}{cost}", own))
    return element(
        "tr",
        element("th", method.method, scope="row"),
        element("td", _bar(method.rate, "solved"), solved),
        element(
            "td",
            _bar(method.tokens / most if most else 0.0, "tokens"),
            taken,
        ),
        element("td", linked(Sourced(each, own)), class_="number"),
        element("td", _against(method)),
        element("td", _worth(method, known)),
    )


def _bar(share: float, kind: str) -> Html:
    return element(
        "span", element("span", class_=kind, style=f"width:{100 * share:.1f}%"), class_="bar", aria_hidden="true"
    )


def _against(method: MethodSummary) -> str:
    if method.baseline is None:
        return "is the baseline" if method.method in ("direct", "react") else "–"
    multiple = f", for {times(method.multiple)} the tokens" if method.multiple else ""
    lasting = f"; significant for {plural(method.survives, 'model')}" if method.survives else ""
    paired = f"{method.gained} gained, {method.lost} lost" if method.compared else "not tested"
    return f"{paired} against {method.baseline}{multiple}{lasting}"


def _worth(method: MethodSummary, known: Mapping[str, MethodSummary]) -> Html:
    if not method.successes:
        return joined("No: it solves nothing")
    if method.beaten_by is None and method.unsure:
        return joined(f"Cannot be told from {plural(method.pairs, 'task')}: a cheaper method solves almost as much")
    if method.beaten_by is None:
        return element("strong", "Yes: nothing solves more for fewer tokens")
    better = known[method.beaten_by]
    share = percent(better.tokens, method.tokens)
    cost = "for as many tokens" if share == "100%" else f"with {share} of its tokens"
    verdict = f"Cannot be told from {plural(method.pairs, 'task')}" if method.unsure else "No"
    return joined(f"{verdict}: {better.method} solves {percent(better.rate)} {cost}")


def failures(pool: Pool, broken: Mapping[EpisodeId, str]) -> Html:
    """Return how the episodes of each method end, and which requirements break most."""
    return joined(_outcomes(pool.source, outcome_counts(pool)), _rules(pool.source, broken_rules(pool, broken)))


def _outcomes(source: Filter, groups: Sequence[OutcomeCounts]) -> Html:
    shown = [outcome for outcome in (groups[0].counts if groups else ()) if any(g.counts[outcome] for g in groups)]
    head = element(
        "tr",
        element("th", "Method", scope="col"),
        element("th", "Share of episodes on solvable tasks", scope="col", class_="wide"),
        *(element("th", _swatch(outcome), OUTCOME_WORDS[outcome], scope="col", class_="number") for outcome in shown),
    )
    rows: list[Html] = []
    for regime in ("offline", "online"):
        mine = [group for group in groups if group.regime == regime]
        rows += [_group_row(REGIMES[regime], len(shown) + 2)] if mine else []
        rows += [_outcome_row(source, group, shown) for group in mine]
    return _scrolling("How episodes on solvable tasks end", head, rows)


def _outcome_row(source: Filter, group: OutcomeCounts, shown: Sequence[Outcome]) -> Html:
    pieces = [
        element("span", class_=f"o-{outcome}", style=f"width:{100 * group.counts[outcome] / group.total:.2f}%")
        for outcome in shown
        if group.counts[outcome]
    ]
    own = {**source, "solvable": True, "method": group.method}
    cells = [
        element(
            "td",
            linked(Sourced(percent(group.counts[outcome], group.total), {**own, "outcome": outcome})),
            class_="number",
        )
        if group.counts[outcome]
        else element("td", "–", class_="number none")
        for outcome in shown
    ]
    bar = element("span", *pieces, class_="stack", aria_hidden="true")
    return element("tr", element("th", group.method, scope="row"), element("td", bar), *cells)


def _swatch(outcome: Outcome) -> Html:
    return element("span", class_=f"swatch o-{outcome}", aria_hidden="true")


def _rules(source: Filter, rules: Sequence[BrokenRule]) -> Html:
    if not rules:
        return element("p", "No episode broke a requirement.")
    total = sum(rule.episodes for rule in rules)
    head = element("tr", *(element("th", text, scope="col") for text in RULE_COLUMNS))
    rows = [
        element(
            "tr",
            element("th", f"{rule.action} ({rule.domain})", scope="row"),
            element("td", rule.rule),
            element("td", _broken(source, rule, total), class_="number"),
            element("td", element("a", "see one", href=link(rule.example), aria_label=_example_label(rule))),
        )
        for rule in rules[:RULES_SHOWN]
    ]
    rest = len(rules) - RULES_SHOWN
    more = (
        [element("p", f"{plural(rest, 'further requirement')} broken less often.", class_="hint")] if rest > 0 else []
    )
    title = element("h3", "The requirements that are broken most")
    reading = element(
        "p",
        f"{plural(total, 'episode')} failed at a step whose requirements were not met. The first requirement that "
        "was broken, in the words the models were given:",
    )
    return joined(title, reading, _scrolling("The requirements that are broken most", head, rows), *more)


RULE_COLUMNS = ("Action", "Requirement that was not met", "Episodes", "Example")


def _broken(source: Filter, rule: BrokenRule, total: float) -> Html:
    """Return how many episodes broke a requirement first, and their share."""
    own = {**source, "domain": rule.domain, "action": rule.action, "requirement": rule.rule}
    return linked(Sourced(count(rule.episodes), own), f" ({percent(rule.episodes, total)})")


def _example_label(rule: BrokenRule) -> str:
    return f"An episode that broke this requirement of {rule.action}"


def link(episode: EpisodeId) -> str:
    """Return the link that opens an episode in the viewer."""
    *names, repeat = episode
    return "#" + "/".join([*map(str, names), *([str(repeat)] if repeat else [])])


def controls(frame: pd.DataFrame) -> Html | None:
    """Return what the scripted controls do, each over all methods; None if there are none."""
    found = [c for c in configurations(frame) if c.reference]
    if not found:
        return None
    header = ("Control", "Solved", "Executable", "Unsolvable tasks recognised")
    rows = []
    for model in dict.fromkeys(c.model for c in found):
        own = [c for c in found if c.model == model]
        solvable, unsolvable = sum(c.solvable for c in own), sum(c.unsolvable for c in own)
        plans, others = ({"scored": True, "model": model, "solvable": kind} for kind in (True, False))
        cells = (
            _of(sum(c.successes for c in own), solvable, {**plans, "success": True}, plans),
            _of(sum(c.executable for c in own), solvable, {**plans, "executable": True}, plans),
            _of(sum(c.detections for c in own), unsolvable, {**others, "detection": True}, others),
        )
        rows.append(
            element("tr", element("th", model, scope="row"), *(element("td", cell, class_="number") for cell in cells))
        )
    head = element("tr", *(element("th", text, scope="col") for text in header))
    return _scrolling(f"Controls; each is a {CONTROL}", head, rows)


def _of(part: float, whole: float, hits: Filter, episodes: Filter) -> Html:
    """Return a share with its counts, each of which leads to its episodes; a dash of nothing."""
    if not whole:
        return joined("–")
    share = Sourced(percent(part, whole), episodes)
    return linked(share, " (", Sourced(count(part), hits), " of ", Sourced(count(whole), episodes), ")")


def _group_row(title: str, columns: int) -> Html:
    return element("tr", element("th", title, colspan=str(columns), scope="rowgroup"), class_="group")


def _scrolling(caption: str, head: Html, rows: Sequence[Html]) -> Html:
    table = element(
        "table", element("caption", caption), element("thead", head), element("tbody", *rows), class_="data summary"
    )
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label=caption)
