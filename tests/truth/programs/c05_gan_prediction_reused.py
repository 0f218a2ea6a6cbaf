"""The generator's loss is computed from a prediction older than the discriminator's step."""

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
    prediction = D(fake)
    d_loss = criterion(D(real), ones) + criterion(prediction, zeros)
    opt_d.zero_grad()
    d_loss.backward(retain_graph=True)  # also: RTG301
    opt_d.step()

    g_loss = criterion(prediction, ones)
    opt_g.zero_grad()
    g_loss.backward()  # expect: RTG103
    opt_g.step()
