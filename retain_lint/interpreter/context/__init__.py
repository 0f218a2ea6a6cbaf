"""What one analysis and one call carry. Floor 3."""
