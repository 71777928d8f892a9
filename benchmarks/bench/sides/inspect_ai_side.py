"""Print Inspect AI's processor milliseconds for a turn of its ReAct agent and for a generated answer, logs written."""

import json
import os
import tempfile
import time

os.environ["INSPECT_DISPLAY"] = "none"

from inspect_ai import Task, eval
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate
from inspect_ai.tool import tool

EPISODES, TURNS = 50, 20


@tool
def get_state() -> object:
    """Return the tool that looks."""

    async def execute() -> str:
        """Return the state of the hospital."""
        return "p1 is waiting; p2 is waiting; b1 is free; b2 is free"

    return execute


def milliseconds(solver: object, outputs: list, calls: int, **limits: int) -> float:
    """Return the processor milliseconds per call of the episodes."""
    samples = [Sample(input=f"Two patients. {number}", target="admit") for number in range(EPISODES)]
    model = get_model("mockllm/model", custom_outputs=outputs)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        task = Task(samples, solver=solver, scorer=includes(), **limits)
        (log,) = eval(task, model=model, log_dir=folder, max_samples=1)
        seconds = time.process_time() - start
        assert log.status == "success", log.error.message
        said = [sum(message.role == "assistant" for message in sample.messages) for sample in log.samples]
    assert said == [calls] * EPISODES, said
    return 1e3 * seconds / (EPISODES * calls)


if __name__ == "__main__":
    look = ModelOutput.for_tool_call("mockllm/model", "get_state", {})
    answer = ModelOutput.from_content("mockllm/model", "(admit p1 b1 w_med)")
    # Without counts of its own the model would have the tokens of every text counted.
    look.usage = answer.usage = ModelUsage(input_tokens=100, output_tokens=20, total_tokens=120)
    warm = milliseconds(generate(), [answer] * EPISODES, 1)
    turn = milliseconds(react(tools=[get_state()]), [look] * (EPISODES * TURNS), TURNS, message_limit=2 * TURNS + 1)
    call = milliseconds(generate(), [answer] * EPISODES, 1)
    print(json.dumps({"online turn": turn, "offline call": call}))
