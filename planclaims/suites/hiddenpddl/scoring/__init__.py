"""Measures of episodes, derived from validated traces alone (protocol 6)."""
