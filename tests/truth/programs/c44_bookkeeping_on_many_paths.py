"""Objects and functions that only see data branch as they like: the training around them goes on as one path."""

import torch
from torch import nn


class Meter:
    def __init__(self, names):
        self.names, self.totals, self.best = names, {}, {}

    def note(self, name, value):
        if name not in self.names:
            return None
        if name.endswith("loss"):
            self.totals[name] = self.totals.get(name, 0.0) + value
        elif name.startswith("best"):
            self.best[name] = max(self.best.get(name, 0.0), value)
        elif value < 0:
            self.totals[name] = 0.0
        else:
            self.best[name] = value
        return self.totals


def mix(labels, order):
    for position in order:
        if labels[position] == 0:
            labels[position] = 1
        elif labels[position] == 1 and position > 2:
            labels[position] = 2
        else:
            labels[position] = 0
    return labels


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
meter = Meter(["loss", "best", "seen"])
labels = torch.zeros(6, dtype=torch.long)
for step in range(4):
    labels = mix(labels, torch.randperm(6).tolist())
    loss = nn.functional.cross_entropy(net(torch.randn(6, 2)), labels)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    for name in ("loss", "best", "seen"):
        meter.note(name, loss.item())
