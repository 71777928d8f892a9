"""The appendix of a study: example tasks, the interface, every prompt, and annotated runs."""
