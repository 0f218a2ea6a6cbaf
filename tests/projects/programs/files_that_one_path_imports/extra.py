"""Imported on one path only; it has a variable of the name that the network reads."""

scale = 3.0
