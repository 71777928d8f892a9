"""Episodes as the viewer shows them: what was done, what the hidden model says of it, and why."""
