"""Evaluation under no_grad between two backwards, through a helper that switches the mode."""
from engine import Engine

Engine().fit(2)
