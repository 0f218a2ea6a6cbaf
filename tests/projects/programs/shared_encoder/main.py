"""Two optimisers share an encoder; a decorated step method of a mixin sends both losses back, then both step."""
import torch

from solver import Solver

solver = Solver()
for _ in range(2):
    solver.train_on(torch.randn(4, 3))
