"""Output formats: each module renders the results of a run as text. Floor 5."""
