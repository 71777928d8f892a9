"""Table 4: the results of every configuration, as CSV, Markdown, LaTeX and plain text."""

from planclaims.analysis.tables.table4.content import Table4, table4
from planclaims.analysis.tables.table4.renderings import write_table4

__all__ = ["Table4", "table4", "write_table4"]
