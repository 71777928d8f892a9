"""One job of a suite: the items of a group, played one after the other; each record and each reply is kept at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planclaims.episodes.play import EpisodeSetup, Opened, Player, play_to_file
from planclaims.episodes.record import EpisodeRecord, failed_path, load_record
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import ConfigError, InfrastructureError, InputError
from planclaims.models.money.spending import Ledger
from planclaims.models.replies.store import ReplyStore
from planclaims.models.settings import shaping
from planclaims.seam import Model
from planclaims.storage import storing, write_whole
from planclaims.suites.contract import Asks, Enters, Item, Suite
from planclaims.suites.intact import forget_changed, note_records

CODE = ".code"
"""The file beside the records that names the code they were played with."""


@dataclass(frozen=True)
class Chunk:
    """A player, a condition, and the items of one group."""

    suite: Suite
    player: Player
    condition: str
    items: Sequence[Item]
    seed: int
    code: str = ""
    """A hash of the code that plays; records of other code are played again."""

    def opened(self, item: Item) -> Opened:
        """Return the item as the suite opens it."""
        suite, condition = self.suite, self.condition
        budget = suite.budget(item, condition) if isinstance(suite, Enters) else 0
        return Opened(
            group=item.group,
            name=item.name,
            facts={"budget": budget},
            budget=budget,
            ask=(lambda: suite.ask(item, condition)) if isinstance(suite, Asks) else None,
            enter=(lambda: suite.enter(item, condition)) if isinstance(suite, Enters) else None,
            suite=suite.name,
            suite_version=suite.version,
            condition=condition,
            item_hash=item.hash,
        )

    def settled(self, path: Path, item: Item) -> bool:
        """Return whether the file holds the finished record of just this episode, so that it need not be played."""
        try:
            record = load_record(path)
        except InputError:
            return False
        return _identity(record) == _wanted(self, item)


def play_chunk(chunk: Chunk, folder: Path, results: Path, ledger: Ledger | None) -> Mapping[str, str | None]:
    """Return what became of each item by name: None, or why its model could not be asked.

    The records lie in the folder, one file an item. An item whose model could not be asked leaves the broken-off record
    beside it, and the next one is tried all the same, unless nothing more may be spent.
    """
    _forget_other_code(chunk, folder)
    forget_changed(folder)
    store = ReplyStore(results / "replies")
    failures: dict[str, str | None] = {}
    for item in chunk.items:
        path = folder / f"{item.name}.json"
        failures[item.name] = None
        if chunk.settled(path, item):
            continue
        path.unlink(missing_ok=True)
        setup = EpisodeSetup(chunk.opened(item), chunk.player)
        try:
            play_to_file(setup, lambda item=item: open_model(chunk, item, store, ledger), path)  # type: ignore[misc]
        except InfrastructureError as failure:
            failures[item.name] = str(failure).splitlines()[0]
    return failures


def _forget_other_code(chunk: Chunk, folder: Path) -> None:
    """Remove records that other code has played, before anything notes that this code plays; replies are kept."""
    mark = folder / CODE
    if mark.exists() and mark.read_text(encoding="utf-8") == chunk.code:
        return
    with storing(folder):
        for path in folder.glob("*.json"):
            path.unlink()
    write_whole(mark, chunk.code.encode())


def play_chunk_job(chunk: Chunk, output: Path, results: Path, ledger: Ledger | None) -> None:
    """Play a chunk whose list of items is the output; failures are marked, so that the next run tries them again."""
    folder = output.with_suffix("")
    failures = play_chunk(chunk, folder, results, ledger)
    failed = {name: why for name, why in failures.items() if why is not None}
    if failed:
        first, why = next(iter(failed.items()))
        mark_failure(results, output, f"{len(failed)} of {len(failures)} items, {first} first: {why}")
    note_records(folder, failures)
    write_whole(output, (json.dumps(failures, ensure_ascii=False, indent=1) + "\n").encode())


def open_model(chunk: Chunk, item: Item, store: ReplyStore, ledger: Ledger | None) -> Model:
    """Return a fresh model for one item: the suite's own control for a scripted reference."""
    from planclaims.models.build import build_model

    player = chunk.player
    if player.model_settings.get("kind") == "reference":
        script = str(player.model_settings.get("script"))
        if script not in chunk.suite.controls:
            raise ConfigError(
                f"suite {chunk.suite.name} has no control {script!r}", allowed=", ".join(chunk.suite.controls)
            )
        return chunk.suite.controls[script].model(item, chunk.condition, chunk.seed)
    return build_model(player.model, player.model_settings, store=store, repeat=player.repeat, ledger=ledger)


def read_records(chunk: Chunk, folder: Path) -> Mapping[str, EpisodeRecord | None]:
    """Return the record of each item by name, a broken-off one where the model could not be asked, or None."""
    found: dict[str, EpisodeRecord | None] = {}
    for item in chunk.items:
        path = folder / f"{item.name}.json"
        known = next((place for place in (path, failed_path(path)) if place.exists()), None)
        found[item.name] = None if known is None else load_record(known)
    return found


def _identity(record: EpisodeRecord) -> tuple[object, ...]:
    """Return everything that makes a record that of one episode and no other."""
    return (
        (record.suite, record.suite_version, record.item_hash, record.condition),
        (record.model, dict(record.model_settings), record.method, dict(record.method_settings), record.repeat),
        record.outcome.value,
    )


def _wanted(chunk: Chunk, item: Item) -> tuple[object, ...]:
    player = chunk.player
    return (
        (chunk.suite.name, chunk.suite.version, item.hash, chunk.condition),
        (player.model, shaping(player.model_settings), player.method, dict(player.method_settings), player.repeat),
        "finished",
    )
