"""A method of a library's class may be called by name: the layer saves its weight, which a step changes."""

import torch
from torch import nn


class Twice(nn.Linear):
    def __init__(self, inputs, outputs):
        nn.Linear.__init__(self, inputs, outputs)

    def forward(self, x):
        return nn.Linear.forward(self, x) * 2


first, last = Twice(2, 2), Twice(2, 1)
optimizer = torch.optim.SGD([*first.parameters(), *last.parameters()], lr=0.1)
loss, other = (last(first(torch.ones(1, 2))).square().mean() for _ in range(2))
optimizer.zero_grad()
loss.backward()
optimizer.step()
other.backward()  # expect: RTG103
