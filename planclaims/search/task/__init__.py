"""What of a task a search needs: what is reachable, what excludes one another, what may trade places."""
