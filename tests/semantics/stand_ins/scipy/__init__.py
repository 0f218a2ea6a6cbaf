"""Stands in for scipy 1.17: how often a function is called that is minimised."""
