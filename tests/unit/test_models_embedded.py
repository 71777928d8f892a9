"""The embedded model around a scripted server: caps, grammars, seeds, the life of a server."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from models_chat_server import Chat, error, hang_up, serving, success

from planclaims.errors import ConfigError, InfrastructureError
from planclaims.models.embedded.model import GRAMMARS, EmbeddedModel, EmbeddedSettings, grammar
from planclaims.models.embedded.process import ServerProcess
from planclaims.models.provider.failures import CallFailed
from planclaims.models.provider.limits import Gate
from planclaims.seam import Message, Purpose, Request

ASK = Request((Message("user", "Hi."),), Purpose.PLAN)
CAPS = {"plan": 192, "reason": 256, "tree": 64, "turn": 160}


class ScriptedServer:
    """A server of the embedded model that is scripted."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.alive = True
        self.closed = 0

    def close(self) -> None:
        self.alive = False
        self.closed += 1


class Launcher:
    """Starts scripted servers one after another and keeps them."""

    def __init__(self, *chats: Chat) -> None:
        self.chats = list(chats)
        self.servers: list[ScriptedServer] = []

    def __call__(self) -> ScriptedServer:
        self.servers.append(ScriptedServer(self.chats[min(len(self.servers), len(self.chats) - 1)].url))
        return self.servers[-1]


@pytest.fixture
def chat() -> Iterator[Chat]:
    with serving(success("fine")) as opened:
        yield opened


def model(
    launch: Callable[[], ScriptedServer], *, repeat: int = 0, gate: Gate | None = None, **s: object
) -> EmbeddedModel:
    settings = EmbeddedSettings.from_settings({"max_tokens": CAPS, **s})
    return EmbeddedModel(settings, repeat=repeat, launch=launch, gate=gate or Gate())


@pytest.mark.parametrize(
    ("purpose", "most", "constrained"),
    [
        (Purpose.PLAN, 192, True),
        (Purpose.REASON, 256, False),
        (Purpose.SKETCH, 256, False),
        (Purpose.ABSTRACT, 256, False),
        (Purpose.CRITIQUE, 256, False),
        (Purpose.PROPOSE, 64, True),
        (Purpose.RATE, 64, True),
        (Purpose.ACT, 160, True),
        (Purpose.REVIEW, 160, True),
        (Purpose.REFLECT, 160, False),
    ],
)
def test_caps_and_grammars_by_purpose(chat: Chat, purpose: Purpose, most: int, *, constrained: bool) -> None:
    free, bound = model(Launcher(chat)), model(Launcher(chat), grammar=True)
    request = replace(ASK, purpose=purpose)
    free.reply(request)
    bound.reply(request)
    assert [sent["max_tokens"] for sent in chat.asked] == [most, most]
    assert "grammar" not in chat.asked[0]
    assert chat.asked[1].get("grammar") == (grammar(GRAMMARS[purpose]) if constrained else None)
    assert free.decoding(request)["grammar"] is None
    assert bound.decoding(request)["max_tokens"] == most


def test_a_method_may_ask_for_less_than_the_cap_and_no_cap_leaves_its_own_limit(chat: Chat) -> None:
    model(Launcher(chat)).reply(replace(ASK, max_tokens=10))
    model(Launcher(chat), max_tokens={}).reply(ASK)
    assert [sent["max_tokens"] for sent in chat.asked] == [10, 4096]


def test_an_episode_keeps_one_server_and_starts_it_at_the_first_call(chat: Chat) -> None:
    launcher = Launcher(chat)
    asker = model(launcher)
    assert launcher.servers == []
    asker.reply(ASK)
    asker.reply(ASK)
    assert len(launcher.servers) == 1
    asker.close()
    asker.close()
    assert launcher.servers[0].closed == 1


def test_a_forgotten_model_ends_its_server(chat: Chat) -> None:
    launcher = Launcher(chat)
    model(launcher).reply(ASK)
    assert launcher.servers[0].closed == 1


