"""Short imperative sentences compiled to steps: `pick up block_9c01d2`, `load pkg_1 into truck_1 at loc_2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from planclaims.language.prose.word_forms import words
from planclaims.language.reading.step_text import Reading, looks_like_name
from planclaims.semantics.model import ActionSchema
from planclaims.semantics.task import Step, Task

_ARTICLES = frozenset(["the", "a", "an"])
_LEAD_INS = frozenset(["first", "then", "next", "now", "finally", "lastly", "afterwards", "and", "please"])
_LINKS = frozenset(
    re.findall(r"\w+", "and at by down from in inside into of off on onto out to top up using with"),
)
_MOST_ARGUMENTS = 7  # more would make the search for an assignment long, and no imperative sentence is like that


class Imperatives:
    """The action catalogue of a task, ready to compile sentences."""

    def __init__(self, task: Task, templates: Mapping[str, Sequence[str]] | None = None) -> None:
        self._task = task
        names = {name for kinds in task.objects.values() for name in kinds} | set(task.domain.types)
        self._kinds = frozenset(word for name in names for word in words(name).split()) | {"object"}
        self._templates = {
            name: [self._template_tokens(text) for text in (templates or {}).get(name, ())]
            for name in task.domain.actions
        }

    def compile(self, sentence: str) -> Reading:
        """Return the step that a clean line commands, or why none is to be read in it."""
        words_ = re.sub(r"[,()]", " ", sentence).lower().split()
        tokens = [word for word in words_ if word not in _ARTICLES or word in self._task.objects]
        begin = next((place for place, token in enumerate(tokens) if token not in _LEAD_INS), len(tokens))
        tokens = tokens[begin:]
        matched = list(self._by_template(tokens))
        readings = [self._checked(step) for step in matched] or self._by_name(tokens)
        steps = list(dict.fromkeys(step for reading in readings for step in reading.steps))
        step_like = any(looks_like_name(self._task, token) for token in tokens)
        if len(steps) == 1:
            return Reading(steps=(steps[0],))
        if steps:
            return Reading(problem=f"this may mean {' or '.join(map(str, steps))}", step_like=step_like)
        if readings:
            return Reading(problem=readings[0].problem, step_like=step_like)
        return Reading(problem=f"{_short(sentence)!r} is no step")

    def _checked(self, step: Step) -> Reading:
        fault = self._task.fault(step)
        return Reading(steps=(step,)) if fault is None else Reading(problem=fault.message)

    def _template_tokens(self, template: str) -> list[str]:
        tokens = [token for token in template.lower().replace(",", " ").split() if token not in _ARTICLES]
        return self._without_kinds([token.rstrip(".") for token in tokens], is_name=lambda token: token[0] == "{")

    def _without_kinds(self, tokens: Sequence[str], is_name: Callable[[str], bool]) -> list[str]:
        """Return the tokens without type words that stand before a name: `truck truck_1`."""
        following = [*tokens, ""][1:]
        return [
            token
            for token, after in zip(tokens, following, strict=True)
            if not (token in self._kinds and after and is_name(after))
        ]

    def _by_template(self, tokens: Sequence[str]) -> Iterator[Step]:
        plain = self._without_kinds(tokens, is_name=lambda token: looks_like_name(self._task, token))
        for variant in {tuple(tokens), tuple(plain)}:
            for name, templates in self._templates.items():
                for template in templates:
                    found = _fit(template, variant)
                    if found is not None and len(found) == len(self._task.domain.actions[name].parameters):
                        yield Step(name, tuple(found[index] for index in sorted(found)))

    def _by_name(self, tokens: Sequence[str]) -> list[Reading]:
        """Return a reading per action whose name's words the line begins with and goes through in order."""
        candidates: list[tuple[int, Reading]] = []
        for schema in self._task.domain.actions.values():
            own = words(schema.name).split()
            rest = _after(own, tokens)
            if rest is not None:
                candidates.append((len(own), self._assigned(schema, rest)))
        longest = max((length for length, _ in candidates), default=0)
        return [reading for length, reading in candidates if length == longest]

    def _assigned(self, schema: ActionSchema, rest: Sequence[str]) -> Reading:
        known = _LINKS | self._kinds | {p.name.lstrip("?") for p in schema.parameters}
        known |= {token for template in self._templates[schema.name] for token in template}
        named = [(rest[i - 1] if i else "", token) for i, token in enumerate(rest) if self._is_argument(token, known)]
        strange = next((token for _, token in named if token not in self._task.objects), None)
        if strange is not None:
            what = (
                "there is no object" if looks_like_name(self._task, strange) else "this step has no place for the word"
            )
            return Reading(problem=f"{what} {strange!r}")
        wanted = len(schema.parameters)
        if len(named) != wanted or wanted > _MOST_ARGUMENTS:
            return Reading(problem=f"{schema.name} takes {wanted} argument{'s' * (wanted != 1)}; {len(named)} named")
        return self._ordered(schema, named)

    def _is_argument(self, token: str, known: frozenset[str] | set[str]) -> bool:
        return token in self._task.objects or token not in known

    def _ordered(self, schema: ActionSchema, named: Sequence[tuple[str, str]]) -> Reading:
        """Return the step with its objects in place: by parameter names, else as written, else by types."""
        names = [parameter.name.lstrip("?") for parameter in schema.parameters]
        fitting = [
            Step(schema.name, tuple(token for _, token in order))
            for order in permutations(named)
            if all(cue not in names or cue == name for (cue, _), name in zip(order, names, strict=True))
            and self._task.fault(Step(schema.name, tuple(token for _, token in order))) is None
        ]
        as_written = Step(schema.name, tuple(token for _, token in named))
        if not fitting:
            return self._checked(as_written)
        distinct = list(dict.fromkeys(fitting))
        cues = [cue for cue, _ in named]
        turned = "to" in cues and "from" in cues and cues.index("to") < cues.index("from")
        if len(distinct) == 1 or (as_written in distinct and not turned):
            return Reading(steps=(as_written if as_written in distinct else distinct[0],))
        return Reading(problem=f"it is not clear which object is which argument of {schema.name}")


def _fit(template: Sequence[str], tokens: Sequence[str]) -> dict[int, str] | None:
    """Return the token at each placeholder if the template matches all tokens."""
    if len(template) != len(tokens):
        return None
    found: dict[int, str] = {}
    for pattern, token in zip(template, tokens, strict=True):
        if pattern[0] != "{":
            if pattern != token:
                return None
        elif found.setdefault(int(pattern.strip("{}")), token) != token:
            return None
    return found


def _after(own: Sequence[str], tokens: Sequence[str]) -> list[str] | None:
    """Return the tokens that are left when the words of a name are taken out in order, the first one first."""
    if not tokens or tokens[0] != own[0]:
        return None
    waiting, rest = list(own), []
    for token in tokens:
        if waiting and token == waiting[0]:
            waiting.pop(0)
        else:
            rest.append(token)
    return rest if not waiting else None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
