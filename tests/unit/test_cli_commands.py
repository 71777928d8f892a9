"""The command line: what each subcommand prints and which exit code it returns."""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from planclaims.cli.main import main
from planclaims.errors import LimitExceeded

DOMAIN = """(define (domain ferry) (:types boat place)
  (:predicates (moored-at ?b - boat ?p - place) (closed-now ?p - place)) (:functions (fuel ?b - boat))
  (:action sail :parameters (?b - boat ?from ?to - place)
    :precondition (and (moored-at ?b ?from) (not (closed-now ?to)) (>= (fuel ?b) 1))
    :effect (and (not (moored-at ?b ?from)) (moored-at ?b ?to) (decrease (fuel ?b) 1))))"""
PROBLEM = """(define (problem crossing) (:domain ferry) (:objects tub - boat north mid south - place)
  (:init (moored-at tub north) (= (fuel tub) 1)) (:goal (moored-at tub south)))"""
PHRASES = {
    "scenario": "A boat sails between places.",
    "predicates": {"moored-at": {"holds": "{0} is moored at {1}", "fails": "{0} is not moored at {1}"}},
    "actions": {"sail": {"summary": "Sail a boat.", "imperatives": ["sail {0} from {1} to {2}"]}},
}


class World:
    """A folder with the files of a task, and the command run on them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.write("domain.pddl", DOMAIN)
        self.write("problem.pddl", PROBLEM)

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    @property
    def task(self) -> tuple[str, str]:
        return str(self.folder / "domain.pddl"), str(self.folder / "problem.pddl")

    def call(self, command: str, *rest: str) -> tuple[int, str, str]:
        code = main([command, *self.task, *rest])
        captured = self.capsys.readouterr()
        return code, captured.out, captured.err

    def json(self, command: str, *rest: str) -> tuple[int, list[dict[str, object]]]:
        code, out, err = self.call(command, "--json", *rest)
        assert err == ""
        return code, [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def world(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> World:
    return World(tmp_path, capsys)


def say(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_validate_gives_every_verdict_as_json(world: World) -> None:
    good = world.write("good.plan", "(SAIL tub north south)\n; cost = 1 (unit cost)\n")
    short = world.write("short.plan", "(sail tub north mid)\n")
    dry = world.write("dry.plan", "(sail tub north mid)\n(sail tub mid south)\n")
    wrong = world.write("wrong.plan", "(sail tub north mid)\n(sail north tub south)\n")
    torn = world.write("torn.plan", "\n(sail tub\n")
    code, lines = world.json("validate", good, short, dry, wrong, torn)
    assert code == 1
    assert lines[0] == {
        "plan": good,
        "status": "valid",
        "executable": True,
        "goal_reached": True,
        "failed_step": None,
        "unmet": [],
        "reason": None,
    }
    keys = ("status", "executable", "goal_reached", "failed_step", "unmet")
    assert [tuple(line[key] for key in keys) for line in lines[1:]] == [
        ("goal_not_reached", True, False, None, ["(moored-at tub south)"]),
        ("precondition_violated", False, None, 2, ["(>= (fuel tub) 1) [0 against 1]"]),
        ("malformed", False, None, 2, []),
        ("malformed", False, None, None, []),
    ]
    assert "north is of type place; as b of sail a boat is needed" in str(lines[3]["reason"])
    assert str(lines[4]["reason"]).startswith("line 2: this is no step; found '(sail tub'")


def test_validate_in_words(world: World) -> None:
    good = world.write("good.plan", "(sail tub north south)\n")
    assert world.call("validate", good) == (0, f"{good}: valid\n", "")
    short = world.write("short.plan", "")
    assert world.call("validate", short) == (
        1,
        f"{short}: goal_not_reached: the goal lacks (moored-at tub south)\n",
        "",
    )


def test_validate_reads_standard_input_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, "(sail tub north south)\n")
    assert world.call("validate", "-") == (0, "-: valid\n", "")
    code, out, err = world.call("validate", "-", "-")
    assert (code, out) == (2, "")
    assert "standard input can be read only once" in err


def test_a_plan_file_with_other_bytes_in_a_comment_is_read(world: World) -> None:
    plan = world.folder / "latin.plan"
    plan.write_bytes(b"(sail tub north south) ; caf\xe9\n")
    assert world.call("validate", str(plan))[0] == 0


def test_solve_prints_a_plan_that_validate_accepts(world: World) -> None:
    code, out, _ = world.call("solve")
    assert code == 0
    assert out.splitlines()[1:] == ["(sail tub north south)"]
    assert world.call("validate", world.write("found.plan", out))[0] == 0


def test_solve_as_json(world: World) -> None:
    code, (line,) = world.json("solve")
    assert code == 0
    assert (line["solvable"], line["optimal_length"], line["plan"]) == (True, 1, ["(sail tub north south)"])
    world.write("problem.pddl", PROBLEM.replace("(= (fuel tub) 1)", "(= (fuel tub) 0)"))
    code, (line,) = world.json("solve")
    assert code == 1
    assert line == {
        "solvable": False,
        "optimal_length": None,
        "plan": None,
        "reachable_states": 1,
        "up_to_interchange": True,
        "reachable_states_told_apart": 1,
    }


def test_solve_beyond_a_limit_has_no_verdict(world: World) -> None:
    goal = "(and (moored-at tub south) (= (fuel tub) 0))"
    longer = PROBLEM.replace("(fuel tub) 1", "(fuel tub) 5").replace("(:goal (moored-at tub south))", f"(:goal {goal})")
    world.write("problem.pddl", longer)
    code, out, err = world.call("solve", "--states", "2")
    assert (code, out) == (3, "")
    assert err.startswith("planclaims: ")
    assert err.count("\n") == 1


def test_brief_uses_the_phrases_next_to_the_domain_and_no_pddl(world: World) -> None:
    world.write("domain.json", json.dumps(PHRASES))
    code, out, err = world.call("brief")
    assert (code, err) == (0, "")
    assert out.startswith("A boat sails between places.")
    assert "tub is moored at north" in out
    assert "moored-at" not in out
    code, (line,) = world.json("brief")
    assert code == 0
    assert f"{line['domain_brief']}\n\n{line['instance_brief']}\n" == out
    assert (line["source"], line["audit"]) == ("template", [])


def test_brief_derives_phrases_where_there_is_no_file(world: World) -> None:
    code, out, _ = world.call("brief")
    assert code == 0
    assert "moored-at" not in out


def test_extract_reads_plans_flags_and_malformed_replies(world: World) -> None:
    world.write("domain.json", json.dumps(PHRASES))
    plan = world.write("plan.txt", "So:\n```\nSail tub from north to mid.\n(sail tub mid south)\n```\n")
    flag = world.write("flag.txt", "```\nUNSOLVABLE\n```\n")
    torn = world.write("torn.txt", "```\n(sail tub nowhere south)\n```\n")
    code, lines = world.json("extract", plan, flag, torn)
    assert code == 1
    steps = ["(sail tub north mid)", "(sail tub mid south)"]
    assert lines[0] == {"reply": plan, "kind": "plan", "plan": steps, "reason": None}
    assert lines[1] == {"reply": flag, "kind": "unsolvable", "plan": None, "reason": None}
    assert (lines[2]["kind"], lines[2]["plan"]) == ("malformed", None)
    assert "nowhere" in str(lines[2]["reason"])
    assert world.call("extract", plan) == (0, f"; {plan}: plan\n" + "".join(f"{step}\n" for step in steps), "")


SOLVED = "Solved with 1 action; no plan is shorter.\nShortest plan: 1 action.\nScore: 1.00.\n"
GAVE_UP = "Gave up wrongly: it claims that no plan exists, but one of 1 action does.\n"


@pytest.mark.parametrize(
    ("typed", "code", "end"),
    [
        ("act sail tub north south\nsubmit\n", 0, f"{SOLVED}You took 1 action, 2 calls."),
        ("ACT Sail TUB north south\nSUBMIT\n", 0, f"{SOLVED}You took 1 action, 2 calls."),
        ("act(sail, tub, north, south)\nsubmit unsolvable=false\n", 0, f"{SOLVED}You took 1 action, 2 calls."),
        (
            "submit\n",
            1,
            "Missing at the end: tub is moored at south.\n"
            "Shortest plan: 1 action.\nScore: 0.00.\nYou took 0 actions, 1 call.",
        ),
        *(
            (
                f"submit {claim}\n",
                1,
                f"{GAVE_UP}Shortest plan: 1 action.\nScore: 0.00.\nYou took 0 actions, 1 call.",
            )
            for claim in (
                "unsolvable",
                "unsolvable: true",
                "unsolvable true",
                "unsolvable=true",
                '{"unsolvable": true}',
            )
        ),
        (
            "act sail tub mid south\n",
            1,
            "Failed at step 1 (call 1): sail tub mid south could not be carried out.\nNot met: tub is moored at mid.\n"
            "Shortest plan: 1 action.\nScore: 0.00.\nYou took 0 actions, 1 call.",
        ),
        ("get_state\n\nquit\n", 0, "You left after 1 call, without a claim."),
        ("fly\ndescribe_object\ndescribe_object tub\nsubmit maybe\n", 0, "You left after 4 calls, without a claim."),
        ("", 0, "You left after 0 calls, without a claim."),
    ],
)
def test_a_person_can_play(world: World, monkeypatch: pytest.MonkeyPatch, typed: str, code: int, end: str) -> None:
    say(monkeypatch, typed)
    found, out, err = world.call("play")
    assert (found, err) == (code, "")
    assert out.endswith(f"{end}\n"), out


def test_play_tells_no_score_where_the_search_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def given_up(*_: object) -> None:
        raise LimitExceeded("searching: more than 60 seconds")

    monkeypatch.setattr("planclaims.search.solve", given_up)
    say(monkeypatch, "act sail tub north south\nsubmit\n")
    code, out, _ = world.call("play")
    assert code == 0
    assert out.endswith(
        "The goal is reached (1 action, 2 calls; the shortest plan and the score are not known: "
        "searching: more than 60 seconds).\n"
    )


def test_a_person_can_play_where_a_refusal_is_not_the_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, "act sail tub mid south\nact sail tub north south\nsubmit\n")
    code, out, _ = world.call("play", "--violations", "explained")
    assert (code, "Not met:\n- " in out) == (0, True)


def test_play_names_its_tools_and_keeps_a_budget(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    say(monkeypatch, "help\nget_state\nget_history\n")
    code, out, _ = world.call("play", "--budget", "2")
    assert code == 1
    assert "act ACTION OBJECT ..." in out
    assert "describe_object NAME" in out
    assert "Spent all 2 calls without a final claim. The goal did not hold by then.\n" in out
    assert out.endswith("You took 0 actions, 2 calls.\n")


BAD_USAGE = [
    [],
    ["dance"],
    ["validate"],
    ["validate", "d", "p"],
    ["solve", "d", "p", "--states", "0"],
    ["solve", "d", "p", "--memory-gib", "nan"],
    ["play", "d", "p", "--budget", "-1"],
    ["show"],
]


@pytest.mark.parametrize("arguments", BAD_USAGE, ids=" ".join)
def test_bad_usage_is_one_line_and_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", [["validate", "absent.plan"], ["solve"], ["brief"], ["extract", "r"], ["play"]])
def test_bad_input_is_one_line_and_code_2(world: World, command: list[str]) -> None:
    world.write("problem.pddl", PROBLEM.replace("tub south", "tub west"))
    code, out, err = world.call(*command)
    assert (code, out) == (2, "")
    assert err.startswith(f"planclaims: {world.task[1]}:2: unknown object; found west")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["absent.plan", "."])
def test_a_plan_that_cannot_be_opened_is_an_error_and_no_verdict(world: World, name: str) -> None:
    code, out, err = world.call("validate", str(world.folder / name))
    assert (code, out) == (2, "")
    assert "cannot be read" in err


@pytest.mark.parametrize("command", ["validate", "solve", "brief", "extract", "play", "show"])
def test_help_documents_the_exit_codes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert "exit codes:" in capsys.readouterr().out


def planclaims(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "planclaims.cli.main", *arguments]


def test_an_interrupt_is_told_without_a_traceback(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("planclaims.cli.validate.read_text", interrupted)
    assert world.call("validate", "x") == (130, "", "planclaims: interrupted\n")


def test_a_closed_output_ends_quietly(world: World) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(planclaims("brief", *world.task), stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_names_beyond_the_terminal_encoding_are_escaped(world: World) -> None:
    plan = world.write("plan.txt", "(sail t\u00fcb north south)\n")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        planclaims("validate", *world.task, plan), capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert r"t\xfcb" in done.stdout


def test_validate_imports_nothing_slow_and_starts_fast(world: World) -> None:
    plan = world.write("good.plan", "(sail tub north south)\n")
    code = (
        "import sys; from planclaims.cli.main import main; "
        f"main(['validate', *{world.task!r}, {plan!r}]); "
        "print([name for name in ('litellm', 'pandas', 'numpy', 'matplotlib', 'statsmodels', 'snakemake') "
        "if name in sys.modules])"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 0.5
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (("validate", "absent", "x", "y"), "give the path of a file that is there and that you may read"),
        (("solve", "broken", "broken"), "docs/pddl.md tells what is read, docs/replies.md how replies are"),
        (("show", "broken"), "name one, such as results/episodes/MODEL/METHOD/DOMAIN/TASK.json"),
        (("show", "absent"), "allowed: a record's path, or MODEL/METHOD/DOMAIN/TASK"),
        (("analyse", "broken", "-o", "out"), "have a run write its own anew: snakemake results/episodes.csv"),
        (
            ("analyse", "table.csv", "-o", "broken"),
            "a table that a run has written, with model, method, regime and so on",
        ),
        (("appendix", "-o", "out", "--domains", "absent"), "name one with --domains"),
    ],
)
def test_a_message_about_a_file_ends_with_what_to_do(
    arguments: tuple[str, ...],
    ending: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken").write_text("{", encoding="utf-8")
    Path("table.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.endswith(f"{ending}\n")
    assert told.count("\n") == 1
