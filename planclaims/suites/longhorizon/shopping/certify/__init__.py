"""Confirms certificates by a second method; imports neither the generator nor its solver."""