def test_seeds_differ_between_repetitions_of_a_request_and_between_repeats(chat: Chat) -> None:
    first, again, other = (model(Launcher(chat), repeat=repeat, seed=3) for repeat in (0, 0, 1))
    for asker, occurrence in ((first, 0), (first, 1), (again, 0), (other, 0)):
        asker.reply(replace(ASK, occurrence=occurrence))
    seeds = [sent["seed"] for sent in chat.asked]
    assert seeds[:3] == [3, 4, 3]
    assert seeds[3] not in (3, 4)


def test_a_dead_server_is_replaced_once() -> None:
    with serving(hang_up) as broken, serving(success("fine")) as sound:
        launcher = Launcher(broken, sound)
        asker = model(launcher)
        with pytest.raises(CallFailed):
            asker.reply(ASK)
        assert len(launcher.servers) == 1, "a server that still runs is not replaced"
        launcher.servers[0].alive = False
        assert asker.reply(ASK).text == "fine"
        assert [server.closed for server in launcher.servers] == [1, 0]


def test_a_second_death_is_an_infrastructure_failure() -> None:
    with serving(hang_up) as broken:
        launcher = Launcher(broken)

        def stillborn() -> ScriptedServer:
            server = launcher()
            server.alive = False
            return server

        with pytest.raises(InfrastructureError):
            model(stillborn).reply(ASK)
    assert len(launcher.servers) == 2


def test_context_overflow_is_the_models_own_outcome() -> None:
    with serving(error(400, "request (9031 tokens) exceeds the available context size (8192 tokens)")) as full:
        reply = model(Launcher(full)).reply(ASK)
    assert (reply.text, reply.finish_reason) == ("", "context_overflow")


def test_no_more_episodes_at_once_than_servers(chat: Chat) -> None:
    gate, launcher = Gate(), Launcher(chat)
    playing = [model(launcher, gate=gate, servers=2) for _ in range(2)]
    for asker in playing:
        asker.reply(ASK)
    late = model(launcher, gate=gate, servers=2)
    waiting = threading.Thread(target=late.reply, args=(ASK,))
    waiting.start()
    time.sleep(0.2)
    assert len(launcher.servers) == 2
    playing[0].close()
    waiting.join(10)
    assert len(launcher.servers) == 3


def test_a_server_that_does_not_start_gives_its_place_back(chat: Chat) -> None:
    gate, attempts = Gate(), Launcher(chat)

    def failing() -> ScriptedServer:
        raise InfrastructureError("no")

    for _ in range(3):
        with pytest.raises(InfrastructureError):
            model(failing, gate=gate, servers=1).reply(ASK)
    assert model(attempts, gate=gate, servers=1).reply(ASK).text == "fine"


def test_a_proxy_is_not_asked_for_a_local_server(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert model(Launcher(chat)).reply(ASK).text == "fine"


def test_identity_names_files_runtime_and_settings(chat: Chat) -> None:
    identity = model(Launcher(chat), context=2048, servers=7).identity
    assert identity["context"] == 2048
    assert identity["flash_attention"] is False
    assert len(str(identity["weights"])) == len(str(identity["wheel"])) == 64
    assert str(identity["runtime"]).startswith("xllamacpp ")
    assert 7 not in identity.values()


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ConfigError, match="gramar"):
        EmbeddedSettings.from_settings({"gramar": True})


def test_a_server_without_weights_says_so_and_leaves_no_process(tmp_path: Path) -> None:
    with pytest.raises(InfrastructureError, match="did not start") as raised:
        ServerProcess(tmp_path / "absent.gguf", 512)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", sorted(set(GRAMMARS.values())))
def test_grammars_are_packaged_and_name_no_rule_twice(name: str) -> None:
    lines = [line for line in grammar(name).splitlines() if line and not line.startswith("#")]
    rules = [line.split(" ::= ")[0] for line in lines]
    assert rules[0] == "root"
    assert len(set(rules)) == len(rules)


def test_the_environment_of_the_process_is_left_alone(chat: Chat) -> None:
    before = dict(os.environ)
    with ExitStack() as stack:
        asker = model(Launcher(chat))
        stack.callback(asker.close)
        asker.reply(ASK)
    changed = {name for name in {*before, *os.environ} if before.get(name) != os.environ.get(name)}
    assert changed <= {"LITELLM_LOCAL_MODEL_COST_MAP", "LITELLM_MODE", "PYTEST_CURRENT_TEST"}
