"""Episodes: one task played by one model with one method, and the record that keeps the whole trace."""
