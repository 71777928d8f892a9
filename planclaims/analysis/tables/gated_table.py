"""Fatal against refused against explained: how much of online failure is the lack of a gate, how much of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, counted, number, p_value, signed, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.gates import Gated, GateTest, agents, gate_tests
from planclaims.analysis.statistics.pools import REPEATED, WEIGHT

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("model", "architecture", "method", "inapplicable acts", "tasks", "success %", "violations per episode"),
    *("success after a violation", "against", "gained", "lost", "difference", "p", "p Holm"),
    *("failures that disappear", "of those by violation"),
)
CONTROL = " (control)"


def gated_table(frame: pd.DataFrame) -> Sheet:
    """Return a row for each rule of each agent, and for each rule against every stricter one."""
    found, tests = agents(frame), gate_tests(frame)
    rows = []
    for agent in found:
        own = [test for test in tests if test.other is agent or _same(test.other, agent)]
        rows += [(*_agent(agent), *_against(test)) for test in own] or [(*_agent(agent), *[DASH] * 8)]
    return Sheet("Where an inapplicable act is not the end", HEADER, tuple(rows), tuple(_notes(found)))


def _same(one: Gated, other: Gated) -> bool:
    return (one.model, one.method) == (other.model, other.method)


def _agent(agent: Gated) -> tuple[str, ...]:
    return (
        agent.model + CONTROL * agent.reference,
        *(agent.variant, agent.method, agent.rule, tally(len(agent.episodes.drop_duplicates(["domain", "task"])))),
        *(number(agent.success, 1, 100), number(agent.violations, 2), counted(agent.overcome, agent.violated, DASH)),
    )


def _against(test: GateTest) -> tuple[str, ...]:
    return (
        *(test.base.method, tally(test.gained), tally(test.lost), signed(100 * test.difference)),
        p_value(test.p),
        DASH if test.other.reference else p_value(test.p_holm),
        *(counted(test.vanished, test.failures, DASH), counted(test.gate_only, test.by_violation, DASH)),
    )


def _notes(found: list[Gated]) -> Iterator[str]:
    if not found:
        yield "No agent was played under several rules for inapplicable acts (the setting `violations` of a method)."
        return
    yield (
        "Episodes on solvable tasks. Fatal: an act whose requirements are not met ends the episode. Refused: nothing "
        "changes, the call is spent, and the agent is told only that. Explained: it is told which requirements were "
        "not met. Success after a violation: of the episodes with at least one such act, those that succeed."
    )
    yield (
        "Against: the same model and architecture under the stricter rule, paired by task; difference in percentage "
        "points; p: exact McNemar test, two-sided; Holm: over all tests of the models under test, controls apart."
    )
    yield (
        "Failures that disappear: of the failures under the stricter rule, those on tasks that are solved under the "
        "other. Of those by violation: the same of failures by an inapplicable act; what disappears there was the lack "
        "of a gate, what stays is the lack of a plan."
    )
    if any(agent.reference for agent in found):
        yield "Controls are scripts, no language models."
    if any((agent.episodes[WEIGHT] < 1).any() for agent in found):
        yield REPEATED
