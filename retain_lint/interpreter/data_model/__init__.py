"""Python's own semantics: attributes, items, operators, containers. Floor 3."""
