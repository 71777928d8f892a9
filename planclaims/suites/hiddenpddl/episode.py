"""One episode of the first study: from the files of a task, its facts and its briefs to a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from planclaims.episodes.job import record_or_mark
from planclaims.episodes.play import EpisodeSetup, Opened, Player, play, play_to_file
from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import InfrastructureError
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.models.money.spending import Ledger
from planclaims.models.replies.store import ReplyStore
from planclaims.seam import Model
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile, read_brief
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import scripted
from planclaims.suites.hiddenpddl.controls.respondent import respondent
from planclaims.suites.hiddenpddl.environment import TaskEnvironment
from planclaims.suites.hiddenpddl.question import BriefedTask
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, TaskFacts, check_facts, read_facts
from planclaims.suites.hiddenpddl.violations import Violations, violations_of


@dataclass(frozen=True)
class TaskFiles:
    """Where everything about a task lies; a domain may have no phrases."""

    domain: Path
    problem: Path
    phrases: Path | None
    facts: Path
    brief: Path


def open_task(
    hidden: HiddenTask, briefs: BriefFile, facts: TaskFacts, budget: int, violations: Violations = Violations.FATAL
) -> Opened:
    """Return the task as it is played: as a question from its briefs, or as an environment."""
    return Opened(
        group=facts.domain,
        name=facts.task,
        facts={"solvable": facts.solvable, "optimal_length": facts.optimal_length, "budget": budget},
        budget=budget,
        ask=lambda: BriefedTask(briefs.domain_brief, briefs.instance_brief, hidden),
        enter=lambda: TaskEnvironment(hidden.task, hidden.phrases, violations),
    )


def play_episode(
    files: TaskFiles,
    player: Player,
    output: Path,
    *,
    budget: Mapping[str, int],
    seed: int,
    replies: Path | None,
    ledger: Ledger | None = None,
) -> EpisodeRecord:
    """Return the record of the episode, which is also written to the output file (see `play_to_file`)."""
    hidden = read_hidden_task(files.domain, files.problem, files.phrases)
    facts, briefs = read_facts(files.facts), read_brief(files.brief)
    check_facts(hidden.task, facts, files.facts)
    calls = BudgetRule(**budget).calls(facts.optimal_length)
    oracle = Oracle(hidden.task, facts.steps(), facts.solvable, seed, calls)
    store = None if replies is None else ReplyStore(replies)

    def open_model() -> Model:
        if briefs.failure is not None:
            raise InfrastructureError(f"no briefs: {briefs.failure}")
        if player.model_settings.get("kind") == "reference":
            return scripted(player.model, player.model_settings, oracle)
        if player.model_settings.get("kind") == "simulated":
            return respondent(player.model, player.model_settings, oracle, player.method, player.repeat)
        from planclaims.models.build import build_model

        return build_model(player.model, player.model_settings, store=store, repeat=player.repeat, ledger=ledger)

    opened = open_task(hidden, briefs, facts, calls, violations_of(player.method_settings))
    return play_to_file(EpisodeSetup(opened, player), open_model, output)


def all_stored(files: TaskFiles, player: Player, *, budget: Mapping[str, int], replies: Path) -> bool:
    """Return whether the episode of a provider's model could be played from stored replies alone.

    Without the facts or the briefs of its task nobody can tell, so it could not.
    """
    from planclaims.models.provider.client import LiteLLMModel
    from planclaims.models.provider.entry import ClientSettings
    from planclaims.models.replies.only_stored import NotStored, OnlyStored

    if not (replies.is_dir() and files.facts.exists() and files.brief.exists()):
        return False
    own = {key: value for key, value in player.model_settings.items() if key not in ("kind", "tasks")}
    reached = ClientSettings.from_settings(own)
    client = LiteLLMModel(reached, repeat=player.repeat)
    identity = {**reached.identity, "repeat": player.repeat}
    model = OnlyStored(client, ReplyStore(replies), identity, reached.shape.decoding)
    hidden = read_hidden_task(files.domain, files.problem, files.phrases)
    facts, briefs = read_facts(files.facts), read_brief(files.brief)
    calls = BudgetRule(**budget).calls(facts.optimal_length)
    opened = open_task(hidden, briefs, facts, calls, violations_of(player.method_settings))
    try:
        play(EpisodeSetup(opened, player), model)
    except NotStored:
        return False
    return briefs.failure is None


def play_job(
    results: Path,
    output: Path,
    log: Path,
    *,
    files: TaskFiles,
    player: Player,
    budget: dict[str, int],
    seed: int,
    ledger: Ledger,
) -> None:
    """Play an episode and write its record."""
    with record_or_mark(results, output, log):
        play_episode(files, player, output, budget=budget, seed=seed, replies=results / "replies", ledger=ledger)
