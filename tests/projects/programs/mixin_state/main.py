"""Two mixins write to one attribute; the class in between overrides the forward."""
from solver import Solver, SafeSolver

safe = SafeSolver()
safe.run()
Solver().run()
