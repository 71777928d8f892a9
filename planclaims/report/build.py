"""From the outputs of a run to the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from planclaims.analysis.formats.rehearsed import NOTE, is_rehearsed
from planclaims.analysis.table.episodes_table import read_episodes
from planclaims.analysis.table.order import in_order
from planclaims.errors import InputError
from planclaims.report.page.assemble import page
from planclaims.report.page.html import Html, element
from planclaims.report.page.layout import Section
from planclaims.report.page.terms import terms
from planclaims.report.summary import results, sections
from planclaims.report.summary.failures import row_id
from planclaims.report.summary.methods import method_summaries
from planclaims.report.summary.pool import pool, rows_of
from planclaims.report.viewer.task_chunk import EpisodeId, TaskChunk, task_chunk
from planclaims.report.viewer.verdict import Row
from planclaims.storage import write_whole

TaskName = tuple[str, str]


def write_report(
    episodes_csv: Path,
    episode_files: Sequence[Path],
    *,
    tables: Mapping[str, Path],
    figures: Mapping[str, Path],
    domains_folder: Path,
    output: Path,
    briefs: Iterable[Path] = (),
    resamples: int = 2_000,
    seed: int = 1,
) -> None:
    """Write the page of all episodes in the table and the records, with the given tables and figures.

    A record's place ends in `domain/task.json`, and so does that of the briefs of its task. Equal inputs give equal
    bytes. InputError if a record has no row in the table.
    """
    frame = in_order(read_episodes(episodes_csv))
    rows = rows_of(frame)
    chunks = _chunks(rows, episode_files, domains_folder, briefs)
    broken = {episode: rule for chunk in chunks for episode, rule in chunk.broken.items()}
    spoken_of = pool(frame, rows, resamples=resamples, seed=seed)
    methods = method_summaries(spoken_of)
    rehearsed = element("p", element("strong", NOTE)) if is_rehearsed(frame["model"].unique()) else Html()
    shown = [
        Section("rehearsal", "This is a rehearsal", "", rehearsed),
        Section("summary", "In short", SUMMARY, sections.summary(spoken_of, rows, methods)),
        Section("methods", "Which method is worth its tokens", METHODS, sections.methods_table(spoken_of, methods)),
        Section("failures", "How models fail", FAILURES, sections.failures(spoken_of, broken)),
        Section("claims", "Claims", "", results.claims(tables)),
        Section("tables", "Tables", TABLES, results.tables(tables)),
        Section("figures", "Figures", "", results.figures(figures)),
        Section("controls", "Controls", CONTROLS, sections.controls(frame) or Html()),
        Section("terms", "Terms", "", terms()),
    ]
    write_whole(output, page(shown, rows, chunks).encode("utf-8", "backslashreplace"))


SUMMARY = (
    "Every number is computed from the episodes of this run, controls apart, and leads to the list of just these. "
    "The words are explained under Terms."
)
METHODS = (
    "All models pooled. Gained and lost count tasks that only the method, or only the baseline of its regime, "
    "solves with the same model; a difference is significant if it survives correction for the number of comparisons."
)
FAILURES = "A row adds up to all episodes of a method on solvable tasks; each failed one has exactly one cause."
TABLES = "As the run wrote them; the same tables lie beside this page as CSV, Markdown and LaTeX."
CONTROLS = (
    "Controls are scripts that know the task. They show that the measures measure: whoever plays shortest plans must "
    "solve everything, whoever always gives up must recognise every unsolvable task and solve nothing."
)


def _chunks(
    rows: Sequence[Row], episode_files: Sequence[Path], domains: Path, briefs: Iterable[Path]
) -> list[TaskChunk]:
    by_id: dict[EpisodeId, Row] = {row_id(row): row for row in rows}
    known = {task_of(path): path for path in briefs}
    files: dict[TaskName, list[Path]] = {}
    for path in episode_files:
        files.setdefault(task_of(path), []).append(path)
    return [task_chunk(sorted(files[task]), by_id, domains, known.get(task)) for task in sorted(files)]


def task_of(path: Path) -> TaskName:
    """Return the domain and the task that a file's place names."""
    if len(path.parts) < 2:
        raise InputError("the place of a file must end in domain/task.json", file=path)
    return path.parent.name, path.name.split(".")[0]
