"""Tables written as CSV, Markdown, LaTeX and plain text."""
