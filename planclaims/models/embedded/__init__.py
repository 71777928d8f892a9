"""The embedded model: a small real one that runs inside the workflow."""
