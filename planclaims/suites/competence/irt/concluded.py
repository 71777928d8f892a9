"""What the simulated studies have said, read back from their files for the report of the suite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planclaims.analysis.formats.sheet import read_sheet
from planclaims.suites.contract import Conclusion

TITLE = "What simulated studies say about two dimensions"
TEXT, TRUTHS, ACCEPTANCE = "irt/conclusion.md", "irt/truths.json", "irt/acceptance.json"
CONCLUSION_FILES = (TEXT, TRUTHS, ACCEPTANCE)
"""The files below the suite's folder of results that the report concludes from."""


def concluded(folder: Path) -> Sequence[Conclusion]:
    """Return the paragraph and its tables, or nothing where the simulated studies have not been made."""
    if not all((folder / name).exists() for name in CONCLUSION_FILES):
        return ()
    text = (folder / TEXT).read_text(encoding="utf-8").strip()
    return (Conclusion(TITLE, text, [read_sheet(folder / name) for name in (TRUTHS, ACCEPTANCE)]),)
