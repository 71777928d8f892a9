"""What calls cost, what was paid, and the bound that no call may pass."""
