"""The tables of the first study, one module each."""
