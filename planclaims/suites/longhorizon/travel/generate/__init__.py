"""Making travel tasks: a world, constraints that bind, an optimum that is proved. Needs the extra `generate`."""
