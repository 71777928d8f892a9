"""Requests chained: what an episode leaves on disk grows with its length, and files of before are still found."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_worlds import hidden_task
from test_episodes_play import REACTING, Scripted, setup

from planclaims.episodes.play import play_to_file
from planclaims.episodes.record import load_record
from planclaims.episodes.recording import RecordingModel
from planclaims.models.replies.occurrences import REPEAT_STRIDE, sampling_seed
from planclaims.models.replies.places import places_text, read_places
from planclaims.models.replies.store import ReplyStore, request_key
from planclaims.models.replies.stored_model import StoredModel
from planclaims.report.viewer.conversation import conversation
from planclaims.seam import Message, Purpose, Reply, Request
from planclaims.suites.hiddenpddl.scoring.judge import judge

OLD = Path(__file__).parents[1] / "golden" / "old_store"
OLD_IDENTITY = {"kind": "litellm", "model": "openai/old", "api_base": None, "parameters": {}, "repeat": 0}
IDENTITY = {"kind": "litellm", "model": "openai/x", "repeat": 0}


class Numbering:
    """A model that says a line of its own at every call."""

    def __init__(self, start: int = 0) -> None:
        self.asked = start
        self.requests: list[Request] = []

    def reply(self, request: Request) -> Reply:
        self.asked += 1
        self.requests.append(request)
        return Reply(f"reply {self.asked}", "stop", 1, 1)


class Silent:
    """A model that must not be asked."""

    def reply(self, request: Request) -> Reply:
        raise AssertionError(f"asked: {request.messages[-1].content[:80]}")


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def long_episode(folder: Path, calls: int, style: str, observation: str) -> None:
    """Play an agent of as many calls as given, on the architecture that the style names."""

    class Agent:
        def __init__(self) -> None:
            self.asked = 0

        def reply(self, request: Request) -> Reply:
            self.asked += 1
            return Reply(f"next_thought: {self.asked}", "stop", 1, 1)

    model = RecordingModel(StoredModel(Agent(), ReplyStore(folder / "replies"), IDENTITY))
    conversation_: list[Message] = [Message("system", "Act."), Message("user", "Begin.")]
    for number in range(calls):
        aside: list[Message] = []
        if style == "memory":
            aside = [Message("user", "Lessons: " + ", ".join(f"no {one}" for one in range(number // 10)))]
        said = model.reply(Request((*conversation_, *aside), Purpose.ACT)).text
        conversation_.append(Message("assistant", said))
        if style == "reviewed":
            model.reply(Request((*conversation_, Message("user", "Is this right?")), Purpose.REVIEW))
        conversation_.append(Message("user", f"{number}: {observation}"))
    from planclaims.episodes.compact import compacted
    from planclaims.episodes.strict_json import json_text

    text = json_text({"messages": model.messages, "calls": compacted(model.calls)})
    (folder / "record.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("observation", "style"),
    [
        pytest.param(observation, style, id=f"{name}-{style}", marks=marks)
        for name, observation, marks in (
            ("long", "x" * 4000, [pytest.mark.slow]),
            ("empty", "", []),
            ("non-ascii", "計" * 1000, [pytest.mark.slow]),
        )
        for style in ("plain", "reviewed", "memory")
    ],
)
def test_what_an_episode_leaves_on_disk_grows_with_its_length(tmp_path: Path, style: str, observation: str) -> None:
    sizes = []
    for calls in (100, 200, 400):
        long_episode(tmp_path / str(calls), calls, style, observation)
        sizes.append(size(tmp_path / str(calls)))
    assert sizes[0] < 1_500_000
    assert sizes[1] < 2.1 * sizes[0]
    assert sizes[2] < 2.1 * sizes[1]


def test_a_chained_request_is_written_out_again_with_the_key_of_the_whole(tmp_path: Path) -> None:
    long_episode(tmp_path, 30, "reviewed", "fine")
    asked = {request_key(one): one for one in ReplyStore(tmp_path / "replies").asked()}
    assert asked.keys() == {path.stem for path in (tmp_path / "replies").rglob("*.json")}
    assert len(asked) == 60
    assert max(len(one["messages"]) for one in asked.values()) == 62  # type: ignore[arg-type]


@pytest.mark.parametrize("content", ["{", '{"format": 2}', None])
def test_a_broken_parent_hides_the_question_and_no_reply(tmp_path: Path, content: str | None) -> None:
    long_episode(tmp_path, 10, "plain", "fine")
    store = ReplyStore(tmp_path / "replies")
    files = {path.stem: json.loads(path.read_text()) for path in store.folder.rglob("*.json")}
    (first,) = [key for key, document in files.items() if document["parent"] is None]
    store.path(first).unlink() if content is None else store.path(first).write_text(content)
    assert list(store.asked()) == []
    assert [key for key in files if store.get(key) is None] == [first]


def test_a_chain_that_comes_back_to_itself_is_passed_over(tmp_path: Path) -> None:
    long_episode(tmp_path, 2, "plain", "fine")
    store = ReplyStore(tmp_path / "replies")
    one, other = sorted(store.folder.rglob("*.json"))
    for path, parent in ((one, other.stem), (other, one.stem)):
        path.write_text(json.dumps({**json.loads(path.read_text()), "parent": parent}))
    assert list(store.asked()) == []


def test_replies_and_a_record_of_before_are_found_read_and_judged(tmp_path: Path) -> None:
    shutil.copytree(OLD / "replies", tmp_path / "replies")
    store = ReplyStore(tmp_path / "replies")
    old = load_record(OLD / "react.json")
    assert len(old.calls) == 4
    assert judge(old, hidden_task("load-balancing", "01"), optimal_length=4).row.acts == 1
    assert [len(part["new"]) for part in conversation(old, str)] == [2, 2, 2, 2]
    path = tmp_path / "again.json"
    again = play_to_file(setup("react", "online"), lambda: StoredModel(Silent(), store, OLD_IDENTITY), path)
    assert [call.reply for call in again.calls] == REACTING
    assert (again.messages, again.turns, again.ending) == (old.messages, old.turns, old.ending)
    proposal = Request((Message("system", "Grüße"), Message("user", "計画?")), Purpose.PROPOSE, 0.7, 64)
    sampled = RecordingModel(StoredModel(Silent(), store, OLD_IDENTITY))
    assert [sampled.reply(proposal).text for _ in range(2)] == ["one", "two"]
    assert len(list(store.asked())) == 6


def test_an_episode_of_before_goes_on_and_its_new_requests_hang_on_the_old(tmp_path: Path) -> None:
    shutil.copytree(OLD / "replies", tmp_path / "replies")
    store = ReplyStore(tmp_path / "replies")
    last = max(store.folder.rglob("*.json"), key=lambda path: path.stat().st_size)
    last.unlink()
    model = StoredModel(Scripted([REACTING[-1]]), store, OLD_IDENTITY)
    play_to_file(setup("react", "online"), lambda: model, tmp_path / "react.json")
    document = json.loads(last.read_text(encoding="utf-8"))
    assert (document["format"], store.path(document["parent"]).exists()) == (2, True)
    assert request_key(next(one for one in store.asked() if request_key(one) == last.stem)) == last.stem


def test_an_episode_that_goes_on_from_the_store_asks_for_the_same_occurrences(tmp_path: Path) -> None:
    ask = Request((Message("user", "Propose."),), Purpose.PROPOSE, 0.7)

    def play(folder: Path, calls: int) -> list[int]:
        model = Numbering()
        episode = RecordingModel(StoredModel(model, ReplyStore(folder), IDENTITY))
        for _ in range(calls):
            episode.reply(ask)
        return [request.occurrence for request in model.requests]

    assert play(tmp_path / "whole", 5) == [0, 1, 2, 3, 4]
    assert play(tmp_path / "parts", 2) == [0, 1]
    assert play(tmp_path / "parts", 5) == [2, 3, 4]
    names = [sorted(path.name for path in (tmp_path / folder).rglob("*.json")) for folder in ("whole", "parts")]
    assert names[0] == names[1]


def test_seeds_differ_per_repeat_and_occurrence_and_the_first_is_the_configured_one() -> None:
    seeds = [sampling_seed(7, repeat, occurrence) for repeat in range(20) for occurrence in range(100)]
    assert seeds[:2] == [7, 8]
    assert len(set(seeds)) == len(seeds)
    assert sampling_seed(7, 1, 0) == 7 + REPEAT_STRIDE
    assert sampling_seed(-1, 3, 2) == -1, "servers draw one"


@given(st.lists(st.integers(0, 60)))
def test_places_survive_as_text(places: list[int]) -> None:
    assert list(read_places(places_text(places))) == places


@pytest.mark.parametrize("text", ["-1", "1,2", "1-", "0-99999999999", "x", "1, ", " 1", "١", "1\n"])
def test_text_that_names_no_places_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no places"):
        read_places(text)


ASKER = """
import sys, time
from pathlib import Path
from planclaims.seam import Message, Purpose, Reply, Request
from planclaims.models.replies.store import ReplyStore
from planclaims.models.replies.stored_model import Claims, StoredModel

