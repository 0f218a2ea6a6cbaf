"""The files of the project: found from imports, loaded on demand. Floor 3."""
