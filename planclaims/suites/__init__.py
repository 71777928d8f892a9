"""Suites: each folder says which tasks there are, opens them as questions or environments, and judges the records."""
