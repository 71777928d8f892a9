"""What the environment tells an agent: deterministic prose that together determines the task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.summary import summary
from planclaims.language.prose.verbalise import clauses, effect_clauses
from planclaims.language.prose.word_forms import listing, there_are
from planclaims.semantics.formula import And, Atom, Exists, Fluent, ForAll, Formula, Not, Or, Parameter
from planclaims.semantics.model import ROOT_TYPE, TOTAL_COST, ActionSchema, Domain
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task

METRIC = "Reach the goal with as few actions as possible; every action counts as one."
NOTHING_ELSE = "Anything that is not stated here does not hold."
CHANGE_RULES = (
    "An action can be carried out only if all its requirements hold just before it.",
    "Everything that the effects of an action do not mention stays as it is.",
    "If one action both ends and establishes the same fact, the fact holds afterwards.",
    "Two arguments of an action may be the same object unless its requirements rule that out.",
)
NUMBER_RULES = (
    "Numbers are exact, and every number in an action is the one from before the action.",
    "A number that is stated nowhere has no value, and no action that uses it can be carried out.",
)


def world_rules(phrases: Phrases) -> tuple[str, ...]:
    """Return the rules that hold for all actions: those of the domain, then those of every domain."""
    return phrases.rules + change_rules(phrases)


def change_rules(phrases: Phrases) -> tuple[str, ...]:
    """Return what holds in every domain, as far as it matters in this one."""
    numeric = any((name,) != TOTAL_COST for name in phrases.domain.functions)
    return _opposites(phrases) + CHANGE_RULES + (NUMBER_RULES if numeric else ())


def _opposites(phrases: Phrases) -> tuple[str, ...]:
    """Return what the denials in words of their own mean that no state spells out."""
    rules = []
    for name, parameters in phrases.domain.predicates.items():
        if name in phrases.contrary and len(parameters) > 1:
            atom = (name, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(parameters)])
            rules.append(f'"{phrases.fact(atom, False)}" means that it is not stated that {phrases.fact(atom)}.')
    return tuple(rules)


def overview(task: Task, phrases: Phrases) -> str:
    """Return the scenario, the initial situation in short, the goal and the metric."""
    return "\n".join(
        [
            phrases.scenario,
            *bullets(phrases.rules),
            "",
            f"{_head_count(task, phrases)} At the start, in short:",
            *bullets(summary(task, phrases, stated(task, phrases, task.initial), ordered_values(task, task.initial))),
            "",
            *goal_lines(task, phrases),
            "",
            METRIC,
        ]
    )


def object_list(task: Task, phrases: Phrases, *, with_rules: bool = True) -> str:
    """Return every object under its type, with the types it also belongs to unless those are told elsewhere."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, kinds in task.objects.items():
        groups.setdefault(kinds, []).append(name)
    count = there_are(len(task.objects), "object")
    if list(groups) == [(ROOT_TYPE,)] and phrases.noun(ROOT_TYPE) == "object":
        return f"{count.removesuffix('.')}: {listing(list(task.objects))}."
    lines = [f"{_plural(phrases, kinds)}: {', '.join(names)}" for kinds, names in groups.items()]
    needed = quantified(task.problem.goal) - (frozenset() if with_rules else needed_types(task.domain))
    needed |= needed_types(task.domain) if with_rules else frozenset()
    return "\n".join([count, *bullets(lines), *bullets(type_rules(task.domain, phrases, needed, groups))])


def type_rules(
    domain: Domain, phrases: Phrases, needed: Collection[str], occurring: Iterable[Sequence[str]] | None = None
) -> tuple[str, ...]:
    """Return which types are part of which needed others; for the types of some objects alone, if given."""
    present = {above for kinds in occurring or () for kind in kinds for above in domain.supertypes(kind)}
    return tuple(
        f"every {phrases.noun(kind)} is also {phrases.a(above, 'and')}"
        for kind in domain.types
        if (occurring is None or kind in present) and (above := _nearest(domain, kind, needed))
    )


