"""The command `planclaims`: each subcommand a small module that imports what it needs only when it runs."""
