"""What a run found: merging, suppression, the source lines shown. Floor 5."""
