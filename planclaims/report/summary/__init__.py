"""What the first page says, computed from the episodes."""
