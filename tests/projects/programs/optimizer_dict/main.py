"""Networks in a ModuleDict, optimisers in a dict made by a comprehension; each is cleared and stepped in a loop."""
from solver import Solver

solver = Solver()
for _ in range(2):
    solver.step()
solver.step_early()
