"""Prose out of the formal model, and plans and calls out of prose; a model sees nothing but what is written here."""
