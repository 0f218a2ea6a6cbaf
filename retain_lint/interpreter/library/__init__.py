"""Models of library types and functions, one a file. Floor 3."""
