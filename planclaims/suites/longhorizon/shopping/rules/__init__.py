"""The rules of carts: what they cost, the twelve checks, the scores, and what a task asks one thing at a time."""
