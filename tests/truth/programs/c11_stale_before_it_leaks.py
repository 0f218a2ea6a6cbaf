"""The generator's loss went through the discriminator before that was stepped: it errs, and leaks nothing."""

import torch
from torch import nn

generator = nn.Linear(2, 2)
discriminator = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(2):
    fake = generator(torch.rand(4, 2))
    d_loss = discriminator(fake.detach()).mean() - discriminator(torch.rand(4, 2)).mean()
    g_loss = -discriminator(fake).mean()
    d_loss.backward()
    d_optimizer.step()
    d_optimizer.zero_grad()
    g_loss.backward()  # expect: RTG103
    g_optimizer.step()
    g_optimizer.zero_grad()
