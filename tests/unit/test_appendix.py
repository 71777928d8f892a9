"""The appendix: the prompts are the real ones, runs are annotated, nothing escapes LaTeX, equal input equal bytes."""

import re
from pathlib import Path

import pytest

from planclaims.cli.main import main
from planclaims.report.appendix.document import Heading, Listing, Paragraph, Table, as_latex, as_markdown
from planclaims.report.appendix.prompting import OF_OTHER_STUDIES
from planclaims.suites.hiddenpddl.question import WORDING as BRIEFED

ROOT = Path(__file__).parents[2]
PROMPT_FILES = [
    path
    for folder in ("offline", "online")
    for path in sorted((ROOT / "planclaims" / folder / "prompts").glob("*/*.txt"))
    if path.parent.name not in OF_OTHER_STUDIES
]


def appendix(out: Path, *options: str) -> int:
    return main(["appendix", "-o", str(out), "--domains", str(ROOT / "domains"), *options])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("appendix")
    assert appendix(folder) == 0
    return folder


@pytest.mark.parametrize("prompt", PROMPT_FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_prompt_of_every_method_occurs(prompt: Path, written: Path) -> None:
    text = (written / "appendix.md").read_text(encoding="utf-8")
    filled = prompt.read_text(encoding="utf-8").strip().replace("{ask}", BRIEFED["ask"])
    fixed = max(re.split(r"\{\w+\}", filled), key=len).strip()
    assert len(fixed) > 5
    assert fixed in text


def test_both_kinds_of_tasks_stand_with_briefs_and_facts(written: Path) -> None:
    text = (written / "appendix.md").read_text(encoding="utf-8")
    assert re.findall(r"^## .*/\d\d \((.*)\)$", text, re.MULTILINE) == ["solvable", "unsolvable"]
    assert "(:goal" in text
    assert "A shortest plan has 4 actions; an agent may make 20 calls." in text
    assert "An agent may make 40 calls." in text
    assert text.count("Domain brief:") == text.count("Instance brief:") == 2
    assert all(f"| {tool}" in text for tool in ("get\\_state(), epistemic", "act(action, arguments), ontic"))
    for method in ("direct (offline)", "tree-of-thoughts (offline)", "reflexion (online)", "critic (online)"):
        assert f"## {method}" in text


def test_scripted_runs_are_labelled_and_annotated(written: Path) -> None:
    runs = (written / "appendix.md").read_text(encoding="utf-8").partition("# Annotated runs")[2]
    assert runs.count("Played by a scripted reference model, which is no language model.") == 2
    assert re.search(r"\): inapplicable\n +required: ", runs)
    assert "Outcome: precondition violation. Score: 0.00." in runs
    assert "The goal holds at the end." in runs
    assert "Outcome: success. Score: 1.00." in runs


def test_equal_input_gives_equal_bytes_and_any_task_serves(written: Path, tmp_path: Path) -> None:
    assert appendix(tmp_path / "again") == 0
    for name in ("appendix.md", "appendix.tex"):
        assert (tmp_path / "again" / name).read_bytes() == (written / name).read_bytes()
    assert appendix(tmp_path / "other", "--task", "gripper/01") == 0
    text = (tmp_path / "other" / "appendix.md").read_text(encoding="utf-8")
    assert text.index("gripper/01 (unsolvable)") < text.index("(solvable)")
    assert "Outcome: detection." in text


def test_latex_is_balanced_and_holds_no_bare_special(written: Path) -> None:
    text = (written / "appendix.tex").read_text(encoding="utf-8")
    plain = re.sub(r"\\[\\{}_%&#$]", "", text)
    assert plain.count("{") == plain.count("}")
    assert text.count("\\begin{") == text.count("\\end{")
    assert not re.search(r"(?<!\\)[_#$]", text)
    assert all(line.startswith("%") or not re.search(r"(?<!\\)%", line) for line in text.splitlines())


def test_what_latex_or_markdown_would_read_is_shown_as_it_is() -> None:
    hostile = "\\end{flushleft} 50% $x_1$ #&~^ --- ``q'' ?` <a>|\n\n  [indented]\t{}\x07"
    blocks = [Heading(1, "a_b"), Paragraph("50% of L_1"), Listing(hostile), Table(("a", "b|c"), (("x\ny", "_"),))]
    latex = as_latex(blocks)
    assert "\\subsection{a\\_b}" in latex
    assert "50\\% of L\\_1" in latex
    assert "\\textbackslash{}end\\{flushleft\\} 50\\% \\$x\\_1\\$" in latex
    assert "-{}-{}- " not in latex
    assert "-{}-{}-{}" in latex
    assert "\\textasciigrave{}\\textasciigrave{}q\\textquotesingle{}\\textquotesingle{}" in latex
    assert "\n\\mbox{}\\\\{}\n\\mbox{}\\ \\ [indented]" in latex
    assert latex.count("\\end{flushleft}") == 1
    assert "x y & \\_" in latex
    markdown = as_markdown([Listing("a ```` b"), Table(("h",), (("x|y",),))])
    assert markdown.startswith("`````text\na ```` b\n`````\n")
    assert "x\\|y" in markdown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "gripper/99"], "there is no such task; found 'gripper/99'"),
        (["--task", "gripper"], "there is no such task; found 'gripper'"),
        (["--results", "nowhere"], "there is no episodes table; name a results folder"),
        (["--domains", "nowhere"], "there is no folder of domains here"),
    ],
)
def test_what_is_missing_is_told_in_one_line(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert appendix(tmp_path / "out", *options) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()
