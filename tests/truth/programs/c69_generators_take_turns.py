"""A generator goes on after its consumer: what it does between two yields comes after what was done with the first."""

import torch
from torch import nn

G, D = nn.Linear(3, 4), nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
optimizer_g = torch.optim.SGD(G.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(D.parameters(), lr=0.1)
optimizer = torch.optim.SGD([*G.parameters(), *D.parameters()], lr=0.1)


def compute_losses():
    yield optimizer_d, D(G(torch.randn(4, 3)).detach()).mean()
    yield optimizer_g, -D(G(torch.randn(4, 3))).mean()


def make_batches(count):
    for _ in range(count):
        optimizer.zero_grad()
        hidden = G(torch.randn(4, 3)).tanh()
        yield hidden
        hidden.square().mean().backward()
        optimizer.step()


for step in range(3):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()
    for own, loss in compute_losses():
        own.zero_grad()
        loss.backward()
        own.step()

for hidden in make_batches(3):
    D(hidden).mean().backward(retain_graph=True)
