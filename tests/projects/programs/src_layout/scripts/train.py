"""A package below src, imported absolutely and relatively, by a script in a folder of its own."""
import torch

from acme.training import Runner

runner = Runner()
for _ in range(2):
    runner.run(torch.randn(4, 3))
