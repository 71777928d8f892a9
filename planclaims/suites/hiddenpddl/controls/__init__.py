"""Scripted reference models of the first study, with known results for every measure."""
