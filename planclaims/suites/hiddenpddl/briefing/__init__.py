"""Briefs written by a model in two stages: a domain once, then each of its tasks on top of that (protocol 3)."""
