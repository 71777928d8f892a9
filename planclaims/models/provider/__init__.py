"""Models of providers, asked through LiteLLM: what is sent, what comes back, what goes wrong."""
