"""A hook before the forward detaches the state, and one after it cuts off what comes below: no graph is entered twice."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.state = nn.GRUCell(3, 3), torch.zeros(1, 3)

    def forward(self, x):
        self.state = self.cell(x, self.state)
        return self.state


net = Cell()
net.register_forward_pre_hook(lambda module, given: setattr(module, "state", module.state.detach()))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
first, last = nn.Sequential(nn.Linear(2, 8), nn.Tanh()), nn.Linear(8, 1)
last.register_forward_pre_hook(lambda module, given: (given[0].detach(),))
for step in range(4):
    optimizer.zero_grad()
    net(torch.randn(1, 3)).mean().backward()
    optimizer.step()
    features = first(torch.randn(6, 2))
    last(features).square().mean().backward()
    features.square().mean().backward()
