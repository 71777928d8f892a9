"""The example tasks, formally and in prose, and the interface of agents."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.analysis.formats.markup import plural
from planclaims.report.appendix.document import Block, Heading, Listing, Paragraph, Table
from planclaims.report.appendix.material import Example
from planclaims.seam import CallKind
from planclaims.suites.hiddenpddl.tools import ACT, FINISH, SUBMIT, TOOLS

KINDS = {ACT: CallKind.ONTIC, SUBMIT: CallKind.TERMINAL, FINISH: CallKind.TERMINAL}
"""What the calls are that do more than tell; all others are epistemic."""


def task_blocks(examples: list[Example]) -> Iterator[Block]:
    """Yield each task: the problem as PDDL, what search found, and the briefs that planners get."""
    yield Heading(0, "Example tasks")
    for example in examples:
        facts = example.facts
        kind = "solvable" if facts.solvable else "unsolvable"
        yield Heading(1, f"{example.name} ({kind})")
        yield Heading(2, "Problem in PDDL")
        yield Paragraph("Hidden from every system; comments removed.")
        yield Listing(_without_comments(example.problem_file.read_text(encoding="utf-8")))
        yield Heading(2, "What search found")
        if facts.plan is not None:
            length, calls = plural(len(facts.plan), "action"), plural(example.budget, "call")
            yield Paragraph(f"A shortest plan has {length}; an agent may make {calls}.")
            yield Listing("\n".join(facts.plan))
        else:
            yield Paragraph(
                f"No plan exists: search met every reachable state. An agent may make {plural(example.budget, 'call')}."
            )
        yield Heading(2, f"Briefs ({example.briefs.source})")
        yield Paragraph("Domain brief:")
        yield Listing(example.briefs.domain_brief)
        yield Paragraph("Instance brief:")
        yield Listing(example.briefs.instance_brief)


def interface_blocks() -> Iterator[Block]:
    """Yield the tools of an agent with their arguments and kinds."""
    yield Heading(0, "The interface of agents")
    yield Paragraph(
        "Every call costs one unit of a budget that the agent is not told. An epistemic call tells something, an ontic "
        "call changes the state or ends the episode, a terminal call ends it with a claim. finish is offered to react "
        "and reflexion only."
    )
    rows = []
    for tool in TOOLS:
        arguments = "; ".join(f"{name}: {meaning}" for name, meaning in tool.arguments.items())
        call = f"{tool.name}({', '.join(tool.arguments)}), {KINDS.get(tool.name, CallKind.EPISTEMIC)}"
        rows.append((call, tool.description, arguments or "none"))
    yield Table(("call and kind", "what it does", "arguments"), tuple(rows))


def _without_comments(text: str) -> str:
    lines = (line.split(";", 1)[0].rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)
