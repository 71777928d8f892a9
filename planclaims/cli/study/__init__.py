"""The commands about a whole study: what it costs, running it, its tables, two runs compared."""
