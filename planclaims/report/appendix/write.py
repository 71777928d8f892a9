"""The appendix as files."""

from __future__ import annotations

from pathlib import Path

from planclaims.report.appendix.document import as_latex, as_markdown
from planclaims.report.appendix.material import counterpart, read_example
from planclaims.report.appendix.prompting import prompt_blocks
from planclaims.report.appendix.runs import run_blocks
from planclaims.report.appendix.tasks import interface_blocks, task_blocks
from planclaims.storage import write_whole


def write_appendix(output: Path, *, domains: Path, task: str, results: Path | None) -> list[Path]:
    """Return the files written, appendix.md and appendix.tex; the same bytes for the same task and results."""
    example = read_example(domains, task, results)
    other = counterpart(domains, example, results)
    blocks = [
        *task_blocks([example] if other is None else [example, other]),
        *interface_blocks(),
        *prompt_blocks(example),
        *run_blocks(example, domains, results),
    ]
    written = {output / "appendix.md": as_markdown(blocks), output / "appendix.tex": as_latex(blocks)}
    for path, text in written.items():
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    return list(written)
