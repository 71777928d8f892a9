"""What may be concluded: draws under assumptions, their verdicts, components and exact correlations."""
