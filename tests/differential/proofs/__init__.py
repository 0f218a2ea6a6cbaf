"""Fixes proved by execution: programs before and after a fix, under torch with the same seeds."""
