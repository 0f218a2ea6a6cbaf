"""Scheduling files over processes. Floor 5."""
