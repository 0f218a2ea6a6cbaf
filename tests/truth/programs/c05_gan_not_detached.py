"""The discriminator's loss frees the generator's graph."""

import torch
from torch import nn

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
criterion = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
for _ in range(3):
    real, fake = torch.randn(16, 4), G(torch.randn(16, 2))
    d_loss = criterion(D(real), ones) + criterion(D(fake), zeros)
    opt_d.zero_grad()
    d_loss.backward()  # also: RTG301
    opt_d.step()

    g_loss = criterion(D(fake), ones)
    opt_g.zero_grad()
    g_loss.backward()  # expect: RTG101
    opt_g.step()