def _nearest(domain: Domain, kind: str, needed: Collection[str]) -> list[str]:
    """Return the needed types directly above a type, those between them and it left out."""
    found: dict[str, None] = {}
    seen, waiting = {kind}, list(domain.types.get(kind, ()))
    while waiting:
        parent = waiting.pop(0)
        if parent in seen or parent == ROOT_TYPE:
            continue
        seen.add(parent)
        if parent in needed:
            found[parent] = None
        else:
            waiting.extend(domain.types.get(parent, ()))
    return list(found)


def needed_types(domain: Domain) -> frozenset[str]:
    """Return the types that some action speaks of: for its arguments, or for all or some objects."""
    found: set[str] = set()
    for schema in domain.actions.values():
        found |= {kind for parameter in schema.parameters for kind in parameter.types} | quantified(schema.precondition)
        for effect in schema.effects:
            found |= {kind for variable in effect.variables for kind in variable.types} | quantified(effect.condition)
    return frozenset(found)


def object_situation(task: Task, phrases: Phrases, state: State, name: str) -> str:
    """Return the type of an object of the task and everything that the state says about it."""
    facts = [phrases.fact(atom, holds) for atom, holds in stated(task, phrases, state) if name in atom[1:]]
    values = [phrases.value(f, state.values[f]) for f in ordered_values(task, state) if name in f[1:]]
    kind = f"{name} is {phrases.a(task.objects[name], 'and')}."
    about = bullets([*facts, *values])
    if not about:
        return f"{kind}\nNothing is stated about it at the moment."
    return "\n".join([kind, "At the moment:", *about, f"Anything about {name} that is not stated here does not hold."])


def state_description(task: Task, phrases: Phrases, state: State) -> str:
    """Return every fact that holds and every value, so that the state is determined."""
    clauses_of_state = bullets(state_clauses(task, phrases, state)) or ["No fact holds."]
    return "\n".join([*clauses_of_state, NOTHING_ELSE])


def state_clauses(task: Task, phrases: Phrases, state: State) -> tuple[str, ...]:
    """Return one clause per fact and per value, in an order that depends on nothing but the state."""
    facts = [phrases.fact(atom, holds) for atom, holds in stated(task, phrases, state)]
    values = [phrases.value(fluent, state.values[fluent]) for fluent in ordered_values(task, state)]
    return (*facts, *values)


def stated(task: Task, phrases: Phrases, state: State) -> list[tuple[Atom, bool]]:
    """Return the facts that hold, and those whose opposite has words of its own and holds: `{0} is powered off`."""
    opposite = [atom for atom in opposed(task, phrases) if atom not in state.facts]
    return [(atom, atom in state.facts) for atom in ordered_facts(task, [*state.facts, *opposite])]


def opposed(task: Task, phrases: Phrases) -> Iterable[Atom]:
    """Yield the facts of which a state names either side; those of two objects and more are left to a rule."""
    for name in phrases.contrary:
        parameters = task.domain.predicates[name]
        if not parameters:
            yield (name,)
        elif len(parameters) == 1:
            yield from ((name, thing) for thing in task.objects_of(parameters[0]))


def goal_lines(task: Task, phrases: Phrases) -> list[str]:
    """Return the goal, one line per condition after a heading."""
    wanted = bullets(clauses(phrases, readable_goal(task)))
    return ["Goal: all of this must hold at the end:", *wanted] if wanted else ["Goal: nothing is demanded."]


def readable_goal(task: Task) -> Formula:
    """Return the goal as written, or ground where a variable of it could be taken for an object."""
    clash = any(v.name.lstrip("?") in task.objects for v in _variables(task.problem.goal))
    return task.goal if clash else task.problem.goal


