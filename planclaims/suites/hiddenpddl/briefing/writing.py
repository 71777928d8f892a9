"""What a model is asked to have briefs written, and what it wrote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from planclaims.prompts import PromptFolder
from planclaims.seam import Message, Model, Purpose, Request

PROMPTS = PromptFolder(Path(__file__).parent / "prompts")
SYSTEM = "You are a helpful assistant."
TEMPERATURE = 1.0
MAX_TOKENS = 8192
COMMENT = re.compile(r";[^\n]*")
BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Written:
    """A brief as the model wrote it, and whether the limit of tokens cut it off."""

    text: str
    cut_off: bool


def write_domain_brief(definition: str, model: Model) -> Written:
    """Return the brief of a domain, written from the text of its file."""
    return _ask(PROMPTS.fill("domain", definition=without_comments(definition)), model)


def write_instance_brief(definition: str, domain_brief: str, model: Model) -> Written:
    """Return the brief of a task, written from the text of its problem file and the brief of its domain."""
    return _ask(
        PROMPTS.fill("instance", definition=without_comments(definition), domain_brief=domain_brief),
        model,
    )


def without_comments(definition: str) -> str:
    """Return PDDL text without its comments, which may tell what the task is made for."""
    return BLANK_LINES.sub("\n", COMMENT.sub("", definition)).strip()


def _ask(question: str, model: Model) -> Written:
    messages = (Message("system", SYSTEM), Message("user", question))
    reply = model.reply(Request(messages, Purpose.BRIEF, TEMPERATURE, MAX_TOKENS))
    return Written(reply.text.strip(), reply.finish_reason == "length")
