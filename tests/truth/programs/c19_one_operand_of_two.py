"""The product is one operand wanted and one not: the detach() belongs to the one alone."""

import torch
from torch import nn

generator, scale = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), nn.Linear(2, 2)
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
s_optimizer = torch.optim.SGD(scale.parameters(), lr=0.1)
for _ in range(3):
    x = torch.rand(4, 2)
    fake = generator(x)
    loss = (fake * scale(x)).mean()
    s_optimizer.zero_grad()
    loss.backward()  # expect: RTG301
    s_optimizer.step()
    g_loss = generator(x).square().mean()
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
