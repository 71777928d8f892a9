"""A study from its configuration to its end: what is to be played, what it costs, its run, and its Snakemake."""
