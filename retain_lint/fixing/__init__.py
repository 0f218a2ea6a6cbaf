"""Applying fixes to files, each verified by another analysis. Floor 5."""
