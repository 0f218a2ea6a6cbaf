"""The command line. Floor 6."""
