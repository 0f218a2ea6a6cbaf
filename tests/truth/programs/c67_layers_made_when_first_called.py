"""Layers that a forward makes under computed names are trained; rows of a stack are as many as its parts."""

import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.ready = False

    def forward(self, features):
        if not self.ready:
            for number, _ in enumerate(features):
                setattr(self, "head_%d" % number, nn.Linear(4, 4))
            self.ready = True
        return [getattr(self, "head_%d" % number)(feature) for number, feature in enumerate(features)]


layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
heads = Heads()
heads([layer(torch.randn(3, 4)) for layer in layers])
optimizer = torch.optim.SGD(heads.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    with torch.no_grad():
        features = [layer(torch.randn(3, 4)) for layer in layers]
    heads(features)[0].mean().backward()
    optimizer.step()

trunk = nn.Linear(4, 6)
tails = nn.ModuleList([nn.Linear(6, 1) for _ in range(3)])
optimizer = torch.optim.SGD([*trunk.parameters(), *tails.parameters()], lr=0.1)
for step in range(3):
    shared = torch.relu(trunk(torch.randn(3, 4)))
    losses = torch.stack([tail(shared).square().mean() for tail in tails])
    optimizer.zero_grad()
    for number in range(len(losses)):
        losses[number].backward(retain_graph=number < 2)
    optimizer.step()
