"""A suite's entry in the configuration: what fits nowhere is refused by name, and text of `--config` is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from planclaims.errors import ConfigError
from planclaims.schema import CORRECT
from planclaims.study.experiment import read_experiment, read_numbers
from planclaims.suites.competence.irt.routes import check_routes
from planclaims.suites.entry import check_methods, read_suite
from planclaims.suites.study import SuiteStudy

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "rules/config.schema.yaml"


def config(name: str = "lamps", **changes: object) -> dict[str, Any]:
    """Return the configuration of the checkout with one suite: the toy suite, or one of the package."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    guest = {"folder": "tests/guest/lamps", "models": ["reference-optimal"], "methods": ["direct"]}
    loaded["suites"] = {name: {**(guest if name == "lamps" else loaded["suites"][name]), **changes}}
    return loaded


def study(given: dict[str, Any], tmp_path: Path) -> SuiteStudy:
    (name,) = given["suites"]
    read_experiment(given, SCHEMA, ROOT / "domains")
    found = read_suite(name, given, ROOT, tmp_path)
    check_methods(found)
    return found


REFUSED = [
    (
        {"models": ["reference-optiml"]},
        "lamps.models: 'reference-optiml' has no entry; did you mean 'reference-optimal'",
    ),
    ({"methods": ["reakt"]}, "lamps.methods: 'reakt' has no entry; did you mean 'react'"),
    ({"conditions": ["plane"]}, "lamps.conditions: there is no 'plane'; did you mean 'plain'?; allowed: plain, hinted"),
    ({"sample": {"nobody": 1}}, "lamps.sample: 'nobody' has no entry; allowed: reference-optimal"),
    (
        {"sample": {"reference-optimal": {"lnog": 1}}},
        "no group fits 'lnog'; did you mean 'long'?; allowed: long, short",
    ),
    ({"sample": {"reference-optimal": "some"}}, "found 'some'; allowed: a whole number of items per group, from 0, or"),
    ({"settings": {"itmes": 3}}, "lamps.settings: unknown key 'itmes'; did you mean 'items'?; allowed: seed, items"),
    ({"settings": {"items": "many"}}, "lamps.settings.items: 'many' is not of type 'integer'; allowed: integer"),
    (
        {"methods": ["tree-of-thoughts"]},
        "tree-of-thoughts needs the words complete, rate, step, step_example",
    ),
]


@pytest.mark.parametrize(("change", "told"), REFUSED)
def test_what_fits_nowhere_is_told_once_with_what_is_allowed(
    change: dict[str, object], told: str, tmp_path: Path
) -> None:
    given = config(**change)
    read_numbers(given, SCHEMA, ROOT)
    with pytest.raises(ConfigError) as caught:
        study(given, tmp_path)
    *faults, last = str(caught.value).splitlines()
    assert last == CORRECT
    assert len(faults) == 1
    assert told in faults[0]


def test_numbers_that_are_text_are_read_in_a_suite_too(tmp_path: Path) -> None:
    given = config(sample={"reference-optimal": {"long": "2", "*": "1"}, "smollm2-135m": "3"}, settings={"items": "4"})
    read_numbers(given, SCHEMA, ROOT)
    entry = given["suites"]["lamps"]
    assert entry["sample"] == {"reference-optimal": {"long": 2, "*": 1}, "smollm2-135m": 3}
    assert entry["settings"] == {"items": 4}
    assert len(list(study(given, tmp_path).chunks())) == 4
    competence = config("competence", settings={"per_form": {"generative": "2", "boolean": "0", "choice": "0"}})
    read_numbers(competence, SCHEMA, ROOT)
    assert competence["suites"]["competence"]["settings"]["per_form"]["generative"] == 2


def test_patterns_of_groups_that_an_overlay_does_not_play_may_stay(tmp_path: Path) -> None:
    given = config("competence", settings={"domains": ["hospital"]})
    assert {key.group.split("_")[0] for key in study(given, tmp_path).chunks()} == {"hospital"}
    given["suites"]["competence"]["sample"] = {"smollm2-135m": {"hospitl_*": 1}}
    with pytest.raises(ConfigError, match=r"sample\.smollm2-135m: no group fits 'hospitl_\*'"):
        study(given, tmp_path)


@pytest.mark.parametrize(("name", "near"), [("plnabench", "; did you mean 'planbench'?"), ("hiddenpddl", "")])
def test_a_suite_that_does_not_exist_is_told_as_that(name: str, near: str, tmp_path: Path) -> None:
    given = config()
    given["suites"] = {name: {"settings": {}}}
    read_numbers(given, SCHEMA, ROOT)
    with pytest.raises(ConfigError) as caught:
        read_experiment(given, SCHEMA, ROOT / "domains")
    fault, last = str(caught.value).splitlines()
    assert fault.startswith(f"config: at suites: there is no suite {name!r}{near}; allowed: competence, longhorizon, ")
    assert last == CORRECT


def test_tiers_of_models_without_an_entry_are_refused() -> None:
    given = config()
    given["analysis"]["tiers"] = [{"lower": "smollm2-135", "higher": "smollm2-135m"}]
    with pytest.raises(ConfigError, match=r"analysis\.tiers\.0\.lower: 'smollm2-135' has no entry; did you mean"):
        read_experiment(given, SCHEMA, ROOT / "domains")


def test_a_route_between_what_nobody_plays_is_refused(tmp_path: Path) -> None:
    route = {"model": "smollm2-135m", "cheap": "direct", "dear": "direct-example"}
    given = config("competence", conditions=["plain", "example"], settings={"irt": {"routes": [route]}})
    check_routes(study(given, tmp_path))
    route |= {"model": "smollm2-135", "dear": "program"}
    with pytest.raises(
        ConfigError, match=r"routes\.0\.model: 'smollm2-135' plays nothing; did.*\n.*0\.dear: 'program' plays"
    ):
        check_routes(study(given, tmp_path))
