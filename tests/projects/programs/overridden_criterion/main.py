"""The base class's step needs no retain unless a subclass's criterion keeps the output for a second loss."""
from solvers import Double, Single

Single().step()
Double().step()
