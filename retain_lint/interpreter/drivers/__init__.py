"""Entry points: scripts, importers, and the synthetic client (harness). Floor 3."""
