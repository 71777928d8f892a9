"""The phrases of a domain as written in its JSON file, checked against the domain: a closed schema."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from planclaims.errors import InputError, json_fault
from planclaims.semantics.model import ROOT_TYPE, Domain

_TOP = ("scenario", "rules", "types", "predicates", "functions", "actions", "briefs")


@dataclass(frozen=True)
class PhraseFile:
    """What the file says; whatever it leaves out is empty."""

    scenario: str = ""
    rules: tuple[str, ...] = ()
    types: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    holds: Mapping[str, str] = field(default_factory=dict)
    fails: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    summaries: Mapping[str, str] = field(default_factory=dict)
    imperatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    domain_brief: str | None = None
    task_briefs: Mapping[str, str] = field(default_factory=dict)


def read_phrase_file(path: Path, domain: Domain) -> PhraseFile:
    """Return the phrases in the file; InputError at the first thing that is not allowed."""
    return _Reader(path, domain).read()


class _Reader:
    """Walks through the JSON; `key` arguments are dotted places for messages."""

    def __init__(self, path: Path, domain: Domain) -> None:
        self._path = path
        self._domain = domain

    def read(self) -> PhraseFile:
        top = self._mapping(self._json(), "the file", _TOP)
        holds, fails = self._predicates(top)
        summaries, imperatives = self._actions(top)
        domain_brief, task_briefs = self._briefs(top)
        return PhraseFile(
            scenario=self._text(top["scenario"], "scenario") if "scenario" in top else "",
            rules=self._texts(top.get("rules", []), "rules"),
            types=self._types(top),
            holds=holds,
            fails=fails,
            functions=self._functions(top),
            summaries=summaries,
            imperatives=imperatives,
            domain_brief=domain_brief,
            task_briefs=task_briefs,
        )

    def _json(self) -> object:
        try:
            text = self._path.read_text(encoding="utf-8-sig")
            return json.loads(text, object_pairs_hook=self._without_repeats)
        except json.JSONDecodeError as error:
            problem = f"this {json_fault(error)}"
            raise InputError(problem, file=self._path, line=error.lineno) from None
        except (OSError, UnicodeDecodeError) as error:
            raise self._error(f"the file cannot be read: {error}") from None

    def _without_repeats(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        repeated = next((key for key in keys if keys.count(key) > 1), None)
        if repeated is not None:
            raise self._error(f"the key {repeated} stands twice in one object")
        return dict(pairs)

    def _types(self, top: Mapping[str, object]) -> dict[str, tuple[str, str]]:
        nouns = {}
        for name, value in self._section(top, "types", {ROOT_TYPE, *self._domain.types}).items():
            forms = self._texts(value, f"types.{name}")
            if len(forms) != 2:
                raise self._error(f"types.{name} must be singular and plural", found=repr(list(forms)))
            nouns[name] = (forms[0], forms[1])
        return nouns

    def _predicates(self, top: Mapping[str, object]) -> tuple[dict[str, str], dict[str, str]]:
        holds, fails = {}, {}
        for name, value in self._section(top, "predicates", self._domain.predicates).items():
            key, arity = f"predicates.{name}", len(self._domain.predicates[name])
            entry = self._mapping({"holds": value} if isinstance(value, str) else value, key, ("holds", "fails"))
            if "holds" not in entry:
                raise self._error(f"{key}.holds is missing", found=", ".join(entry) or "nothing")
            holds[name] = self._template(entry["holds"], f"{key}.holds", arity)
            if "fails" in entry:
                fails[name] = self._template(entry["fails"], f"{key}.fails", arity)
                if fails[name] == holds[name]:
                    raise self._error(f"{key}.fails says the same as {key}.holds", found=repr(fails[name]))
        return holds, fails

    def _functions(self, top: Mapping[str, object]) -> dict[str, str]:
        section = self._section(top, "functions", self._domain.functions)
        arities = {name: len(self._domain.functions[name]) for name in section}
        return {name: self._template(value, f"functions.{name}", arities[name]) for name, value in section.items()}

    def _actions(self, top: Mapping[str, object]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
        summaries, imperatives = {}, {}
        for name, value in self._section(top, "actions", self._domain.actions).items():
            key, arity = f"actions.{name}", len(self._domain.actions[name].parameters)
            entry = self._mapping(value, key, ("summary", "imperatives"))
            if "summary" in entry:
                summaries[name] = self._text(entry["summary"], f"{key}.summary")
            templates = self._texts(entry.get("imperatives", []), f"{key}.imperatives")
            imperatives[name] = tuple(self._template(text, f"{key}.imperatives", arity) for text in templates)
        return summaries, imperatives

    def _briefs(self, top: Mapping[str, object]) -> tuple[str | None, dict[str, str]]:
        entry = self._mapping(top.get("briefs", {}), "briefs", ("domain", "tasks"))
        domain = self._text(entry["domain"], "briefs.domain") if "domain" in entry else None
        tasks = self._mapping(entry.get("tasks", {}), "briefs.tasks", None)
        return domain, {name: self._text(text, f"briefs.tasks.{name}") for name, text in tasks.items()}

    def _section(self, top: Mapping[str, object], key: str, allowed: Collection[str]) -> dict[str, object]:
        return self._mapping(top.get(key, {}), key, allowed)

    def _mapping(self, value: object, key: str, allowed: Collection[str] | None) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._error(f"{key} must be an object with keys", found=repr(value))
        for name in value:
            if allowed is not None and name not in allowed:
                raise self._error(f"{key} has an unknown key", found=name, allowed=", ".join(sorted(allowed)) or "none")
        return value

    def _text(self, value: object, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"{key} must be a text that is not empty", found=repr(value))
        return value.strip()

    def _texts(self, value: object, key: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self._error(f"{key} must be a list of texts", found=repr(value))
        return tuple(self._text(item, key) for item in value)

    def _template(self, value: object, key: str, arity: int) -> str:
        """Return the template after checking that it names every argument and nothing else."""
        text = self._text(value, key)
        wanted = {str(index) for index in range(arity)}
        allowed = "exactly " + (", ".join(f"{{{index}}}" for index in sorted(wanted, key=int)) or "no placeholder")
        try:
            pieces = list(Formatter().parse(text))
        except ValueError as error:
            raise self._error(f"{key} is no template: {error}", found=repr(text), allowed=allowed) from None
        found = {name for _, name, _, _ in pieces if name is not None}
        plain = all(not spec and not conversion for _, _, spec, conversion in pieces)
        if found != wanted or not plain:
            raise self._error(f"{key} has wrong placeholders", found=repr(text), allowed=allowed)
        return text

    def _error(self, problem: str, *, found: str | None = None, allowed: str | None = None) -> InputError:
        return InputError(problem, file=self._path, found=found, allowed=allowed)
