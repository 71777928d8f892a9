"""Makes shopping tasks whose optimum is proved; needs the extra `generate` of the package, playing does not."""
