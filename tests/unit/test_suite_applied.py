"""The load-balancing and hospital domains: signatures, first tasks, and what the suite promises about them."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from planclaims.pddl_io import read_domain, read_plan, read_task
from planclaims.search import solve
from planclaims.semantics.action import Shortfall
from planclaims.semantics.formula import conjuncts
from planclaims.semantics.grounding import applicable_actions, ground_actions
from planclaims.semantics.model import TOTAL_COST
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate

DOMAINS = Path(__file__).parents[2] / "domains"
APPLIED = ("load-balancing", "hospital")
NUMBERS = tuple(f"{number:02d}" for number in range(1, 11))
UNSOLVABLE = {"load-balancing": {"05", "08"}, "hospital": {"03", "09"}}
SIGNATURES = {
    "load-balancing": {
        "assign-bucket": ("?bucket", "?server", "?region", "?service"),
        "unassign-bucket": ("?bucket", "?server"),
        "power-on": ("?server",),
        "power-off": ("?server",),
        "start-service": ("?service", "?server"),
        "stop-service": ("?service", "?server"),
    },
    "hospital": {
        "admit": ("?patient", "?bed", "?ward"),
        "transfer": ("?patient", "?origin", "?destination", "?ward"),
        "discharge": ("?patient", "?bed"),
        "clean-bed": ("?bed",),
        "block-bed": ("?bed",),
        "unblock-bed": ("?bed",),
    },
}
REPAIRS = {
    ("load-balancing", "05"): ("(= (capacity s2_eu) 3)", "(= (capacity s2_eu) 4)", 5),
    ("load-balancing", "08"): ("(= (load s1_ap) (load s2_ap))", "(>= (load s1_ap) (load s2_ap))", 8),
    ("hospital", "03"): (" (needs-isolation p1)", "", 9),
    ("hospital", "09"): (" (needs-isolation p6)", "", 11),
}
"""For each unsolvable task: what to replace in its file to make it solvable, and the length it then has."""

EVERY_TASK = [(domain, number) for domain in APPLIED for number in NUMBERS]


def task_of(domain: str, number: str) -> Task:
    return read_task(DOMAINS / domain / "domain.pddl", DOMAINS / domain / "problems" / f"{number}.pddl")


def plan_of(*lines: str) -> tuple[Step, ...]:
    return read_plan("\n".join(lines), source="a test")


@pytest.mark.parametrize("domain", APPLIED)
def test_ten_problems(domain: str) -> None:
    assert sorted(path.name for path in (DOMAINS / domain / "problems").iterdir()) == [f"{n}.pddl" for n in NUMBERS]


@pytest.mark.parametrize("domain", APPLIED)
def test_signatures(domain: str) -> None:
    read = read_domain(DOMAINS / domain / "domain.pddl")
    found = {name: tuple(parameter.name for parameter in schema.parameters) for name, schema in read.actions.items()}
    assert found == SIGNATURES[domain]


@pytest.mark.parametrize("domain", APPLIED)
def test_every_action_costs_one(domain: str) -> None:
    for schema in read_domain(DOMAINS / domain / "domain.pddl").actions.values():
        changes = [change for effect in schema.effects for change in effect.changes]
        costs = [(change.kind, str(change.expression)) for change in changes if change.fluent == TOTAL_COST]
        assert costs == [("increase", "1")], schema.name


@pytest.mark.parametrize("domain", APPLIED)
def test_predicates_are_compound_names(domain: str) -> None:
    assert all("-" in name for name in read_domain(DOMAINS / domain / "domain.pddl").predicates)


@pytest.mark.parametrize(("domain", "number"), EVERY_TASK)
def test_problem_files_hold_the_define_form_only(domain: str, number: str) -> None:
    text = (DOMAINS / domain / "problems" / f"{number}.pddl").read_text(encoding="utf-8")
    assert ";" not in text
    assert text.startswith(f"(define (problem {domain}-{number})\n")
    assert text.rstrip().endswith("(:metric minimize (total-cost)))")


@pytest.mark.parametrize(("domain", "number"), EVERY_TASK)
def test_goal_needs_work(domain: str, number: str) -> None:
    task = task_of(domain, number)
    assert not task.goal_reached(task.initial)


@pytest.mark.parametrize("number", NUMBERS)
def test_initial_loads_count_the_assigned_buckets(number: str) -> None:
    task = task_of("load-balancing", number)
    facts, values = task.initial.facts, task.initial.values
    assigned = Counter(fact[2] for fact in facts if fact[0] == "assigned-to")
    servers = [name for name, kinds in task.objects.items() if kinds == ("server",)]
    for server in servers:
        assert values["load", server] == assigned[server] <= values["capacity", server]
    for _, bucket, server in (fact for fact in facts if fact[0] == "assigned-to"):
        (service,) = (fact[2] for fact in facts if fact[:2] == ("needs-service", bucket))
        (region,) = (fact[2] for fact in facts if fact[:2] == ("from-region", bucket))
        assert {("server-online", server), ("runs-service", server, service), ("stands-in", server, region)} <= facts


def balancing_places(task: Task, facts: frozenset[tuple[str, ...]]) -> list[list[tuple[str, ...]]]:
    """Return, for every bucket, the facts of which exactly one must hold."""
    places = []
    for name, kinds in task.objects.items():
        if kinds == ("bucket",):
            places.append([f for f in facts if f[0] in ("bucket-waiting", "assigned-to") and f[1] == name])
    return places


def hospital_places(task: Task, facts: frozenset[tuple[str, ...]]) -> list[list[tuple[str, ...]]]:
    """Return, for every patient and bed, the facts of which exactly one must hold."""
    places = []
    for name, kinds in task.objects.items():
        if kinds == ("patient",):
            places.append([f for f in facts if f[0] in ("patient-waiting", "lies-in", "gone-home") and f[1] == name])
        if kinds == ("bed",):
            places.append([f for f in facts if f[0] in ("bed-free", "bed-dirty", "lies-in") and f[-1] == name])
    return places


PLACES = {"load-balancing": balancing_places, "hospital": hospital_places}


@pytest.mark.parametrize(("domain", "number"), EVERY_TASK)
def test_everything_is_in_one_place_at_the_start_and_after(domain: str, number: str) -> None:
    task = task_of(domain, number)
    actions = tuple(ground_actions(task))
    layer = [task.initial]
    for _ in range(2):
        for state in layer:
            assert all(len(place) == 1 for place in PLACES[domain](task, state.facts))
            blocked = {fact[1] for fact in state.facts if fact[0] == "bed-blocked"}
            assert blocked <= {fact[1] for fact in state.facts if fact[0] == "bed-free"}
        layer = [action.successor(state) for state in layer for action in applicable_actions(actions, state)]


@pytest.mark.parametrize("domain", APPLIED)
def test_no_two_tasks_are_alike(domain: str) -> None:
    """Tell the tasks apart by what any renaming of objects would leave as it is."""
    profiles = set()
    for number in NUMBERS:
        task = task_of(domain, number)
        kinds = Counter(task.objects.values())
        facts = Counter(fact[0] for fact in task.initial.facts)
        values = Counter((fluent[0], value) for fluent, value in task.initial.values.items())
        profiles.add((frozenset(kinds.items()), frozenset(facts.items()), frozenset(values.items())))
    assert len(profiles) == len(NUMBERS)


FIRST_BALANCING_PLAN = plan_of(
    "(unassign-bucket b2 s2_eu)",
    "(assign-bucket b2 s1_eu eu_west search)",
    "(assign-bucket b3 s1_eu eu_west search)",
    "(power-off s2_eu)",
)


def test_first_load_balancing_task() -> None:
    task = task_of("load-balancing", "01")
    assert dict(task.objects) == {
        "b1": ("bucket",),
        "b2": ("bucket",),
        "b3": ("bucket",),
        "s1_eu": ("server",),
        "s2_eu": ("server",),
        "eu_west": ("region",),
        "search": ("service",),
    }
    report = validate(task, FIRST_BALANCING_PLAN)
    assert report.status is Status.VALID
    assert report.trace[-1].values[TOTAL_COST] == 4
    assert solve(task).optimal_length == 4


def test_a_loaded_server_cannot_be_powered_off() -> None:
    task = task_of("load-balancing", "01")
    (unmet,) = task.bind(Step("power-off", ("s2_eu",))).unmet(task.initial)
    assert (unmet.left, unmet.right) == (Fraction(1), Fraction(0))
    assert str(unmet.condition) == "(= (load s2_eu) 0)"
    assert unmet.shortfall is Shortfall.FALSE


def test_a_full_server_takes_no_bucket() -> None:
    """Fill s2_eu, whose capacity is 2, then ask it to take a third bucket."""
    task = task_of("load-balancing", "01")
    report = validate(
        task,
        plan_of(
            "(assign-bucket b3 s2_eu eu_west search)",
            "(unassign-bucket b1 s1_eu)",
            "(assign-bucket b1 s2_eu eu_west search)",
        ),
    )
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 3)
    (unmet,) = report.unmet
    assert str(unmet.condition) == "(<= (+ (load s2_eu) 1) (capacity s2_eu))"
    assert (unmet.left, unmet.right) == (Fraction(3), Fraction(2))


def test_a_dark_server_takes_no_bucket_and_starts_or_stops_no_service() -> None:
    task = task_of("load-balancing", "01")
    dark = validate(
        task,
        plan_of("(unassign-bucket b2 s2_eu)", "(power-off s2_eu)", "(assign-bucket b2 s2_eu eu_west search)"),
    )
    assert (dark.failed_step, [str(unmet.condition) for unmet in dark.unmet]) == (3, ["(server-online s2_eu)"])
    third = task_of("load-balancing", "02")
    for step in (Step("start-service", ("search", "s3_us")), Step("stop-service", ("checkout", "s3_us"))):
        assert [str(unmet.condition) for unmet in third.bind(step).unmet(third.initial)] == ["(server-online s3_us)"]


def test_services_start_and_stop_on_any_server_that_is_online() -> None:
    """No rule ties a server to one service, to a set of services, or to those that its buckets need (protocol 2)."""
    task = task_of("load-balancing", "02")
    report = validate(
        task,
        plan_of(
            "(start-service checkout s2_us)",
            "(assign-bucket b4 s2_us us_east checkout)",
            "(stop-service search s2_us)",
            "(stop-service checkout s2_us)",
            "(start-service search s1_us)",
        ),
    )
    assert (report.status, report.failed_step) == (Status.PRECONDITION_VIOLATED, 5)
    assert [str(unmet.condition) for unmet in report.unmet] == ["(not (runs-service s1_us search))"]
    assert {("assigned-to", "b3", "s2_us"), ("assigned-to", "b4", "s2_us")} <= report.trace[-1].facts


def test_each_action_of_load_balancing_requires_what_the_protocol_says_and_no_more() -> None:
    needs = {
        name: {str(part) for part in conjuncts(schema.precondition)}
        for name, schema in read_domain(DOMAINS / "load-balancing" / "domain.pddl").actions.items()
    }
    assert needs == {
        "assign-bucket": {
            "(bucket-waiting ?bucket)",
            "(server-online ?server)",
            "(from-region ?bucket ?region)",
            "(stands-in ?server ?region)",
            "(needs-service ?bucket ?service)",
            "(runs-service ?server ?service)",
            "(<= (+ (load ?server) 1) (capacity ?server))",
        },
        "unassign-bucket": {"(assigned-to ?bucket ?server)"},
        "power-on": {"(not (server-online ?server))"},
        "power-off": {"(server-online ?server)", "(= (load ?server) 0)"},
        "start-service": {"(server-online ?server)", "(not (runs-service ?server ?service))"},
        "stop-service": {"(server-online ?server)", "(runs-service ?server ?service)"},
    }


def test_first_hospital_task() -> None:
    task = task_of("hospital", "01")
    report = validate(task, plan_of("(admit p1 b1 w_med)", "(admit p2 b2 w_med)"))
    assert report.status is Status.VALID
    assert report.trace[-1].values[TOTAL_COST] == 2
    assert solve(task).optimal_length == 2


def test_isolation_and_side_effects_in_the_hospital() -> None:
    """In task 02, p3 needs isolation; iso_1 is given up by p1, dirty until cleaned."""
    task = task_of("hospital", "02")
    start = plan_of("(clean-bed b2)")
    refused = validate(task, (*start, Step("admit", ("p3", "b2", "w_med"))))
    assert [str(unmet.condition) for unmet in refused.unmet] == ["(or (not (needs-isolation p3)) (can-isolate b2))"]
    moved = (*start, Step("transfer", ("p1", "iso_1", "b2", "w_med")))
    dirty = validate(task, (*moved, Step("admit", ("p3", "iso_1", "w_med"))))
    assert {str(unmet.condition) for unmet in dirty.unmet} == {"(bed-free iso_1)", "(not (bed-dirty iso_1))"}
    assert validate(task, (*moved, *plan_of("(clean-bed iso_1)", "(admit p3 iso_1 w_med)"))).status is Status.VALID


def test_blocked_and_taken_beds_in_the_hospital() -> None:
    """In task 04, b4 is blocked and b1 is taken by p1."""
    task = task_of("hospital", "04")
    blocked = validate(task, plan_of("(transfer p1 b1 b4 w_surg)"))
    assert [str(unmet.condition) for unmet in blocked.unmet] == ["(not (bed-blocked b4))"]
    taken = validate(task, plan_of("(block-bed b1)"))
    assert [str(unmet.condition) for unmet in taken.unmet] == ["(bed-free b1)"]


@pytest.mark.parametrize("number", NUMBERS)
def test_whoever_lies_in_a_bed_can_be_discharged(number: str) -> None:
    task = task_of("hospital", number)
    for _, patient, bed in (fact for fact in task.initial.facts if fact[0] == "lies-in"):
        after = task.bind(Step("discharge", (patient, bed))).successor(task.initial)
        assert {("gone-home", patient), ("bed-dirty", bed)} <= after.facts


@pytest.mark.parametrize(("domain", "number"), sorted(REPAIRS))
def test_unsolvable_tasks_are_one_change_away_from_solvable_ones(domain: str, number: str, tmp_path: Path) -> None:
    broken, repaired, length = REPAIRS[domain, number]
    text = (DOMAINS / domain / "problems" / f"{number}.pddl").read_text(encoding="utf-8")
    assert text.count(broken) == 1
    problem = tmp_path / "problem.pddl"
    problem.write_text(text.replace(broken, repaired), encoding="utf-8")
    assert solve(read_task(DOMAINS / domain / "domain.pddl", problem)).optimal_length == length


@pytest.mark.parametrize("domain", APPLIED)
def test_exhausting_the_unsolvable_tasks_stays_small(domain: str) -> None:
    for number in sorted(UNSOLVABLE[domain]):
        solution = solve(task_of(domain, number))
        assert not solution.solvable
        assert solution.exhausted
        assert solution.reachable_states < 250_000


def texts(entry: object) -> list[str]:
    """Return every text in a piece of JSON."""
    if isinstance(entry, str):
        return [entry]
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    return [text for part in inner for text in texts(part)]


@pytest.mark.parametrize("domain", APPLIED)
def test_phrases_cover_the_domain_and_name_no_predicate(domain: str) -> None:
    read = read_domain(DOMAINS / domain / "domain.pddl")
    phrases = json.loads((DOMAINS / domain / "domain.json").read_text(encoding="utf-8"))
    assert set(phrases["predicates"]) == set(read.predicates)
    assert set(phrases["actions"]) == set(read.actions)
    assert set(phrases["types"]) == set(read.types) - {"object"}
    assert set(phrases.get("functions", {})) == set(read.functions) - {"total-cost"}
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", " ".join(texts(phrases)).lower()))
    assert not words & set(read.predicates)


@pytest.mark.parametrize("domain", APPLIED)
def test_phrases_use_each_argument(domain: str) -> None:
    read = read_domain(DOMAINS / domain / "domain.pddl")
    phrases = json.loads((DOMAINS / domain / "domain.json").read_text(encoding="utf-8"))
    patterns = [
        (text, len(read.predicates[name])) for name, entry in phrases["predicates"].items() for text in entry.values()
    ]
    patterns += [
        (text, len(read.actions[name].parameters))
        for name, entry in phrases["actions"].items()
        for text in entry["imperatives"]
    ]
    for text, arity in patterns:
        assert {int(number) for number in re.findall(r"\{(\d+)\}", text)} == set(range(arity)), text
