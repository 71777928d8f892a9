"""Questions about planning: what is true in a state of a task, with certificates, and how it is asked."""
