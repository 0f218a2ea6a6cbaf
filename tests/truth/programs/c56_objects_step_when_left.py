"""An optimiser that steps when an object is left has changed what a graph of before has saved."""

import torch
from torch import nn


class Optimised:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __enter__(self):
        self.optimizer.zero_grad()

    def __exit__(self, *told):
        self.optimizer.step()


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimised = Optimised(torch.optim.SGD(net.parameters(), lr=0.1))
for step in range(4):
    prediction = net(torch.randn(6, 2))
    with optimised:
        prediction.square().mean().backward(retain_graph=True)
    prediction.abs().mean().backward()  # expect: RTG103
