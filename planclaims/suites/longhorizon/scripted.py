"""A scripted respondent: one answer to every question, and calls in order."""

from __future__ import annotations

import json
from collections.abc import Sequence

from planclaims.seam import Purpose, Reply, Request, ToolCall


class Scripted:
    """Gives one text to every question and makes its calls in order; the last one, if it must, for ever."""

    def __init__(self, answer: str, calls: Sequence[ToolCall]) -> None:
        self.answer = answer
        self.calls = list(calls)

    def reply(self, request: Request) -> Reply:
        """Return what the script says, counted in words."""
        text = self.answer
        if request.purpose is Purpose.REVIEW:
            text = "APPROVE"
        elif request.purpose is Purpose.ACT:
            call = self.calls.pop(0) if len(self.calls) > 1 else self.calls[0]
            arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
            text = f"next_thought: Follow the script.\nnext_tool_name: {call.tool}\nnext_tool_args: {arguments}"
        return Reply(text, "stop", sum(len(message.content.split()) for message in request.messages), len(text.split()))
