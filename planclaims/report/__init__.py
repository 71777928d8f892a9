"""The report: one HTML page with the results and a viewer of every trace, read from disk without a network."""
