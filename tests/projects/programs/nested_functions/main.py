"""Nested functions share a loss through their closure."""
from fit import fit, make_steps

fit()
first, second = make_steps()
first()
second()
