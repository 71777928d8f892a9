"""What a fit is good for: profiles of new respondents, adaptive tests, routing of questions."""
