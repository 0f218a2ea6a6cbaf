"""The disjunctive engine: blocks, loops, path merging. Floor 3."""
