"""What code may do without being run: escape, havoc, side effects, reachability. Floor 3."""
