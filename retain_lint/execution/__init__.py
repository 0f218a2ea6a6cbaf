"""Processes: files are scheduled over them, and each collects its garbage rarely. Floor 5."""
