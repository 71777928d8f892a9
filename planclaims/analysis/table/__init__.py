"""The episodes table: its columns, reading and writing it, and what in it cannot be true."""
