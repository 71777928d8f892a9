"""Playing one episode of any suite: an item, a method, a model; the record keeps the whole trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from planclaims.episodes.method import Settings, architecture_of, regime_of, strategy_of
from planclaims.episodes.record import (
    FORMAT,
    EpisodeRecord,
    Regime,
    RunOutcome,
    failed_path,
    write_record,
)
from planclaims.episodes.recording import RecordingModel
from planclaims.episodes.stage import RecordingStage
from planclaims.errors import InfrastructureError
from planclaims.models.settings import shaping
from planclaims.seam import Answer, Environment, Model, Question


@dataclass(frozen=True)
class Player:
    """Who plays: a model with a method, by their names and settings, for the so-manieth time."""

    model: str
    model_settings: Settings
    method: str
    method_settings: Settings
    repeat: int = 0

    @property
    def regime(self) -> Regime:
        """Return the regime of the method."""
        return regime_of(self.method, self.method_settings)


@dataclass(frozen=True)
class Opened:
    """What is played: an item that its suite opens as a question or as an environment, with a budget of calls.

    `facts` is what the suite knows of the item now, to be kept in the record.
    """

    group: str
    name: str
    facts: Mapping[str, object]
    budget: int
    ask: Callable[[], Question] | None = None
    enter: Callable[[], Environment] | None = None
    suite: str = "hiddenpddl"
    suite_version: int = 1
    condition: str = ""
    item_hash: str = ""


@dataclass(frozen=True)
class EpisodeSetup:
    """Everything that makes up an episode, except the model that answers."""

    opened: Opened
    player: Player


@dataclass
class _Progress:
    """What an episode has reached so far."""

    model: RecordingModel | None = None
    identity: Settings = field(default_factory=dict)
    output: str | None = None
    parsed: Answer | None = None
    stage: RecordingStage | None = None

    @property
    def ending(self) -> str | None:
        return self.stage.ending.value if self.stage and self.stage.ending else None


def play(setup: EpisodeSetup, model: Model) -> EpisodeRecord:
    """Return the record of the model's playing the setup; InfrastructureError if it cannot be asked."""
    recording = RecordingModel(model)
    progress = _Progress(recording, dict(getattr(model, "identity", {})))
    _play(setup, recording, progress)
    return _record(setup, progress, None)


def play_to_file(setup: EpisodeSetup, open_model: Callable[[], Model], output: Path) -> EpisodeRecord:
    """Return the record of playing the setup with the model, written to the output or, broken off, beside it.

    If the model cannot be asked or the run's budget is spent, what was reached goes to a side file ending in
    `.failed.json`, the output file stays absent and the error goes on: the episode is unscored, to be played again.
    """
    progress = _Progress()
    try:
        with _opened(open_model) as model:
            progress.identity = dict(getattr(model, "identity", {}))
            progress.model = RecordingModel(model)
            _play(setup, progress.model, progress)
    except InfrastructureError as failure:
        write_record(failed_path(output), _record(setup, progress, str(failure)))
        raise
    record = _record(setup, progress, None)
    write_record(output, record)
    failed_path(output).unlink(missing_ok=True)
    return record


@contextmanager
def _opened(open_model: Callable[[], Model]) -> Iterator[Model]:
    """Open a model for one episode and close it after; a scripted or remote model holds nothing to be closed."""
    model = open_model()
    try:
        yield model
    finally:
        close = getattr(model, "close", None)
        if close is not None:
            close()


def _play(setup: EpisodeSetup, model: RecordingModel, progress: _Progress) -> None:
    opened, player = setup.opened, setup.player
    if player.regime is Regime.OFFLINE:
        assert opened.ask is not None
        question = opened.ask()
        progress.output = strategy_of(player.method, player.method_settings).answer(question, model)
        progress.parsed = question.read(progress.output)
        return
    assert opened.enter is not None
    progress.stage = RecordingStage(opened.enter(), opened.budget, model.last_proposal)
    architecture_of(player.method, player.method_settings).act(progress.stage, model)


def _record(setup: EpisodeSetup, progress: _Progress, failure: str | None) -> EpisodeRecord:
    opened, player = setup.opened, setup.player
    return EpisodeRecord(
        format=FORMAT,
        model=player.model,
        method=player.method,
        regime=player.regime,
        domain=opened.group,
        task=opened.name,
        repeat=player.repeat,
        model_settings=shaping(player.model_settings),
        model_identity=progress.identity,
        method_settings=dict(player.method_settings),
        reference=player.model_settings.get("kind") == "reference",
        task_facts=opened.facts,
        outcome=RunOutcome.FINISHED if failure is None else RunOutcome.INFRASTRUCTURE_FAILURE,
        failure=failure,
        messages=tuple(progress.model.messages) if progress.model else (),
        calls=tuple(progress.model.calls) if progress.model else (),
        output=progress.output,
        parsed=progress.parsed,
        turns=(tuple(progress.stage.turns) if progress.stage else ()) if player.regime is Regime.ONLINE else None,
        ending=progress.ending,
        suite=opened.suite,
        suite_version=opened.suite_version,
        condition=opened.condition,
        item_hash=opened.item_hash,
    )
