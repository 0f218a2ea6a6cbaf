"""An object of which a function names a property alone holds the graph that the property gives: it is entered again."""

import torch
from torch import nn


class Losses:
    def __init__(self):
        self.parts, self.scale = [], 1.0

    @property
    def total(self):
        return sum(self.parts)

    def __iter__(self):
        return iter(self.parts)


def weigh(losses, value):
    if value > 3:
        losses.scale = 2.0
    elif value > 2:
        losses.scale = 1.5
    elif value > 1:
        losses.scale = 0.5
    elif value > 0:
        losses.scale = 0.1
    return losses.scale * losses.total


def add(losses, value):
    result = 0.0
    for loss in losses:
        if value > 3:
            result = result + loss
        elif value > 2:
            result = result + 2 * loss
        elif value > 1:
            result = result + 3 * loss
        else:
            result = result + 4 * loss
    return result


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(4):
    losses = Losses()
    loss = net(torch.randn(6, 2)).square().mean()
    losses.parts.append(loss)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    weigh(losses, torch.rand(()).item()).backward(retain_graph=True)
    add(losses, torch.rand(()).item()).backward()
    optimizer.step()
