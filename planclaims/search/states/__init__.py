"""Packed states: their variables, their layout in words, and actions and conditions on whole arrays of them."""
