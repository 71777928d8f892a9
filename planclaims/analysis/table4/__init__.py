"""Table 4: the results of every configuration, as CSV, Markdown, LaTeX and plain text."""

from planclaims.analysis.table4.content import Table4, table4
from planclaims.analysis.table4.files import write_table4

__all__ = ["Table4", "table4", "write_table4"]
