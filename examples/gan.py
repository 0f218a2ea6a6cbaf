"""A generative adversarial network on one-dimensional data."""

import torch
from torch import nn

LATENT, BATCH, STEPS = 4, 32, 20

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(LATENT, 16), nn.ReLU(), nn.Linear(16, 1))
discriminator = nn.Sequential(nn.Linear(1, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
optimizer_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)

for step in range(STEPS):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()

    real = 3 + torch.randn(BATCH, 1)
    fake = generator(torch.randn(BATCH, LATENT))

    loss_d = criterion(discriminator(real), ones) + criterion(discriminator(fake), zeros)
    loss_d.backward(retain_graph=True)
    optimizer_d.step()

    loss_g = criterion(discriminator(fake), ones)
    loss_g.backward()
    optimizer_g.step()

    print(f"{step}: D {loss_d.item():.3f}, G {loss_g.item():.3f}")
