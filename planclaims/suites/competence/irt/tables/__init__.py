"""The tables that need a fit."""
