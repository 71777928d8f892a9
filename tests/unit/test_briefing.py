from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from models_chat_server import Answer, Chat, error, serving, success

from planclaims.episodes.unfinished import failures
from planclaims.language.briefs import Brief, template_brief
from planclaims.language.hidden_task import read_hidden_task
from planclaims.models.money.budget import Budget
from planclaims.models.money.spending import Ledger
from planclaims.study.run_summary import results_text
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile, read_brief
from planclaims.suites.hiddenpddl.briefing.jobs import Writer, briefs_job, domain_brief_job
from planclaims.suites.hiddenpddl.briefing.writing import MAX_TOKENS, PROMPTS, SYSTEM, without_comments

FOLDER = Path(__file__).parents[2] / "domains" / "load-balancing"
FILES = {"domain_file": FOLDER / "domain.pddl", "problem_file": FOLDER / "problems" / "01.pddl"}
PHRASES = FOLDER / "domain.json"


@pytest.fixture
def good() -> Brief:
    hidden = read_hidden_task(FILES["domain_file"], FILES["problem_file"], PHRASES)
    return template_brief(hidden.task, hidden.phrases)


def writer(chat: Chat, results: Path, draw: int = 0, **bounds: object) -> Writer:
    entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "price": {"input": 1, "output": 1}}
    ledger = Ledger(results, Budget.from_settings(bounds))
    return Writer.of(json.dumps(["scribe", entry, draw]), results, ledger)


def write(by: Writer, on_failed_audit: str = "refuse") -> BriefFile:
    """Run both stages as the rules do."""
    results = by.results
    domain, output = (
        results / "domain_briefs" / "load-balancing.json",
        results / "briefs" / "load-balancing" / "01.json",
    )
    domain_brief_job(domain, results / "logs" / "domain.log", by, domain_file=FILES["domain_file"])
    briefs_job(
        output,
        results / "logs" / "task.log",
        by,
        phrases_file=PHRASES,
        domain_brief_file=domain,
        on_failed_audit=on_failed_audit,
        **FILES,
    )
    return read_brief(output)


def texts(*brief: str) -> tuple[Answer, ...]:
    return tuple(success(text, usage=(100, 50)) for text in brief)


def test_two_stages_are_asked_for_as_the_protocol_has_it(tmp_path: Path, good: Brief) -> None:
    with serving(*texts(f"\n{good.domain}\n", good.instance)) as chat:
        written = write(writer(chat, tmp_path))
    assert written == BriefFile(good.domain, good.instance, "llm", (), "scribe", None)
    assert failures(tmp_path) == []
    first, second = chat.asked
    for asked in chat.asked:
        assert asked["messages"][0] == {"role": "system", "content": SYSTEM}
        assert (asked["temperature"], asked["max_tokens"], len(asked["messages"])) == (1.0, MAX_TOKENS, 2)
    assert "(:action assign-bucket" in first["messages"][1]["content"]
    assert good.domain in second["messages"][1]["content"]
    assert "(assigned-to b1 s1_eu)" in second["messages"][1]["content"]
    assert "(:action" not in second["messages"][1]["content"]


def test_a_second_task_pays_for_its_own_brief_alone_and_a_second_run_for_nothing(tmp_path: Path, good: Brief) -> None:
    with serving(*texts(good.domain, good.instance)) as chat:
        by = writer(chat, tmp_path)
        assert write(by) == write(by)
        assert len(chat.asked) == 2
        assert by.ledger.paid().calls == 2
        assert write(replace(by, draw=1)).failure is not None, "another draw asks anew, here for a text that fails"
        assert len(chat.asked) == 4


def test_a_brief_that_fails_its_audit_is_refused_with_its_findings(tmp_path: Path, good: Brief) -> None:
    lacking = good.instance.replace("s2_eu", "the other server")
    with serving(*texts(good.domain, f"{lacking}\n(assigned-to b1 s1_eu)")) as chat:
        written = write(writer(chat, tmp_path))
    assert {("missing", "s2_eu"), ("leak", "assigned-to")} <= {(found.kind, found.subject) for found in written.audit}
    assert written.failure is not None
    assert "scribe" in written.failure
    assert "fail their audit" in results_text(tmp_path)
    assert [output for output, _ in failures(tmp_path)] == ["briefs/load-balancing/01.json"]
    log = (tmp_path / "logs" / "task.log").read_text(encoding="utf-8")
    assert "missing: s2_eu (the object is not named)" in log


def test_a_brief_that_fails_its_audit_is_used_if_told_so_and_listed_at_the_end(tmp_path: Path, good: Brief) -> None:
    with serving(*texts(good.domain, good.instance.replace("b3", "b33"))) as chat:
        written = write(writer(chat, tmp_path), on_failed_audit="use")
    assert written.failure is None
    assert written.audit
    assert failures(tmp_path) == []
    assert "1 task is played with briefs that fail their audit" in results_text(tmp_path)


def test_a_brief_that_was_cut_off_fails_its_audit(tmp_path: Path, good: Brief) -> None:
    with serving(success(good.domain, "length"), success(good.instance)) as chat:
        (found,) = write(writer(chat, tmp_path)).audit
    assert found.subject == "the end of the domain brief"


def test_a_provider_that_cannot_be_asked_leaves_a_reason_and_the_next_run_asks_again(
    tmp_path: Path, good: Brief
) -> None:
    with serving(error(401, "no such key"), *texts(good.domain, good.instance)) as chat:
        by = writer(chat, tmp_path)
        broken = write(by)
        assert broken.failure is not None
        assert "no such key" in broken.failure
        assert len(chat.asked) == 1, "without a domain brief no instance brief is asked for"
        assert len(failures(tmp_path)) == 2
        assert write(by).failure is None


def test_a_budget_holds_for_briefs_too(tmp_path: Path, good: Brief) -> None:
    with serving(*texts(good.domain, good.instance)) as chat:
        by = writer(chat, tmp_path, calls=1)
        assert "the budget of 1 model call " in str(write(by).failure)
    assert len(chat.asked) == 1
    assert "Paid in this run: 0.000150 USD for 1 model call." in results_text(tmp_path, by.ledger)
    assert by.ledger.paid().usd == Fraction(150, 10**6)


def test_comments_never_reach_the_writer() -> None:
    assert without_comments("; made unsolvable\n(define ; a\n\n\n  (x))\n") == "(define \n  (x))"


@pytest.mark.parametrize("path", sorted(PROMPTS.folder.glob("*.txt")), ids=lambda path: path.stem)
def test_prompts_demand_what_the_audit_checks(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "letter for letter" in text
    assert "No PDDL" in text
    assert "must not appear" in text
