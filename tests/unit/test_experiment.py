from pathlib import Path

import pytest
import yaml

from planclaims.episodes.key import EpisodeKey
from planclaims.errors import ConfigError
from planclaims.storage import fingerprint
from planclaims.study.config_files import read_config
from planclaims.study.experiment import Experiment, canonical, read_experiment, read_numbers

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "rules" / "config.schema.yaml"


def config(**overrides: object) -> dict[str, object]:
    loaded: dict[str, object] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    loaded.update(overrides)
    return loaded


def read(settings: dict[str, object], domains: Path) -> Experiment:
    return read_experiment(settings, SCHEMA, domains)


@pytest.fixture
def domains(tmp_path: Path) -> Path:
    for domain, tasks in {"ferry": ["01", "02"], "blocksworld": ["01"]}.items():
        problems = tmp_path / domain / "problems"
        problems.mkdir(parents=True)
        (tmp_path / domain / "domain.pddl").write_text("(define)")
        for task in tasks:
            (problems / f"{task}.pddl").write_text("(define)")
    return tmp_path


def small(**model: object) -> dict[str, object]:
    entry = {"kind": "reference", "script": "optimal", "tasks": "all", **model}
    return config(
        experiment={"domains": "all", "models": ["m"], "methods": ["direct"]},
        models={"m": entry},
    )


def test_the_default_configuration_fits_its_schema_and_names_every_domain_on_disk() -> None:
    experiment = read(config(), ROOT / "domains")
    assert {domain for domain, _ in experiment.tasks} == {
        path.parent.name for path in ROOT.glob("domains/*/domain.pddl")
    }


def test_episodes_are_models_times_methods_times_tasks(domains: Path) -> None:
    experiment = read(small(), domains)
    paths = [key.path for key in experiment.episodes()]
    assert paths == ["m/direct/blocksworld/01", "m/direct/ferry/01", "m/direct/ferry/02"]


def test_a_domain_without_tasks_or_with_one_that_no_path_can_bear_is_refused(domains: Path) -> None:
    problem = domains / "ferry" / "problems" / "p.1.pddl"
    problem.write_text("(define)")
    with pytest.raises(ConfigError, match=r"ferry/problems/p\.1\.pddl: wrong name of a task's file; allowed: letters"):
        read(small(), domains)
    for file in problem.parent.iterdir():
        file.unlink()
    with pytest.raises(ConfigError, match="ferry/problems: the domain has no task"):
        read(small(), domains)
    (domains / "ferry").rename(domains / "my ferry")
    with pytest.raises(ConfigError, match="my ferry: wrong name of a domain's folder"):
        read(small(), domains)


def test_a_list_of_tasks_selects_them(domains: Path) -> None:
    experiment = read(small(tasks=["ferry/02"]), domains)
    assert [key.path for key in experiment.episodes()] == ["m/direct/ferry/02"]


def test_numbers_that_the_command_line_gives_as_text_are_read_and_other_text_is_left_to_be_refused() -> None:
    given = config(
        spending={"usd": "50", "calls": "null"}, budget={"floor": "2.5", "factor": "3", "unsolvable": "many"}, seed="7"
    )
    read_numbers(given, SCHEMA, ROOT)
    assert given["spending"] == {"usd": 50, "calls": None}
    assert given["budget"] == {"floor": 2.5, "factor": 3, "unsolvable": "many"}
    assert given["seed"] == 7
    with pytest.raises(ConfigError, match=r"budget\.unsolvable: 'many'"):
        read(given, ROOT / "domains")


PAID = {"kind": "litellm", "model": "openai/m", "price": {"input": 1, "output": 1}, "tasks": ["ferry/02"]}


def repeated(**changes: object) -> dict[str, object]:
    """Return a configuration of three repeats, for a script and a language model, with four methods."""
    methods = {
        "direct": {"regime": "offline", "temperature": 0},
        "warm": {"regime": "offline", "strategy": "direct", "temperature": 0.5},
        "tree-of-thoughts": {"regime": "offline"},
        "warm-react": {"regime": "online", "architecture": "react", "temperature": 0.1},
    }
    script = {"kind": "reference", "script": "optimal", "tasks": ["ferry/02"]}
    chosen = {"domains": "all", "models": ["script", "llm"], "methods": list(methods)}
    return config(
        **{"experiment": chosen, "models": {"script": script, "llm": PAID}, "methods": methods, "repeats": 3, **changes}
    )


def test_only_what_is_sampled_is_repeated_and_the_first_run_keeps_its_place(domains: Path) -> None:
    paths = [key.path for key in read(repeated(), domains).episodes()]
    assert [path for path in paths if path.startswith("script/")] == [
        f"script/{method}/ferry/02" for method in ("direct", "warm", "tree-of-thoughts", "warm-react")
    ]
    assert [path for path in paths if path.startswith("llm/")] == [
        "llm/direct/ferry/02",
        *(
            f"llm/{method}/ferry/02{ending}"
            for method in ("warm", "tree-of-thoughts", "warm-react")
            for ending in ("", ".repeat1", ".repeat2")
        ),
    ]


@pytest.mark.parametrize("key", [EpisodeKey("a.b", "m-1", "d", "01"), EpisodeKey("a", "m", "d", "01", 12)])
def test_a_place_tells_its_episode(key: EpisodeKey) -> None:
    assert EpisodeKey.of_path(key.path) == key


def test_a_method_with_a_setting_that_it_does_not_have_is_refused_before_any_work(domains: Path) -> None:
    wrong = repeated(methods={"direct": {"regime": "offline", "beam": 2}})
    wrong["experiment"] = {"domains": "all", "models": ["llm"], "methods": ["direct"]}
    with pytest.raises(ConfigError, match="beam"):
        list(read(wrong, domains).episodes())


