"""Syntax that the running Python does not know yet: read by libcst, given as the tree that Python's own parser would give."""
