"""A study as one file: packed with the hash of every part, and rebuilt from it without a model."""
