"""Options, their discovery, and which rules and files they select. Floor 5."""
