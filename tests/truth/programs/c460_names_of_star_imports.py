"""Layers, optimisers and functions by the names that star imports bind."""

import torch
from torch.nn import *  # noqa: F403
from torch.optim import *  # noqa: F403


class Net(Module):  # noqa: F405
    def __init__(self):
        super().__init__()
        self.layers = Sequential(Linear(3, 3), Tanh(), Linear(3, 1))  # noqa: F405

    def forward(self, x):
        return self.layers(x)


net = Net()
optimizer = SGD(net.parameters(), lr=0.1)  # noqa: F405
for x in [torch.randn(2, 3), torch.randn(2, 3)]:
    loss = functional.mse_loss(net(x), torch.zeros(2, 1))  # noqa: F405
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
