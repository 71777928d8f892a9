"""What answers a conversation: providers behind LiteLLM, the embedded model, scripted references; the reply store."""
