"""What torch itself does with the programs that rules and tests speak of."""
