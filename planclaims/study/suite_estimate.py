"""What a suite would cost: its questions and environments put to invented models, as the first study's estimate does.

The items of a group are much alike, so two of them stand for all: the one of median length for what is likely, the
longest for the most that is possible. How long answers and observations are is learned from the suite's own controls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, cycle, repeat

from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.episodes.record import EpisodeRecord, Regime
from planclaims.episodes.stage import RecordingStage
from planclaims.seam import (
    MALFORMED,
    Answer,
    CallKind,
    Ending,
    Environment,
    LimitEnding,
    Observation,
    Tool,
    ToolCall,
    Turn,
)
from planclaims.study.estimate import PAID, Estimate, Estimates, Line, cost_of, unpriced_of
from planclaims.study.rehearsal import LIKELY, LONGEST, Conduct, InventedModel, Usage, acted, answered
from planclaims.suites.chunk import Chunk
from planclaims.suites.contract import Asks, Enters, Item, Suite
from planclaims.suites.study import SuiteStudy

METHODS: Mapping[Regime, Player] = {
    Regime.OFFLINE: Player("control", {"kind": "reference"}, "direct", {"regime": "offline"}),
    Regime.ONLINE: Player("control", {"kind": "reference"}, "react", {"regime": "online"}),
}
"""With which methods the controls play, to show how long answers and episodes are."""
FEWEST_TOKENS = 40
"""Of a likely answer: models say more than the bare form asks for."""


def suite_estimate(study: SuiteStudy) -> Estimates:
    """Return the estimates of all models of the suite that a provider is paid for."""
    models = study.config["models"]
    rehearsals = Rehearsals(study)
    lines = []
    for model in study.models:
        for method in study.entry["methods"] if models[model]["kind"] == PAID else ():
            lines.append(_line(study, model, method, rehearsals))
    return Estimates(tuple(lines), 0, unpriced_of(study.config, lines))


def _line(study: SuiteStudy, model: str, method: str, rehearsals: Rehearsals) -> Line:
    episodes, likely, most = 0, Usage(), Usage()
    for key in study.chunks():
        if (key.model, key.method) != (model, method):
            continue
        items = study.chosen(model, key.method, key.group)
        if items:
            one, greatest = rehearsals.of(method, key.condition, items)
            episodes += len(items)
            likely += one.times(len(items))
            most += greatest.times(len(items))
    return Line(
        model, method, Estimate(episodes, cost_of(study.config, model, likely), cost_of(study.config, model, most))
    )


class Rehearsals:
    """The likely and the greatest usage of an episode by method, condition and items; each is worked out once."""

    def __init__(self, study: SuiteStudy) -> None:
        self.study = study
        self._known: dict[tuple[str, str, str, int], tuple[Usage, Usage]] = {}
        self._shown: dict[tuple[Regime, str, str], ShownItem] = {}

    def of(self, method: str, condition: str, items: Sequence[Item]) -> tuple[Usage, Usage]:
        """Return what an episode on the items is likely to use, and what it can use at most."""
        key = (method, condition, items[0].group, len(items))
        if key not in self._known:
            self._known[key] = self._rehearsed(method, condition, items)
        return self._known[key]

    def _rehearsed(self, method: str, condition: str, items: Sequence[Item]) -> tuple[Usage, Usage]:
        settings = self.study.config["methods"][method]
        regime = Regime(settings["regime"])
        by_length = sorted((self._item(regime, condition, item) for item in items), key=lambda shown: shown.length)
        likely = by_length[len(by_length) // 2].usage(method, settings, Conduct.LIKELY)
        most = likely
        for conduct in LONGEST if regime is Regime.ONLINE else LONGEST[:1]:
            most |= by_length[-1].usage(method, settings, conduct)
        return likely, most

    def _item(self, regime: Regime, condition: str, item: Item) -> ShownItem:
        key = (regime, condition, item.key)
        if key not in self._shown:
            self._shown[key] = ShownItem(self.study.suite, item, condition, regime, int(self.study.config["seed"]))
        return self._shown[key]


@dataclass(frozen=True)
class ShownItem:
    """An item as a method of one regime meets it."""

    suite: Suite
    item: Item
    condition: str
    regime: Regime
    seed: int

    @cached_property
    def length(self) -> tuple[int, int]:
        """Return by what items are ordered: the budget of calls, then the letters of the wording."""
        if self.regime is Regime.OFFLINE:
            assert isinstance(self.suite, Asks)
            return 0, sum(map(len, self.suite.ask(self.item, self.condition).wording.values()))
        assert isinstance(self.suite, Enters)
        budget = self.suite.budget(self.item, self.condition)
        return budget, sum(map(len, self.suite.enter(self.item, self.condition).wording.values()))

    @cached_property
    def records(self) -> Sequence[EpisodeRecord]:
        """Return what the controls make of it, the shortest record first."""
        played = []
        for control in self.suite.controls.values():
            chunk = Chunk(self.suite, METHODS[self.regime], self.condition, [self.item], self.seed)
            setup = EpisodeSetup(chunk.opened(self.item), chunk.player)
            played.append(play(setup, control.model(self.item, self.condition, self.seed)))
        return sorted(played, key=lambda record: (len(record.turns or ()), len(record.output or "")))

    def usage(self, method: str, settings: Mapping[str, object], conduct: Conduct) -> Usage:
        """Return what the method uses on it with an invented model."""
        middle = self.records[len(self.records) // 2] if self.records else None
        answer_tokens = max(FEWEST_TOKENS, round(len(middle.output or "") / LIKELY) if middle else 0)
        if self.regime is Regime.OFFLINE:
            assert isinstance(self.suite, Asks)
            question = Unread(self.suite.ask(self.item, self.condition).wording)
            return answered(method, settings, question, conduct, answer_tokens)
        assert isinstance(self.suite, Enters)
        environment = self.suite.enter(self.item, self.condition)
        taken = [turn for turn in (middle.turns or () if middle else ()) if turn.kind is not CallKind.ILL_FORMED]
        told = [turn.observation for turn in taken]
        longest = max((turn.observation for record in self.records for turn in record.turns or ()), key=len, default="")
        likely = conduct is Conduct.LIKELY
        world = Retold(environment, told or [longest]) if likely else Retold(environment, [longest], endless=True)
        calls = [ToolCall(turn.tool or "", turn.arguments) for turn in taken]
        stage = RecordingStage(world, self.suite.budget(self.item, self.condition))
        return acted(method, settings, stage, _turns(conduct, calls, environment.tools), InventedModel(conduct, 0))


@dataclass(frozen=True)
class Unread:
    """A question whose answers are filler, and are read as nothing."""

    wording: Mapping[str, str]

    def read(self, text: str) -> Answer:
        """Return that filler says nothing."""
        return Answer(MALFORMED)


class Retold:
    """An environment that tells what was told before, and ends with the last of it, unless it is endless."""

    def __init__(self, environment: Environment, told: Sequence[str], *, endless: bool = False) -> None:
        self.wording: Mapping[str, str] = environment.wording
        self.tools: Sequence[Tool] = environment.tools
        self.ending: Ending | None = None
        self._told = cycle(told) if endless else iter(told)
        self._left = None if endless else len(told)

    def call(self, call: ToolCall) -> Observation:
        """Return what comes next, whatever the call."""
        if self._left is not None:
            self._left -= 1
            self.ending = LimitEnding.TIMEOUT if self._left <= 0 else None
        return Observation(next(self._told), CallKind.EPISTEMIC)


def _turns(conduct: Conduct, calls: Sequence[ToolCall], tools: Sequence[Tool]) -> Iterator[Turn]:
    """Yield the turns of an agent: those of the control, or one for ever that makes an episode long."""
    reviewed = next((tool for tool in tools if tool.reviewed), None)
    plain = next((tool for tool in tools if not tool.reviewed), reviewed)
    if conduct is Conduct.LIKELY:
        return chain((Turn("", call) for call in calls), repeat(Turn("", _filled(plain))))
    forever = {Conduct.LOOKING: plain, Conduct.PROPOSING: reviewed, Conduct.ERRING: None}[conduct]
    return repeat(Turn("", _filled(forever), "x" * 100))


def _filled(tool: Tool | None) -> ToolCall | None:
    return None if tool is None else ToolCall(tool.name, dict.fromkeys(tool.arguments, ""))
