"""Obfuscation: a bijection over the names of actions, predicates, types and objects; it changes no meaning."""

from __future__ import annotations

import random
import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.relation import UNLIKE
from planclaims.semantics.formula import Atom
from planclaims.semantics.model import ROOT_TYPE, Domain
from planclaims.suites.planbench.instance import Instance, atom_of, atom_text, step_of, step_text
from planclaims.suites.planbench.renamed_domain import renamed_domain
from planclaims.suites.planbench.world import World

WORDS = tomllib.loads((Path(__file__).parent / "texts/deceptive.toml").read_text(encoding="utf-8"))
NAME = re.compile(r"[a-z][a-z0-9_-]*")
PARTS = ("actions", "predicates", "types", "objects")
STEPS = frozenset({"plan", "actions", "action"})
"""The keys of a question's facts that hold steps; all other texts in lists are atoms."""
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Renaming:
    """Old and new names, part by part; names that are not listed stay as they are."""

    actions: Pairs = ()
    predicates: Pairs = ()
    types: Pairs = ()
    objects: Pairs = ()

    @staticmethod
    def read(data: Mapping[str, Mapping[str, str]]) -> Renaming:
        """Return the renaming that plain data describes; InputError in one line if it is no bijection."""
        for part in data:
            if part not in PARTS:
                raise InputError("a renaming has an unknown part", found=part, allowed=", ".join(PARTS))
        for part in PARTS:
            names = list(data.get(part, {}).values())
            doubled = next((name for name in names if names.count(name) > 1), None)
            if doubled is not None:
                raise InputError(f"a renaming of {part} is no bijection: two names become {doubled!r}")
            odd = next((name for name in names if not NAME.fullmatch(name)), None)
            if odd is not None:
                raise InputError(
                    f"a renaming of {part} gives a name that is none",
                    found=repr(odd),
                    allowed="a letter first, then letters, digits, hyphens",
                )
        return Renaming(*(tuple(data.get(part, {}).items()) for part in PARTS))

    @property
    def inverse(self) -> Renaming:
        """Return the renaming back."""
        return Renaming(*(tuple((new, old) for old, new in getattr(self, part)) for part in PARTS))

    def atom(self, atom: Atom) -> Atom:
        """Return the atom under its new names."""
        objects = _table(self.objects)
        return (_table(self.predicates).get(atom[0], atom[0]), *(objects.get(term, term) for term in atom[1:]))

    def atom_text(self, text: str) -> str:
        """Return the text of an atom under its new names."""
        return atom_text(self.atom(atom_of(text)))

    def step_text(self, text: str) -> str:
        """Return the text of a step under its new names."""
        step, objects = step_of(text), _table(self.objects)
        name = _table(self.actions).get(step.name, step.name)
        return step_text(replace(step, name=name, arguments=tuple(objects.get(term, term) for term in step.arguments)))

    def instance(self, instance: Instance) -> Instance:
        """Return the instance under its new names."""
        types, objects = _table(self.types), _table(self.objects)
        return Instance(
            tuple((objects.get(name, name), types.get(kind, kind)) for name, kind in instance.objects),
            frozenset(map(self.atom, instance.init)),
            tuple(map(self.atom, instance.goal)),
        )

    def facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a question or an answer under their new names; texts that are no list stay."""
        return {key: self._value(key, value) for key, value in facts.items()}

    def _value(self, key: str, value: object) -> object:
        rename = self.step_text if key in STEPS else self.atom_text
        if isinstance(value, list | tuple):
            return [rename(text) for text in value]
        return rename(value) if key in STEPS and isinstance(value, str) else value


@lru_cache(maxsize=512)
def _table(pairs: Pairs) -> Mapping[str, str]:
    return dict(pairs)


@lru_cache(maxsize=64)
def renamed_world(world: World, actions: Pairs, predicates: Pairs, types: Pairs) -> World:
    """Return the world under its new names, with words that are the bare names."""
    table = _table(predicates)
    domain = renamed_domain(world.domain, _table(actions), table, _table(types))
    return World(
        name=world.name,
        domain=domain,
        phrases=bare_phrases(domain),
        goal=tuple(table.get(name, name) for name in world.goal),
        size=_table(types).get(world.size, world.size),
        minutes={_table(actions).get(name, name): cost for name, cost in world.minutes.items()},
        understood={},
        events=None,
        static=frozenset(table.get(name, name) for name in world.static),
    )


def bare_phrases(domain: Domain) -> Phrases:
    """Return words for a domain that say no more than its names do."""
    holds = {
        name: " ".join([name, *(f"{{{place}}}" for place in range(len(parameters)))])
        for name, parameters in domain.predicates.items()
    }
    return Phrases(
        domain=domain,
        scenario=WORDS["scenario"],
        rules=(),
        nouns={name: (name, name) for name in (ROOT_TYPE, *domain.types)},
        holds=holds,
        fails={name: f"{UNLIKE} {text}" for name, text in holds.items()},
        contrary=frozenset(),
        quantities={},
        summaries={},
        imperatives=dict.fromkeys(domain.actions, ()),
        domain_brief=None,
        task_briefs={},
    )


def draw_renaming(world: World, how: str, chance: random.Random) -> dict[str, dict[str, str]]:
    """Return new names for a world's actions, predicates and types: `deceptive` words or `random` letters."""
    domain = world.domain
    parts = {"actions": list(domain.actions), "predicates": list(domain.predicates), "types": list(domain.types)}
    if how == "random":
        return {part: {name: _letters(chance) for name in names} for part, names in parts.items()}
    pools = {"actions": WORDS["actions"], "predicates": WORDS["predicates"], "types": WORDS["types"]}
    return {part: dict(zip(names, _sample(chance, pools[part], names), strict=True)) for part, names in parts.items()}


def draw_object_names(instance: Instance, chance: random.Random) -> dict[str, str]:
    """Return new names for the objects: numbered in a random order, so that no number tells the old name."""
    numbers = list(range(1, len(instance.objects) + 1))
    chance.shuffle(numbers)
    return {name: f"o{number}" for (name, _), number in zip(instance.objects, numbers, strict=True)}


def _sample(chance: random.Random, pool: Sequence[str], names: Sequence[str]) -> list[str]:
    left = [word for word in pool if word not in names]
    return chance.sample(left, len(names))


def _letters(chance: random.Random) -> str:
    rest = chance.choices(string.ascii_lowercase + string.digits, k=15)
    return chance.choice(string.ascii_lowercase) + "".join(rest)
