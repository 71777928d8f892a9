"""What of the routes in the settings names nobody who answers."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.errors import ConfigError, did_you_mean
from planclaims.schema import CORRECT
from planclaims.suites.study import SuiteStudy


def check_routes(study: SuiteStudy) -> None:
    """Raise ConfigError, a line a fault, for a route of a model that plays nothing or between what it does not play."""
    faults = list(_faults(study))
    if faults:
        raise ConfigError("\n".join([*faults, CORRECT]))


def _faults(study: SuiteStudy) -> Iterator[str]:
    named = [
        method if condition == "plain" else f"{method}-{condition}"
        for method in study.entry["methods"]
        for condition in study.conditions(method)
    ]
    for number, route in enumerate(study.settings["irt"].get("routes", ())):
        where = f"config: at suites.{study.suite.name}.settings.irt.routes.{number}"
        for place, known in (("model", study.models), ("cheap", named), ("dear", named)):
            if route[place] not in known:
                near = did_you_mean(route[place], known)
                yield f"{where}.{place}: {route[place]!r} plays nothing{near}; allowed: {', '.join(known)}"