class Slow:
    def reply(self, request):
        with open(sys.argv[2], "a") as paid:
            paid.write("x")
        time.sleep(float(sys.argv[3]))
        return Reply("said", "stop", 1, 1)

model = StoredModel(Slow(), ReplyStore(Path(sys.argv[1])), {"model": "x"}, claims=Claims())
print("ready", flush=True)
sys.stdin.readline()
print(model.reply(Request((Message("user", "Hi."),), Purpose.PLAN)), flush=True)
"""


def asker(folder: Path, seconds: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", ASKER, str(folder / "replies"), str(folder / "paid"), str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_processes_that_ask_the_same_at_once_pay_for_one_reply(tmp_path: Path) -> None:
    processes = [asker(tmp_path, 0.5) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0] for process in processes]
    assert all("text='said'" in line for line in said)
    assert sorted("stored=True" in line for line in said) == [False, True, True]
    assert (tmp_path / "paid").read_text() == "x"
    assert [path.suffix for path in (tmp_path / "replies").rglob("*") if path.is_file()] == [".json"]


def test_a_process_that_dies_while_it_asks_leaves_its_place_to_the_next(tmp_path: Path) -> None:
    dying, heir = asker(tmp_path, 60), asker(tmp_path, 0)
    for process in (dying, heir):
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        while not (tmp_path / "paid").exists():
            time.sleep(0.01)
    dying.kill()
    dying.communicate(timeout=60)
    assert "stored=False" in heir.communicate(timeout=60)[0]
    assert (tmp_path / "paid").read_text() == "xx"


def test_a_reply_that_a_killed_process_wrote_and_did_not_show_is_found(tmp_path: Path) -> None:
    store, asked = ReplyStore(tmp_path), {"model": "x"}
    key = request_key(asked)
    store.put(key, asked, Reply("paid", "stop", 1, 1))
    path = store.path(key)
    path.rename(path.with_name(f".{key}.part"))
    with store.place(key, 100, alone=True) as place:
        assert place.found == Reply("paid", "stop", 1, 1)
    assert store.get(key) == Reply("paid", "stop", 1, 1)
    assert len(list(path.parent.iterdir())) == 1
