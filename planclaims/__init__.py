"""planclaims: test the planning claims of LLM-based systems against formal semantics."""

__version__ = "0.1.0"
