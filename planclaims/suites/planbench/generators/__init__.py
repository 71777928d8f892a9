"""Seeded generators of instances, one module per world, and what they have in common."""
