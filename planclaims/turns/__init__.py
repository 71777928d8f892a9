"""Turns out of what agents write: a thought and a call of one of the tools that are offered, whatever those are."""