def test_a_method_of_an_unknown_strategy_is_refused_although_only_scripts_play_it(domains: Path) -> None:
    settings = small()
    settings["methods"] = {"direct": {"regime": "offline", "strategy": "dirct", "temperature": 0, "max_tokens": 10}}
    with pytest.raises(ConfigError, match=r"config: at methods\.direct: .*'dirct'"):
        read(settings, domains)


def test_a_budget_in_usd_needs_a_price_of_every_model_that_is_asked(domains: Path) -> None:
    unpriced = {key: value for key, value in PAID.items() if key != "price"}
    settings = repeated(models={"script": PAID, "llm": unpriced}, spending={"usd": 1.5, "calls": None})
    with pytest.raises(ConfigError, match=r"spending\.usd.*'llm' has no price"):
        read(settings, domains)
    read({**settings, "spending": {"usd": None, "calls": 3}}, domains)


def test_the_model_that_writes_briefs_must_be_one_of_a_provider_and_needs_its_key(domains: Path) -> None:
    llm = {"source": "llm", "on_failed_audit": "use", "draw": 0}
    scribe = {**PAID, "key": "SCRIBE_KEY"}
    settings = {**small(), "models": {**small()["models"], "scribe": scribe}}  # type: ignore[dict-item]
    for name in ({}, {"model": "nobody"}, {"model": "m"}):
        with pytest.raises(ConfigError, match=r"briefs\.model.*allowed: scribe"):
            read({**settings, "briefs": {**llm, **name}}, domains)
    experiment = read({**settings, "briefs": {**llm, "model": "scribe"}}, domains)
    assert experiment.models == ("m",)
    assert experiment.missing_keys({}) == ("SCRIBE_KEY",)


def test_selecting_tasks_is_no_part_of_what_shapes_an_episode(domains: Path) -> None:
    some, all_of_them = read(small(tasks=["ferry/02"]), domains), read(small(), domains)
    assert some.model_settings("m") == all_of_them.model_settings("m")


@pytest.mark.parametrize(
    ("change", "place", "found"),
    [
        ({"sede": 1}, "the top level", "sede"),
        ({"seed": "one"}, "seed", "one"),
        (
            {"experiment": {"domains": "all", "models": ["nobody"], "methods": ["direct"]}},
            "experiment.models",
            "nobody",
        ),
        ({"experiment": {"domains": ["chess"], "models": ["m"], "methods": ["direct"]}}, "experiment.domains", "chess"),
        (
            {"models": {"m": {"kind": "reference", "script": "optimal", "tasks": "all", "speed": 1}}},
            "models.m",
            "speed",
        ),
        ({"models": {"m": {"kind": "magic", "tasks": "all"}}}, "models.m.kind", "magic"),
        (
            {"models": {"m": {"kind": "reference", "script": "optimal", "tasks": ["ferry/99"]}}},
            "models.m.tasks",
            "ferry/99",
        ),
    ],
)
def test_a_wrong_entry_is_named_with_its_place(
    domains: Path, change: dict[str, object], place: str, found: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        read({**small(), **change}, domains)
    assert place in str(caught.value)
    assert found in str(caught.value)


def paper(domains: Path) -> Experiment:
    return read(read_config(ROOT / "config.yaml", ROOT / "experiments" / "paper.yaml"), domains)


def test_the_papers_study_has_1800_episodes_and_needs_two_keys() -> None:
    experiment = paper(ROOT / "domains")
    assert len(list(experiment.episodes())) == 1800
    assert experiment.missing_keys({}) == ("GEMINI_API_KEY", "OPENAI_API_KEY")
    assert experiment.missing_keys({"GEMINI_API_KEY": "x", "OPENAI_API_KEY": ""}) == ("OPENAI_API_KEY",)


def test_the_papers_briefs_are_written_by_its_own_model() -> None:
    experiment = paper(ROOT / "domains")
    assert experiment.brief_writer == "gpt-5"
    assert "gpt-5" not in experiment.models
    writer = experiment.config["models"]["gpt-5"]
    assert writer["model"] == "openai/gpt-5-2025-08-07"
    assert writer["parameters"] == {"reasoning_effort": "minimal"}
    assert writer["price"] == {"input": 1.25, "output": 10.0}


def test_the_order_of_keys_changes_no_settings() -> None:
    assert canonical({"a": 1, "b": {"d": 2, "c": 3}}) == canonical({"b": {"c": 3, "d": 2}, "a": 1})


def test_a_fingerprint_follows_contents_and_names_only(tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.mkdir()
    (one / "a.txt").write_text("x")
    two = tmp_path / "two"
    two.mkdir()
    (two / "a.txt").write_text("x")
    assert fingerprint(one, "*.txt") == fingerprint(two, "*.txt")
    three = tmp_path / "three"
    three.mkdir()
    (three / "a.txt").write_text("y")
    assert fingerprint(three, "*.txt") != fingerprint(one, "*.txt")


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"api_base": "https://me:hunter2@models.example/v1"}, "models.m.api_base"),
        ({"parameters": {"api_key": "hunter2"}}, "models.m.parameters.api_key"),
        ({"parameters": {"extra_headers": {"Authorization": "hunter2"}}}, "models.m.parameters.extra_headers"),
    ],
)
def test_a_secret_in_the_configuration_is_refused_and_not_repeated(
    domains: Path, entry: dict[str, object], place: str
) -> None:
    model = {"kind": "litellm", "model": "openai/m", "tasks": "all", **entry}
    with pytest.raises(ConfigError, match=place) as caught:
        read({**small(), "models": {"m": model}}, domains)
    assert "hunter2" not in str(caught.value)
