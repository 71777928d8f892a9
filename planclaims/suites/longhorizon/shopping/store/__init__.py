"""The shop behind tools: its catalogue, the cart while it is filled, and what the tools tell."""
