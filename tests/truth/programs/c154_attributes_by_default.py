"""A state that is asked for with a default is None at first: no detach() can be written behind its name."""

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)

    def forward(self, x):
        h = getattr(self, "h", None)
        self.h = self.cell(x, h)
        return self.h


class Normalised(nn.Module):
    def __init__(self, scaled):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        if scaled:
            self.scale = torch.exp(self.weight)

    def forward(self, x):
        if hasattr(self, "scale"):
            x = x * self.scale
        return x * self.weight


model = Recurrent()
plain = Normalised(scaled=False)
optimizer = torch.optim.SGD([*model.parameters(), *plain.parameters()], lr=0.1)
for x in torch.randn(3, 2, 3):
    optimizer.zero_grad()
    plain(x).square().mean().backward()
    loss = model(x).pow(2).mean()
    loss.backward()  # expect: RTG102
    optimizer.step()
