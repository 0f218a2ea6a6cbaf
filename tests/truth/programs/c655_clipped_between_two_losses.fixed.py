"""Clipping scales what the first loss has left, and not what the second one adds: one call on their sum would train otherwise."""

import torch
from torch import nn

torch.manual_seed(0)
body, one, two = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 1), nn.Linear(8, 1)
parameters = [*body.parameters(), *one.parameters(), *two.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1)
for _ in range(3):
    h = body(torch.randn(5, 4))
    first, second = one(h).square().mean(), two(h).square().mean()
    optimizer.zero_grad()
    first.backward(retain_graph=True)
    nn.utils.clip_grad_norm_(parameters, 0.1)
    second.backward()
    optimizer.step()
