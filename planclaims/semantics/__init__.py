"""The semantic core: states, ground actions, execution, validation. Exact; no I/O, clock or randomness."""
