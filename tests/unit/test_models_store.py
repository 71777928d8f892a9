"""The reply store: nothing is asked twice, nothing broken is used, nothing distinct is mixed up."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from planclaims.episodes.recording import RecordingModel
from planclaims.errors import InfrastructureError, StorageError
from planclaims.models.replies.store import ReplyStore, request_key
from planclaims.models.replies.stored_model import Claims, StoredModel
from planclaims.seam import Message, Purpose, Reply, Request

ASK = Request((Message("system", "Be brief."), Message("user", "Grüße, 計画?")), Purpose.PLAN)
IDENTITY = {"kind": "litellm", "model": "openai/x", "repeat": 0}


class Counting:
    """A model that numbers its replies."""

    def __init__(self) -> None:
        self.asked = 0

    def reply(self, request: Request) -> Reply:
        self.asked += 1
        return Reply(f"reply {self.asked}", "stop", 11, 7, 0.25, 1.5)


def stored(folder: Path, asker: Counting, /, **identity: object) -> StoredModel:
    return StoredModel(asker, ReplyStore(folder), {**IDENTITY, **identity})


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_hit_in_a_later_episode_returns_the_same_reply_and_says_it_was_stored(tmp_path: Path) -> None:
    model = Counting()
    first = stored(tmp_path, model).reply(ASK)
    second = stored(tmp_path, model).reply(ASK)
    assert model.asked == 1
    assert not first.stored
    assert second == replace(first, stored=True)
    assert (second.input_tokens, second.output_tokens, second.cost_usd, second.seconds) == (11, 7, 0.25, 1.5)


def test_a_request_repeated_within_an_episode_gets_replies_of_its_own_and_replays_in_order(tmp_path: Path) -> None:
    model = Counting()
    sampled = replace(ASK, temperature=0.7)
    for _ in range(2):
        episode = RecordingModel(stored(tmp_path, model))
        assert [episode.reply(sampled).text for _ in range(3)] == ["reply 1", "reply 2", "reply 3"]
    assert model.asked == 3


@pytest.mark.parametrize(
    "other",
    [
        replace(ASK, temperature=0.7),
        replace(ASK, max_tokens=17),
        replace(ASK, messages=ASK.messages[1:]),
        replace(ASK, messages=tuple(reversed(ASK.messages))),
        replace(ASK, messages=(Message("user", "Be brief."), ASK.messages[1])),
    ],
)
def test_anything_that_shapes_the_reply_is_part_of_the_key(tmp_path: Path, other: Request) -> None:
    model = Counting()
    episode = stored(tmp_path, model)
    episode.reply(ASK)
    assert episode.reply(other).text == "reply 2"


def test_purpose_alone_does_not_shape_a_reply_but_identity_does(tmp_path: Path) -> None:
    model = Counting()
    stored(tmp_path, model).reply(ASK)
    assert stored(tmp_path, model).reply(replace(ASK, purpose=Purpose.REASON)).stored
    assert not stored(tmp_path, model, repeat=1).reply(ASK).stored
    assert not stored(tmp_path, model, model="openai/y").reply(ASK).stored


def test_decoding_of_the_model_is_part_of_the_key(tmp_path: Path) -> None:
    model = Counting()
    capped = StoredModel(model, ReplyStore(tmp_path), IDENTITY, lambda _: {"max_tokens": 64})
    stored(tmp_path, model).reply(ASK)
    assert not capped.reply(ASK).stored


def test_reply_is_on_disk_before_it_is_used_and_a_failed_ask_leaves_nothing(tmp_path: Path) -> None:
    class Broken(Counting):
        def reply(self, request: Request) -> Reply:
            raise RuntimeError("down")

    with pytest.raises(RuntimeError):
        stored(tmp_path, Broken()).reply(ASK)
    assert files(tmp_path) == []
    episode = stored(tmp_path, Counting())
    episode.reply(ASK)
    (path,) = files(tmp_path)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert path.parent.name == path.stem[:2]
    assert document["key"] == path.stem == request_key(document["asked"])
    assert document["reply"]["text"] == "reply 1"


def test_failed_ask_is_not_counted_as_an_occurrence(tmp_path: Path) -> None:
    class Flaky(Counting):
        def reply(self, request: Request) -> Reply:
            reply = super().reply(request)
            if self.asked == 1:
                raise RuntimeError("down")
            return reply

    episode = RecordingModel(stored(tmp_path, Flaky()))
    with pytest.raises(RuntimeError):
        episode.reply(ASK)
    episode.reply(ASK)
    assert stored(tmp_path, Counting()).reply(ASK).stored


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"format": 1}',
        b'{"format": 99, "key": "x", "reply": {}}',
        b'{"format": 1, "key": "KEY", "reply": {"text": 5, "finish_reason": "stop", "input_tokens": 1,'
        b' "output_tokens": 1, "cost_usd": 0.0, "seconds": 0.0}}',
    ],
)
def test_broken_file_is_a_miss_and_is_replaced(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    model = Counting()
    stored(tmp_path, model).reply(ASK)
    (path,) = files(tmp_path)
    path.write_bytes(content.replace(b"KEY", path.stem.encode()))
    assert stored(tmp_path, model).reply(ASK).text == "reply 2"
    assert str(path) in caplog.text
    assert stored(tmp_path, model).reply(ASK) == Reply("reply 2", "stop", 11, 7, 0.25, 1.5, stored=True)


def test_truncation_at_every_byte_is_a_miss(tmp_path: Path) -> None:
    stored(tmp_path, Counting()).reply(ASK)
    (path,) = files(tmp_path)
    whole = path.read_bytes()
    store = ReplyStore(tmp_path)
    for length in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        assert store.get(path.stem) is None


def test_threads_that_ask_the_same_leave_one_valid_file(tmp_path: Path) -> None:
    store, asked = ReplyStore(tmp_path), {"model": "x"}
    key = request_key(asked)
    wrong: list[object] = []

    def work(number: int) -> None:
        for _ in range(20):
            store.put(key, asked, Reply("x" * 5000 * number, "stop", number, number))
            got = store.get(key)
            if got is None or len(got.text) != 5000 * got.input_tokens:
                wrong.append(got)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(1, 6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []
    assert len(files(tmp_path)) == 1


def test_text_that_is_no_valid_unicode_survives(tmp_path: Path) -> None:
    store, asked = ReplyStore(tmp_path), {"model": "x"}
    reply = Reply("half a pair \ud800, a zero \x00, a line\r\n", "stop", 1, 1)
    store.put(request_key(asked), asked, reply)
    assert store.get(request_key(asked)) == reply


def test_a_miss_is_explained(tmp_path: Path) -> None:
    episode = stored(tmp_path, Counting())
    assert episode.explain_miss(ASK) == "the store is empty"
    episode.reply(ASK)
    assert "occurrence" in episode.explain_miss(replace(ASK, occurrence=1))
    fresh = stored(tmp_path, Counting())
    assert fresh.explain_miss(ASK) == "the reply is stored"
    changed = replace(ASK, temperature=0.7, messages=(ASK.messages[0], Message("user", "other")))
    assert fresh.explain_miss(changed).endswith("decoding.temperature, messages[1].content")
    assert stored(tmp_path, Counting(), model="openai/y").explain_miss(ASK).endswith("in model.model")
    files(tmp_path)[0].write_text("{")
    assert fresh.explain_miss(ASK) == "the store is empty"


def test_episodes_that_ask_the_same_at_once_pay_for_one_reply(tmp_path: Path) -> None:
    class Slow(Counting):
        def reply(self, request: Request) -> Reply:
            time.sleep(0.05)
            return super().reply(request)

    model, claims, replies = Slow(), Claims(), list[Reply]()

    def play() -> None:
        replies.append(StoredModel(model, ReplyStore(tmp_path), IDENTITY, claims=claims).reply(ASK))

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert model.asked == 1
    assert {reply.text for reply in replies} == {"reply 1"}
    assert sorted(reply.stored for reply in replies) == [False] + [True] * 5
    assert not claims.claimed


def test_a_model_that_fails_leaves_neither_a_claim_nor_a_file(tmp_path: Path) -> None:
    class Failing:
        def reply(self, request: Request) -> Reply:
            assert [path.stat().st_size > 8 * request.max_tokens for path in files(tmp_path)] == [True]
            raise InfrastructureError("down")

    claims = Claims()
    with pytest.raises(InfrastructureError):
        StoredModel(Failing(), ReplyStore(tmp_path), IDENTITY, claims=claims).reply(ASK)
    assert not files(tmp_path)
    assert not claims.claimed


def test_nothing_is_asked_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "replies").write_text("a file in the way")
    model = Counting()
    with pytest.raises(StorageError, match="cannot be written"):
        stored(tmp_path / "replies", model).reply(ASK)
    assert model.asked == 0
