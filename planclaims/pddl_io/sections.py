"""The outline of a PDDL file: `(define (kind name) section ...)`, each section by its keyword."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planclaims.pddl_io.source import Group, Source, Word

UNSUPPORTED = {
    ":durative-action": "durative actions",
    ":derived": "derived predicates",
    ":axiom": "derived predicates",
    ":constraints": "constraints",
    ":process": "processes",
    ":event": "events",
    ":class": "modules",
    ":length": "length bounds",
    ":situation": "situations",
}
REQUIREMENTS = frozenset(
    {
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":existential-preconditions",
        ":universal-preconditions",
        ":quantified-preconditions",
        ":conditional-effects",
        ":fluents",
        ":numeric-fluents",
        ":action-costs",
        ":adl",
    }
)
UNUSED_REQUIREMENTS = frozenset(
    {
        ":object-fluents",
        ":durative-actions",
        ":duration-inequalities",
        ":continuous-effects",
        ":derived-predicates",
        ":timed-initial-literals",
        ":preferences",
        ":constraints",
        ":non-deterministic",
        ":probabilistic-effects",
        ":time",
        ":domain-axioms",
        ":subgoal-through-axioms",
        ":safety-constraints",
        ":expression-evaluation",
        ":action-expansions",
        ":foreach-expansions",
        ":dag-expansions",
        ":goal-utilities",
        ":multi-agent",
        ":numeric-effects",
        ":ucpop",
    }
)
"""Requirements that declare a feature outside the supported fragment: where a file uses one, the feature is refused."""
CHANGING_REQUIREMENTS = frozenset({":open-world", ":true-negation"})
"""Requirements that change what a file means by being declared."""


@dataclass(frozen=True)
class Outline:
    """The name in the head of a file, and its sections; `:action` may come often, every other one once."""

    name: str
    sections: Mapping[str, Group]
    actions: tuple[Group, ...]
    line: int


def outline(source: Source, kind: str, allowed: tuple[str, ...], needed: tuple[str, ...]) -> Outline:
    """Return the outline of a domain or problem file; missing, doubled and unknown sections are errors."""
    top = source.tree()
    form = f"(define ({kind} name) ...)"
    if top.head != "define" or len(top.items) < 2:
        raise source.error(f"this is no PDDL {kind}", top, found=top, allowed=form)
    head = source.group(top.items[1], f"({kind} name)")
    if head.head != kind or len(head.items) != 2:
        raise source.error(f"this is no PDDL {kind}", head, found=head, allowed=form)
    name = source.label(head.items[1], f"{kind} name")
    sections: dict[str, Group] = {}
    actions = []
    for item in top.items[2:]:
        section = source.group(item, "a section")
        _check_section(source, section, allowed, sections)
        if section.head == ":action":
            actions.append(section)
        else:
            sections[section.head] = section
    for keyword in needed:
        if keyword not in sections:
            raise source.error(f"the section {keyword} is missing", top, allowed=f"a {kind} with {keyword}")
    _check_requirements(source, sections.get(":requirements"))
    return Outline(name, sections, tuple(actions), top.line)


def _check_section(source: Source, section: Group, allowed: tuple[str, ...], seen: Mapping[str, Group]) -> None:
    if section.head in UNSUPPORTED:
        raise source.unsupported(UNSUPPORTED[section.head], section)
    if section.head not in allowed:
        raise source.error("unknown section", section, found=section.head or section, allowed=", ".join(allowed))
    if section.head in seen:
        raise source.error("a section comes twice", section, found=section.head, allowed="each section once")


def _check_requirements(source: Source, section: Group | None) -> None:
    for node in section.items[1:] if section else ():
        if isinstance(node, Word) and node.text in CHANGING_REQUIREMENTS:
            raise source.unsupported(f"the requirement {node.text}", node)
        if not isinstance(node, Word) or node.text not in REQUIREMENTS | UNUSED_REQUIREMENTS:
            raise source.error("unknown requirement", node, found=node, allowed=", ".join(sorted(REQUIREMENTS)))
