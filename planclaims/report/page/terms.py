"""The words of the report explained for someone who has never seen the project."""

from __future__ import annotations

from collections.abc import Mapping

from planclaims.report.page.html import Html, element
from planclaims.report.summary.pool import CONTROL

TERMS: Mapping[str, str] = {
    "Task": (
        "A small world with rules, a situation to start from, and a goal. The rules are known exactly to the judge and "
        "told to models in prose only. Some tasks have no plan at all."
    ),
    "Episode": "One model plays one task once with one method.",
    "Configuration": "A model together with a method.",
    "Offline": "The model gets the task in prose and hands in a whole plan. It never sees what its actions do.",
    "Online": "The model acts step by step through tools, may look at the state, and has a limited number of calls.",
    "Executable": "Every action of the plan could be carried out in the state it was used in.",
    "Solved": "The plan is executable and ends in a state where the goal holds; online, the model must also say so.",
    "Score": (
        "Length of the shortest plan divided by the length of the plan played, 1 at best; 1 for recognising an "
        "unsolvable task; 0 for everything else."
    ),
    "Recognised": "The task has no plan, and the episode says so. Of a task that has one, it is giving up wrongly.",
    "Requirement violated": (
        "An action was used in a state where its requirements did not hold. Online, this ends the episode at once."
    ),
    "Refused act": (
        "An action whose requirements were not met, with a method for which that is not fatal: nothing changes, the "
        "call is spent, and the agent is told only that, or also which requirements were not met."
    ),
    "Epistemic call": "A call that asks and changes nothing, such as a look at the state.",
    "Act (ontic call)": "A call that changes the world, if its requirements hold.",
    "Terminal call": "The claim that the goal is reached, or that no plan exists. It ends the episode.",
    "Ill-formed call": "A call that names an unknown tool, action or object, or has wrong arguments. It costs a call.",
    "Rejected proposal": "A call that the model's own critic held back before it was carried out. It costs a call.",
    "Baseline": "The plainest method of a regime: direct offline, react online.",
    "Control": f"A {CONTROL}: a program that knows the task and plays in a fixed way, to check the measuring.",
    "Not scored": "The model could not be asked, say because a service failed. Such an episode counts nowhere.",
    "Tokens": "The pieces of text that a model reads and writes, as its provider counts and charges them.",
}


def terms() -> Html:
    """Return the list of terms."""
    pairs = [element("div", element("dt", term), element("dd", text)) for term, text in TERMS.items()]
    return element("dl", *pairs, class_="terms")
