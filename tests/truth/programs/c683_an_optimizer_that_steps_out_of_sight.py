"""An optimiser that steps in a function which nothing in sight calls."""

import torch
from torch import nn


def finish():
    optimizer_G.step()


G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer_G = torch.optim.SGD(G.parameters(), lr=0.1)
optimizer_D = torch.optim.SGD(D.parameters(), lr=0.1)
for z in torch.randn(3, 4, 2):
    optimizer_D.zero_grad()
    loss = D(G(z)).mean()
    loss.backward()
    optimizer_D.step()
globals()["fin" + "ish"]()
