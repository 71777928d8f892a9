"""The figures of the first study, one module each, and how all figures are drawn."""
