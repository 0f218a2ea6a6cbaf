"""An engine call behind the `step` of a wrapper that a base class in another file makes."""
import torch
from algorithm import Two
from torch import nn

two = Two(nn.Linear(3, 3), nn.Linear(3, 1))
for batch in torch.randn(2, 4, 3):
    two.update(batch)
