"""The penalty needs the gradient at the mixture, which requires grad through the generator alone: it can be told to."""

import torch
from torch import nn

G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
g_opt = torch.optim.SGD(G.parameters(), lr=0.1)
d_opt = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    real, fake = torch.rand(4, 2), G(torch.rand(4, 2))
    alpha = torch.rand(4, 1)
    mixed = alpha * real + (1 - alpha) * fake
    (slope,) = torch.autograd.grad(D(mixed).sum(), mixed, create_graph=True)
    penalty = (slope.norm(dim=1) - 1).square().mean()
    d_opt.zero_grad()
    penalty.backward()  # expect: RTG301
    d_opt.step()
    g_opt.zero_grad()
    (-D(G(torch.rand(4, 2))).mean()).backward()
    g_opt.step()
