"""Laws of the real embedded model: the same request gets the same reply, and a grammar is kept.

Skipped only where the weights cannot be had.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator

import pytest
from stages import read_turn

from planclaims.errors import InfrastructureError
from planclaims.models.embedded import weights
from planclaims.models.embedded.model import EmbeddedModel, EmbeddedSettings
from planclaims.models.embedded.process import ServerProcess
from planclaims.seam import Message, Purpose, Request

TALK = (Message("system", "You move blocks."), Message("user", "Blocks: block_a block_b. What do you do?"))
SETTINGS = EmbeddedSettings(grammar=True, context=1024, max_tokens={"plan": 80, "reason": 24, "tree": 64, "turn": 120})
FORMS = {
    Purpose.PLAN: r"```\n(\([a-z][\w-]*( [a-z][\w-]*)*\)\n)+```|UNSOLVABLE",
    Purpose.RATE: r"1: (10|\d)\n2: (10|\d)\n3: (10|\d)",
    Purpose.PROPOSE: r"1\. (NONE|\(.*\))\n2\. (NONE|\(.*\))\n3\. .*",
    Purpose.REVIEW: r"APPROVE|REJECT: .+",
}


@pytest.fixture(scope="module")
def model() -> Iterator[EmbeddedModel]:
    try:
        weights.fetch()
    except InfrastructureError as problem:
        pytest.skip(str(problem))
    opened = EmbeddedModel(SETTINGS)
    yield opened
    opened.close()


@pytest.mark.parametrize("purpose", list(FORMS))
def test_a_constrained_reply_has_its_form(model: EmbeddedModel, purpose: Purpose) -> None:
    reply = model.reply(Request(TALK, purpose))
    assert re.fullmatch(FORMS[purpose], reply.text) or reply.finish_reason == "length"
    assert reply.input_tokens > 10
    assert reply.output_tokens > 0


def test_a_constrained_turn_can_be_read_as_a_call(model: EmbeddedModel) -> None:
    reply = model.reply(Request(TALK, Purpose.ACT))
    assert reply.finish_reason == "length" or read_turn(reply.text).call is not None


def test_another_server_gives_the_same_reply_at_temperature_zero(model: EmbeddedModel) -> None:
    request = Request(TALK, Purpose.REASON)
    replies = []
    for _ in range(2):
        model.close()
        replies.append(model.reply(request).text)
    assert replies[0] == replies[1] != ""


def test_a_killed_server_is_replaced(model: EmbeddedModel) -> None:
    model.reply(Request(TALK, Purpose.RATE))
    server = model._server
    assert isinstance(server, ServerProcess)
    os.kill(server.process_id, signal.SIGKILL)
    while server.alive:
        time.sleep(0.01)
    assert model.reply(Request(TALK, Purpose.RATE)).text
