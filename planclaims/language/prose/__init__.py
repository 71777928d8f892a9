"""Prose out of the formal model: phrases, states, actions and rules in words."""
