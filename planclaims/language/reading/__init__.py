"""Plans, flags and calls out of the prose of models."""
