"""An object gives out the graphs that it holds by methods that no call names: each retain is needed by the next use."""

import torch
from torch import nn


class Losses:
    def __init__(self):
        self.parts = []

    def __iter__(self):
        return iter(self.parts)

    def __getitem__(self, place):
        return self.parts[place]

    def __len__(self):
        return len(self.parts)


def first(*parts):
    return parts[0]


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(4):
    losses = Losses()
    loss = net(torch.randn(6, 2)).square().mean()
    losses.parts.append(loss)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    losses[0].backward(retain_graph=True)
    sum(losses).backward(retain_graph=True)
    max(losses).backward(retain_graph=True)
    torch.stack(list(losses)).sum().backward(retain_graph=True)
    torch.stack([2 * part for part in losses]).sum().backward(retain_graph=True)
    sum(part for _, part in zip(range(2), losses)).backward(retain_graph=True)
    [*losses][0].backward(retain_graph=True)
    first(*losses).backward(retain_graph=True)
    (part,) = losses
    part.backward(retain_graph=True)
    next(iter(losses)).backward(retain_graph=True)
    total = 0.0
    for part in losses:
        total = total + 2 * part
    total.backward()
    optimizer.step()
