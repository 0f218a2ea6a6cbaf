"""The laws of the abstract domain."""
