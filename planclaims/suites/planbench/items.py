"""The items of the suite: so many questions of every kind in every set, all drawn from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from planclaims.errors import ConfigError, InputError, did_you_mean
from planclaims.suites.contract import Data, Item
from planclaims.suites.planbench.generators.pool import SETS, Pool
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.kinds.kind import Draw, Drawn, Kind
from planclaims.suites.planbench.renaming import draw_object_names, draw_renaming
from planclaims.suites.planbench.world import World

GENERATOR = 1
"""Raised when the same seed gives other questions."""
MOST_MISSES = 60


def draw_items(settings: Data) -> Sequence[Item]:
    """Return every item that the settings ask for; ConfigError before anything is drawn if a set or kind is unknown."""
    faults = list(_name_faults(settings))
    if faults:
        raise ConfigError("\n".join(faults))
    return [item for name in settings["sets"] for item in _items_of_set(name, settings)]


def _name_faults(settings: Data) -> Iterator[str]:
    place = "config: at suites.planbench.settings.sets"
    sets = [*SETS, *settings.get("folders", {})]
    for name, kinds in settings["sets"].items():
        if name not in sets:
            near = did_you_mean(name, sets)
            yield f"{place}: there is no set of instances {name!r}{near}; allowed: {', '.join(sets)}"
        for kind in kinds:
            if kind not in KINDS:
                near = did_you_mean(kind, KINDS)
                yield f"{place}.{name}: there is no kind {kind!r} for set {name}{near}; allowed: {', '.join(KINDS)}"


def _items_of_set(name: str, settings: Data) -> Iterator[Item]:
    pool = _pool(name, int(settings["seed"]), tuple(settings.get("folders", {}).items()))
    own: Mapping[str, int] = settings["sets"][name]
    for kind in own:
        yield from _items(pool, KINDS[kind], int(own[kind]), int(settings["seed"]))


@cache
def _pool(name: str, seed: int, folders: tuple[tuple[str, str], ...]) -> Pool:
    return Pool(name, seed, dict(folders))


def _items(pool: Pool, kind: Kind, count: int, seed: int) -> Iterator[Item]:
    """Yield the questions of one kind; the first ones drawn are examples only."""
    names = {
        how: draw_renaming(pool.world, how, _chance(seed, "names", pool.name, how)) for how in ("deceptive", "random")
    }
    earlier: list[Drawn] = []
    for draw, drawn in _drawn(pool, kind, count + kind.spare, seed):
        if len(earlier) >= kind.spare:
            examples = kind.examples(draw, drawn, earlier)
            yield _item(draw, kind, drawn, examples, names)
        earlier.append(drawn)


def _drawn(pool: Pool, kind: Kind, count: int, seed: int) -> Iterator[tuple[Draw, Drawn]]:
    number = misses = 0
    for ordinal in range(count):
        while True:
            draw = Draw(pool, number, ordinal, _chance(seed, kind.name, pool.name, number, ordinal))
            drawn = kind.draw(draw)
            number += 1
            if drawn is not None:
                yield draw, drawn
                break
            misses += 1
            if misses > MOST_MISSES + 20 * ordinal:
                raise InputError(
                    f"set {pool.name} gives no question of kind {kind.name}", allowed="another set or kind"
                )


def _item(draw: Draw, kind: Kind, drawn: Drawn, examples: Sequence[Drawn], names: Mapping[str, Any]) -> Item:
    pool, number = draw.pool, draw.ordinal - kind.spare + 1
    instances = [drawn.instance, *(example.instance for example in examples)]
    objects = tuple(dict.fromkeys(one for instance in instances for one in instance.objects))
    everything = Instance(objects, frozenset(), ())
    own = draw_object_names(everything, _chance(pool.seed, "objects", kind.name, pool.name, number))
    shown = {
        "world": pool.world.name,
        "instance": drawn.instance.data,
        "facts": dict(drawn.facts),
        "examples": [
            {"instance": one.instance.data, "facts": dict(one.facts), "answer": dict(one.answer)} for one in examples
        ],
        "names": {**names, "objects": {"objects": own}},
        "generator": GENERATOR,
    }
    truth = {"answer": dict(drawn.answer), "notes": dict(drawn.notes)}
    return Item(f"{pool.name}-{kind.name}", f"{number:03}", kind.name, shown, truth)


def _chance(seed: int, *names: object) -> random.Random:
    return random.Random("/".join(map(str, (seed, *names))))


def world_size(world: World, instance: Instance) -> int:
    """Return the size of an instance as its world counts it."""
    return instance.size(world.size, world.domain)
