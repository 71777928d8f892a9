"""Rates, paired tests and intervals over tasks."""
