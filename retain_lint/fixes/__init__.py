"""Text edits that the rules share. Floor 4: they know spans and source text, nothing of the analysis."""
