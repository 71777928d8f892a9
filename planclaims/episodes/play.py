"""Playing one episode: a task, a method, a model; the record keeps the whole trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from planclaims.episodes.brief_file import BriefFile, read_brief
from planclaims.episodes.hidden_task import HiddenTask, read_hidden_task
from planclaims.episodes.method import Settings, architecture_of, regime_of, strategy_of
from planclaims.episodes.record import (
    FORMAT,
    EpisodeRecord,
    RecordedFacts,
    Regime,
    RunOutcome,
    failed_path,
    write_record,
)
from planclaims.episodes.recording import RecordingModel
from planclaims.episodes.stage import RecordingStage
from planclaims.episodes.task_facts import BudgetRule, TaskFacts, check_facts, read_facts
from planclaims.errors import InfrastructureError
from planclaims.interfaces import Answer, Model
from planclaims.models.oracle import Oracle
from planclaims.models.spending import Ledger
from planclaims.models.store import ReplyStore
from planclaims.suites.hiddenpddl.environment import TaskEnvironment
from planclaims.suites.hiddenpddl.question import BriefedTask


@dataclass(frozen=True)
class EpisodeSetup:
    """Everything that makes up an episode, except the model that answers."""

    hidden: HiddenTask
    briefs: BriefFile
    facts: TaskFacts
    budget: int
    model: str
    model_settings: Settings
    method: str
    method_settings: Settings
    repeat: int = 0

    @property
    def regime(self) -> Regime:
        """Return the regime of the method."""
        return regime_of(self.method, self.method_settings)


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


def play_episode(
    *,
    domain_file: Path,
    problem_file: Path,
    phrases_file: Path | None,
    facts_file: Path,
    brief_file: Path,
    output: Path,
    model: str,
    model_settings: Settings,
    method: str,
    method_settings: Settings,
    budget: Mapping[str, int],
    seed: int,
    replies: Path | None,
    repeat: int = 0,
    ledger: Ledger | None = None,
) -> EpisodeRecord:
    """Return the record of the episode, which is also written to the output file.

    If the model cannot be asked or the run's budget is spent, what was reached goes to a side file ending in
    `.failed.json`, the output file stays absent and the error goes on: the episode is unscored, to be played again.
    """
    from planclaims.models.build import build_model

    hidden = read_hidden_task(domain_file, problem_file, phrases_file)
    facts = read_facts(facts_file)
    check_facts(hidden.task, facts, facts_file)
    calls = BudgetRule(**budget).calls(facts.optimal_length)
    setup = EpisodeSetup(
        hidden, read_brief(brief_file), facts, calls, model, model_settings, method, method_settings, repeat
    )
    oracle = Oracle(hidden.task, facts.steps(), facts.solvable, seed, calls)
    store = None if replies is None else ReplyStore(replies)

    def open_model() -> Model:
        if setup.briefs.failure is not None:
            raise InfrastructureError(f"no briefs: {setup.briefs.failure}")
        return build_model(model, model_settings, oracle=oracle, store=store, repeat=repeat, ledger=ledger)

    return play_to_file(setup, open_model, output)


def play_to_file(setup: EpisodeSetup, open_model: Callable[[], Model], output: Path) -> EpisodeRecord:
    """Return the record of playing the setup with the model, written to the output or, broken off, beside it."""
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
    hidden, briefs = setup.hidden, setup.briefs
    if setup.regime is Regime.OFFLINE:
        question = BriefedTask(briefs.domain_brief, briefs.instance_brief, hidden)
        progress.output = strategy_of(setup.method, setup.method_settings).answer(question, model)
        progress.parsed = question.read(progress.output)
        return
    architecture = architecture_of(setup.method, setup.method_settings)
    environment = TaskEnvironment(hidden.task, hidden.phrases)
    progress.stage = RecordingStage(environment, setup.budget, model.last_proposal)
    architecture.act(progress.stage, model)


def _record(setup: EpisodeSetup, progress: _Progress, failure: str | None) -> EpisodeRecord:
    online = setup.regime is Regime.ONLINE
    turns = tuple(progress.stage.turns) if progress.stage else ()
    return EpisodeRecord(
        format=FORMAT,
        model=setup.model,
        method=setup.method,
        regime=setup.regime,
        domain=setup.facts.domain,
        task=setup.facts.task,
        repeat=setup.repeat,
        model_settings=dict(setup.model_settings),
        model_identity=progress.identity,
        method_settings=dict(setup.method_settings),
        reference=setup.model_settings.get("kind") == "reference",
        task_facts=RecordedFacts(setup.facts.solvable, setup.facts.optimal_length, setup.budget),
        outcome=RunOutcome.FINISHED if failure is None else RunOutcome.INFRASTRUCTURE_FAILURE,
        failure=failure,
        messages=tuple(progress.model.messages) if progress.model else (),
        calls=tuple(progress.model.calls) if progress.model else (),
        output=progress.output,
        parsed=progress.parsed,
        turns=turns if online else None,
        ending=progress.ending,
    )