def action_list(domain: Domain, phrases: Phrases) -> str:
    """Return the catalogue: every action with parameters, requirements and effects, and what holds for all.

    The domain's own rules are not said again: they open the overview.
    """
    described = [action_description(domain, phrases, name) for name in domain.actions]
    rules = (*change_rules(phrases), *type_rules(domain, phrases, needed_types(domain)))
    general = ["For all actions:", *bullets(rules)]
    return "\n\n".join([there_are(len(described), "action"), *described, "\n".join(general)])


def action_description(domain: Domain, phrases: Phrases, name: str) -> str:
    """Return what an action of the domain takes, requires and does."""
    schema = domain.actions[name]
    summary = phrases.summaries.get(name)
    needs = bullets(clauses(phrases, schema.precondition))
    does = bullets(effect_clauses(phrases, schema.effects))
    return "\n".join(
        [
            f"Action {name}" + (f": {summary}" if summary else ""),
            f"Arguments: {_parameters(phrases, schema)}.",
            *(["Requirements:", *needs] if needs else ["Requirements: none."]),
            *(["Effects:", *does] if does else ["Effects: none."]),
        ]
    )


def history(steps: Sequence[Step]) -> str:
    """Return the actions executed so far, numbered."""
    if not steps:
        return "No action has been executed yet."
    return "\n".join(f"{n}. {' '.join([step.name, *step.arguments])}" for n, step in enumerate(steps, start=1))


def bullets(items: Iterable[str]) -> list[str]:
    """Return the items as list lines."""
    return [f"- {item}" for item in items]


def ordered_facts(task: Task, facts: Iterable[Atom]) -> list[Atom]:
    """Return the facts by relation, then by their objects, in order of declaration."""
    return sorted(facts, key=_rank(task, task.domain.predicates))


def ordered_values(task: Task, state: State) -> list[Fluent]:
    """Return the fluents with a value, cost left out, in the same kind of order."""
    shown = (fluent for fluent in state.values if fluent != TOTAL_COST)
    return sorted(shown, key=_rank(task, task.domain.functions))


def _rank(task: Task, names: Iterable[str]) -> Callable[[Atom], tuple[int, ...]]:
    """Return a sort key: places of the name and of the objects in their declarations."""
    name_order = {name: place for place, name in enumerate(names)}
    object_order = {name: place for place, name in enumerate(task.objects)}
    return lambda atom: (name_order[atom[0]], *(object_order[term] for term in atom[1:]))


def _parameters(phrases: Phrases, schema: ActionSchema) -> str:
    untyped = not phrases.domain.types and phrases.noun(ROOT_TYPE) == "object"
    shown = [phrases.term(p.name) + ("" if untyped else f" ({phrases.a(p.types)})") for p in schema.parameters]
    if len(shown) < 2:
        return "".join(shown) or "none"
    return f"{', '.join(shown)}, in this order"


def _plural(phrases: Phrases, kinds: Sequence[str]) -> str:
    if len(kinds) == 1:
        return phrases.nouns_of(kinds[0])
    return f"objects that are both {listing([phrases.noun(kind) for kind in kinds])}"


def _head_count(task: Task, phrases: Phrases) -> str:
    """Return how many objects there are of each kind; of one kind alone without a total."""
    counts = Counter(kinds for kinds in task.objects.values())
    texts = [
        f"{count} {_plural(phrases, kinds) if count > 1 or len(kinds) > 1 else phrases.noun(kinds[0])}"
        for kinds, count in counts.items()
    ]
    if len(texts) < 2:
        return f"There {'is' if list(counts.values()) == [1] else 'are'} {listing(texts) or 'no objects'}."
    return f"There are {len(task.objects)} objects: {listing(texts)}."


def quantified(formula: Formula) -> frozenset[str]:
    """Return the types over which the formula quantifies."""
    return frozenset(kind for variable in _variables(formula) for kind in variable.types)


def _variables(formula: Formula) -> Iterable[Parameter]:
    match formula:
        case ForAll(variables, body) | Exists(variables, body):
            yield from variables
            yield from _variables(body)
        case Not(part):
            yield from _variables(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _variables(part)
