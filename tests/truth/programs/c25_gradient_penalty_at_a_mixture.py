"""The mixture is told to require grad: it would without the generator too."""

import torch
from torch import nn

G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
g_opt = torch.optim.SGD(G.parameters(), lr=0.1)
d_opt = torch.optim.SGD(D.parameters(), lr=0.1)


def penalise(critic, real, fake):
    alpha = torch.rand(4, 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    (slope,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
    return (slope.norm(dim=1) - 1).square().mean()


for _ in range(3):
    fake = G(torch.rand(4, 2))
    d_opt.zero_grad()
    penalise(D, torch.rand(4, 2), fake).backward()  # expect: RTG301
    d_opt.step()
    g_opt.zero_grad()
    (-D(G(torch.rand(4, 2))).mean()).backward()
    g_opt.step()
