"""No text makes the analysis raise, or run for long."""
