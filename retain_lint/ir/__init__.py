"""The instruction set that the interpreter runs, and its text form."""
