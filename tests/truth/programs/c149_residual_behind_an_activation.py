"""A residual is added in place to what an activation wrote and saved."""

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.inside = nn.Linear(3, 3)
        self.activation = nn.ELU(inplace=True)

    def forward(self, x):
        out = self.activation(self.inside(x))
        out += x
        return out


net = nn.Sequential(Residual(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(5, 3)).mean().backward()  # expect: RTG103
    optimizer.step()
