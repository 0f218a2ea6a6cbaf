"""From bytes to IR: reading, parsing, lowering. Floor 2."""
