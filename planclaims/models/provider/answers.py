"""Reading a provider's answer in the OpenAI form: its text, its tokens, or the error it holds, in its own words."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planclaims.models.provider.counts import usage_counts
from planclaims.models.provider.wire import Exchange

Document = Mapping[str, Any]
THINKING = ("tool_calls", "function_call", "reasoning_content", "reasoning", "thinking", "thinking_blocks", "audio")
"""Fields of a message that show that the model said something, though no text."""
MESSAGES = ("message", "detail", "error_description", "error_message", "msg", "title", "reason", "description")
CODES = ("code", "status", "status_code", "error_code", "http_code", "type")
INNER = ("error", "errors", "raw", "metadata")
DIGITS = 18
"""Longer numbers are no counts, and slow to read."""
MARKUP = re.compile(r"<(?:script|style)\b[^<>]*>[^<]*|<[^<>]*>", re.IGNORECASE)
SHOWN = 20_000


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as the provider gave it; `text` is None where it said nothing, not even by a tool or in thought."""

    text: str | None
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    plain: bool
    """Whether the text was given as one text, which client libraries read as well."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error as the provider told it; `status` is None where neither HTTP nor the code in the error gives one."""

    status: int | None
    words: str
    code: str
    input_tokens: int | None = None
    output_tokens: int | None = None

    def __str__(self) -> str:
        return f"{self.words} ({self.code})" if self.code and self.code not in self.words else self.words


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that is neither a reply nor an error; `lasting` tells that asking again would give another like it."""

    problem: str
    lasting: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None


def read_answer(exchange: Exchange) -> Answer | Complaint | Unreadable | None:
    """Return what the provider answered; None for a reply in another form than OpenAI's chat completions."""
    document = parsed(exchange.body)
    if isinstance(document, list) and len(document) == 1:
        document = document[0]
    if exchange.status >= 400:
        return _complaint(document, exchange)
    if not isinstance(document, dict):
        words = plain_words(exchange.body) or "nothing"
        return Unreadable(f"the answer is no JSON: {words}" if document is None else f"no JSON object: {words}")
    if "choices" not in document and not _complains(document):
        other = {"output", "content", "candidates", "predictions", "response", "results"}
        return None if other & document.keys() else Unreadable("the reply has no choices", False, *_usage(document))
    choices = document.get("choices")
    if _complains(document) and not (isinstance(choices, list) and choices):
        return _complaint(document, exchange)
    return _chosen(choices, document, exchange)


def parsed(body: bytes) -> object:
    """Return the JSON of a body, None if it is none; numbers too long to be anything are infinite."""
    try:
        return json.loads(body, parse_int=_number)
    except (ValueError, RecursionError):
        return None


def plain_words(body: bytes) -> str:
    """Return the text of a body as one line, without the marks of a web page."""
    text = body[:SHOWN].decode("utf-8", "replace")
    return " ".join(MARKUP.sub(" ", text).split())


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= DIGITS else math.inf


def _chosen(choices: object, document: Document, exchange: Exchange) -> Answer | Complaint | Unreadable:
    usage = _usage(document)
    if not isinstance(choices, list) or not choices:
        return Unreadable("the reply has no choices", bool(choices), *usage)
    choice = choices[0]
    if not isinstance(choice, dict):
        return Unreadable("the reply's choice is no object", True, *usage)
    if choice.get("error"):
        return _complaint(choice, exchange, usage)
    message, finish = choice.get("message"), choice.get("finish_reason")
    finish = finish if isinstance(finish, str) and finish else "unknown"
    if not isinstance(message, dict):
        text = choice.get("text")
        if not isinstance(text, str):
            return Unreadable("the reply's choice has no message", True, *usage)
        message = {"content": text}
    content = message.get("content")
    text = _text(content)
    if text is None and content is not None:
        return Unreadable(f"the reply's content is {type(content).__name__}, not text", True, *usage)
    if not text and isinstance(message.get("refusal"), str):
        text = message["refusal"]
    if not text and ((isinstance(content, list) and content) or any(message.get(name) for name in THINKING)):
        text = ""
    elif not text:
        text = None
    if not text and document.get("error"):
        return _complaint(document, exchange, usage)
    read, written = usage_counts(document.get("usage"), empty=not text)
    return Answer(text, finish, read, written, isinstance(content, str))


def _text(content: object) -> str | None:
    """Return the text of a message's content: a text, or the parts of it that are text; None for what is neither."""
    if isinstance(content, str):
        return content
    parts = [content] if isinstance(content, dict) else content
    if not isinstance(parts, list):
        return None
    return "".join(_part(part) for part in parts)


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or part.get("type", "text") not in ("text", "output_text"):
        return ""
    text = part.get("text")
    if isinstance(text, dict):
        text = text.get("value")
    return text if isinstance(text, str) else ""


def _usage(document: Document) -> tuple[int | None, int | None]:
    return usage_counts(document.get("usage"), empty=True)


def _complains(document: Document) -> bool:
    if document.get("error") or document.get("errors"):
        return True
    shaped = document.get("object") == "error" or document.get("type") == "error" or document.get("success") is False
    return shaped or ("choices" not in document and any(isinstance(document.get(name), str) for name in MESSAGES[:2]))


def _complaint(document: object, exchange: Exchange, usage: tuple[int | None, int | None] | None = None) -> Complaint:
    told = list(_told(document)) if isinstance(document, dict | str) else []
    words = " - ".join(dict.fromkeys(text for text, _ in told if text)) or plain_words(exchange.body)
    codes = [code for _, found in told for code in found]
    numbers = [int(code) for code in codes if code.isascii() and code.isdigit() and len(code) == 3]
    inside = next((number for number in numbers if 400 <= number < 600), None)
    status = exchange.status if exchange.status >= 400 else inside
    code = next(iter(codes), str(exchange.status) if exchange.status >= 400 else "")
    read, written = usage or (_usage(document) if isinstance(document, dict) else (None, None))
    return Complaint(status, words or "no reason given", code, read, written)


def _told(error: object, depth: int = 0) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the words and the codes of an error and of those within it, outermost first."""
    if isinstance(error, str):
        inner = parsed(error.encode("utf-8", "replace")) if error.lstrip().startswith(("{", "[")) else None
        if isinstance(inner, dict | list) and depth < 5:
            yield from _told(inner, depth + 1)
        else:
            yield " ".join(error[:SHOWN].split()), ()
    elif isinstance(error, list):
        for one in error[:3] if depth < 5 else ():
            yield from _told(one, depth + 1)
    elif isinstance(error, dict) and depth < 5:
        codes = tuple(
            str(error[name])
            for name in CODES
            if isinstance(error.get(name), str | int) and not isinstance(error[name], bool) and error[name] != "error"
        )
        yield "", codes
        for name in (*MESSAGES, *INNER):
            if error.get(name) and isinstance(error[name], str | list | dict):
                yield from _told(error[name], depth + 1)
