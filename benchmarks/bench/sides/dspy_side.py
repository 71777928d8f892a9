"""Print DSPy's processor milliseconds for a turn of its ReAct and for a prediction, with its own dummy model."""

import json
import time

import dspy
from dspy.utils import DummyLM

EPISODES, TURNS = 50, 20


def get_state() -> str:
    """Return the state of the hospital."""
    return "p1 is waiting; p2 is waiting; b1 is free; b2 is free"


def milliseconds(program: object, answers: list, calls: int) -> float:
    """Return the processor milliseconds per call of the episodes."""
    seconds = 0.0
    for number in range(EPISODES):
        lm = DummyLM(answers)
        with dspy.context(lm=lm):
            start = time.process_time()
            program(task=f"Two patients. {number}")
            seconds += time.process_time() - start
        assert len(lm.history) == calls, len(lm.history)
    return 1e3 * seconds / (EPISODES * calls)


if __name__ == "__main__":
    look = {"next_thought": "I look.", "next_tool_name": "get_state", "next_tool_args": {}}
    plan = {"reasoning": "so", "plan": "(admit p1 b1 w_med)"}
    agent = dspy.ReAct("task -> plan", tools=[get_state], max_iters=TURNS - 1)
    milliseconds(dspy.Predict("task -> plan"), [plan], 1)
    turn = milliseconds(agent, [look] * (TURNS - 1) + [plan], TURNS)
    call = milliseconds(dspy.Predict("task -> plan"), [plan], 1)
    print(json.dumps({"online turn": turn, "offline call": call}))
